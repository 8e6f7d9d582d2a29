"""A network and trees in one folder, averaged in log2; their weights are those that do best on validation rows."""

import pathlib
import shutil

import numpy as np

from . import card, folder, metrics, predict, splits, tokenizer
from . import data as rows_file
from .cluster import Cluster
from .config import UserError

DEFAULTS = {
    "out": None,
    "network": None,
    "trees": None,
    "device": "auto",
    "data": rows_file.DEFAULTS,
    "split": splits.DEFAULTS,
    "select": "mape",
    "steps": 20,
}


def best_share(network, trees, y, kernel, select, steps):
    """(share of the network, figure) with the least figure."""
    shares = np.linspace(0, 1, steps + 1)[1:-1]
    values = [metrics.figures(s * network + (1 - s) * trees, y, kernel)[select] for s in shares]
    return float(shares[int(np.argmin(values))]), float(min(values))


def run(config):
    if not all(config[k] for k in ("out", "network", "trees")):
        raise UserError("out, network and trees: three folders are needed")
    network, tree_folder, out = (pathlib.Path(config[k]) for k in ("network", "trees", "out"))
    head, of_trees = folder.config_of(network)["perf_head"], folder.config_of(tree_folder)["perf_head"]
    tok, text = tokenizer.load(network / "tokenizer.json")
    data = rows_file.load({**config["data"], "max_tokens": head["prompt"]["max_tokens"]}, tok, text)
    rows = splits.parts(data, config["split"])["val"]
    rows = rows[~data.long[rows]]
    device = Cluster(config["device"]).device
    n, t = (predict.of_folder(f, data, rows, device, quiet=False)[0] for f in (network, tree_folder))
    share, value = best_share(n, t, data.y[rows], data.kernel[rows], config["select"], config["steps"])
    out.mkdir(parents=True, exist_ok=True)
    folder.copy_network(network, out)
    medians = sum(e.get("output", "median") == "median" for e in of_trees["trees"])
    entries = [{**e, "weight": (1 - share) / medians} for e in of_trees["trees"]]
    for e in entries:
        shutil.copyfile(tree_folder / e["file"], out / e["file"])
    joined = {**head, "network_weight": share, "trees": entries}
    if "interval" in of_trees:
        joined.setdefault("interval", of_trees["interval"])
    shape = {k: v for k, v in folder.config_of(network).items() if k != "perf_head"}
    folder.write_config(out, joined, fields=shape)
    card.write(out, joined, {"network": str(network), "trees": str(tree_folder), config["select"]: value})
    print(f"{out}: network {share:.2f}, trees {1 - share:.2f}, validation {config['select']} {value:.2f}")
