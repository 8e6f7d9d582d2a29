"""A network and trees in one folder, averaged in log2; their weights are those that do best on validation rows."""

import pathlib
import shutil

import numpy as np

from . import calibrate, card, folder, judging, predict, splits, tokenizer
from . import data as rows_file
from .cluster import Cluster
from .config import UserError

DEFAULTS = {
    "out": None,
    "network": None,
    "trees": None,
    "predictions": None,  # predictions.npz of the network, which is not run again then
    "device": "auto",
    "data": rows_file.DEFAULTS,
    "split": splits.DEFAULTS,
    "select": "mape",
    "steps": 20,
}


def run(config):
    if not all(config[k] for k in ("out", "network", "trees")):
        raise UserError("out, network and trees: three folders are needed")
    network, tree_folder, out = (pathlib.Path(config[k]) for k in ("network", "trees", "out"))
    head, of_trees = folder.config_of(network)["perf_head"], folder.config_of(tree_folder)["perf_head"]
    tok, text = (None, "") if config["predictions"] else tokenizer.load(network / "tokenizer.json")
    data = rows_file.load({**config["data"], "max_tokens": head["prompt"]["max_tokens"]}, tok, text)
    rows, known = splits.parts(data, config["split"])["val"], None
    if config["predictions"]:
        row, outputs, _ = predict.saved(config["predictions"], data)
        rows, at, _ = np.intersect1d(row, rows, return_indices=True)
        known = outputs[at]
    else:
        rows = rows[~data.long[rows]]
    device = Cluster(config["device"]).device
    n = predict.of_folder(network, data, rows, device, quiet=False, known=known)[0]
    t = predict.of_folder(tree_folder, data, rows, device)[0]
    share, value = judging.best_share(n, t, data.y[rows], data.kernel[rows], config["select"], config["steps"])
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
    joined.pop("widen", None)
    folder.write_config(out, joined, fields=shape)
    if "interval" in joined:  # that of the average, which is another one than those of its parts
        p, lo, hi = predict.of_folder(out, data, rows, device, quiet=False, known=known)
        joined["widen"] = calibrate.widening(p, lo, hi, data.y[rows], data.family[rows], joined["interval"])
        folder.write_config(out, joined, fields=shape)
    card.write(out, joined, {"network": str(network), "trees": str(tree_folder), config["select"]: value})
    print(f"{out}: network {share:.2f}, trees {1 - share:.2f}, validation {config['select']} {value:.2f}")
