"""Fine-tuning: a model folder goes on with the samples of another device and becomes the folder OUT/model.

The network starts with all weights of the folder, head and number values too, and its median is moved to that of the new times.
Features keep the folder's normalising, because the weights were learnt with it. Trees get more trees, for what the old ones leave
over. Network and trees together get new weights on the validation rows.
"""

import pathlib
import shutil
import tempfile

import numpy as np
import torch

from . import baselines, calibrate, combine, fit, folder, losses, metrics, optim, predict, splits, tables, tokenizer, trees
from . import data as rows_file
from .cluster import Cluster
from .config import UserError

DEFAULTS = {
    "out": None,
    "model": None,  # the folder to start from
    "device": "auto",
    "data": rows_file.DEFAULTS,
    "split": splits.DEFAULTS,
    "subset": splits.SUBSET,
    "trees": {**trees.DEFAULTS, "leaves": 31, "min_rows": 10},
    "network": {
        "seed": 1,
        "dropout": 0.1,
        "loss": losses.DEFAULTS,
        "optim": {**optim.DEFAULTS, "lr": 1e-4, "warmup": 50, "ema": 0.99},
        "train": {**fit.DEFAULTS["train"], "steps": 500, "batch": 4, "eval_every": 50},
        "save": fit.DEFAULTS["save"],
    },
    "select": "mape",
    "steps": 20,
}
SHIFT_ROWS = 2000  # that the new median is found with


class Tuning(fit.Training):
    """A training that starts from the whole network of config.model.body."""

    def _make(self):
        super()._make()
        source = self.config["model"]["body"]
        known = {n: t for n, t in folder.tensors_of(pathlib.Path(source)).items() if n.startswith("perf_head.")}
        wanted = {n: t.shape for n, t in self.model.state_dict().items() if n.startswith("perf_head.")}
        if {n: t.shape for n, t in known.items()} != wanted:
            raise UserError(f"{source}: its head is not of the shapes that its config.json says")
        self.model.load_state_dict(known, strict=False)
        self.head["features"] = folder.config_of(source)["perf_head"].get("features")
        self.packer.x = predict.normalised(self.data, self.head)
        self._shift()

    def _shift(self):
        """Moves the median by what it is off by."""
        rows = np.random.default_rng(self.config["seed"]).permutation(self.usable)[:SHIFT_ROWS]
        p = predict.network(self.model, self.packer, np.sort(rows), self.cluster.device, self.precision)[:, 0]
        with torch.no_grad():
            self.model.perf_head.layers[-1].bias[0] += float(np.median(self.data.y[np.sort(rows)] - p))


def network(config, head, cluster, out):
    """Goes on with the network of a folder; false when it was stopped before its end."""
    spec = config["network"]
    kept = ("states", "type", "hidden", "activation", "outputs", "interval", "number_embedding")
    model = {**fit.DEFAULTS["model"], **{k: head[k] for k in kept if k in head}}
    model |= {"body": str(config["model"]), "dropout": spec["dropout"], "features": (head.get("features") or {}).get("names", False)}
    whole = {**fit.DEFAULTS, **{k: config[k] for k in ("device", "split", "subset")}, **{k: v for k, v in spec.items() if k != "dropout"}}
    whole |= {"first": {**fit.DEFAULTS["first"], "steps": 0}, "pretrain": {**fit.DEFAULTS["pretrain"], "steps": 0}}  # it knows all that
    whole |= {"model": model, "out": str(out), "data": {**config["data"], "max_tokens": head["prompt"]["max_tokens"]}}
    return fit.fit(whole, out, cluster, Tuning) is not None


def more_trees(config, t, data, path, train, val, interval):
    """Tables of the trees of an entry and of new ones for what those leave over."""
    output, names = t.get("output", "median"), t["features"]
    spec = {**config["trees"], "package": t["format"]}
    x = predict.columns(data, names)
    rest = data.y - trees.predict_file(path, t["format"], names, x)
    weight = None
    if output == "median" and spec["relative"]:
        weight = trees.relative_weights(spec, names, x[train], rest[train], data.family[train])
    tail = (1 - interval) / 2
    objective, alpha = {"median": ("median", 0.5), "lo": ("quantile", tail), "hi": ("quantile", 1 - tail)}[output]
    booster = trees.train(spec, objective, alpha, names, x[train], rest[train], x[val], rest[val], weight)
    old = tables.load(path, names) if path.suffix == tables.SUFFIX else tables.convert(path, t["format"], names)
    with tempfile.TemporaryDirectory() as temp:
        temp = pathlib.Path(temp)
        new = tables.convert(temp / trees.save(booster, temp, "new"), t["format"], names)
    return tables.joined(old, new, path)


def boosted(config, head, data, out):
    """A folder of the trees of another one with new ones, as tables."""
    parts = splits.parts(data, config["split"])
    train, val = splits.subset(data, parts["train"], config["subset"]), parts["val"]
    if len(train) == 0:
        raise UserError("no row to train on: see split and subset")
    source = pathlib.Path(config["model"])
    out.mkdir(parents=True, exist_ok=True)
    entries = []
    for i, t in enumerate(head["trees"]):
        found = more_trees(config, t, data, source / t["file"], train, val, head.get("interval", 0.9))
        entries.append({**t, "file": f"{t.get('output', 'median')}-{i}{tables.SUFFIX}"})
        tables.write(found, out / entries[-1]["file"])
    saturation_k = config["network"]["save"]["saturation_k"]
    made = baselines.write_folder(out, data, train, entries, head.get("interval"), saturation_k, config["trees"], config["split"])
    if "interval" in made:
        p, lo, hi = predict.of_folder(out, data, val, None)
        widen = calibrate.widening(p, lo, hi, data.y[val], data.family[val], made["interval"])
        folder.write_config(out, made | {"widen": widen})


def judged(path, config, data, device):
    """Part and MAPE of what a folder predicts for the rows that it was not trained on."""
    parts = splits.parts(data, config["split"])
    for part in ("val", "test", "heldout"):
        rows = parts[part]
        if len(rows):
            p = predict.of_folder(path, data, rows, device)[0]
            seen = ~np.isnan(p)
            yield part, metrics.figures(p[seen], data.y[rows][seen], data.kernel[rows][seen])


def run(config):
    if not config["out"] or not config["model"]:
        raise UserError("model: the folder to start from is needed, and out: a folder")
    source, out = pathlib.Path(config["model"]), pathlib.Path(config["out"])
    head = folder.config_of(source).get("perf_head")
    if not head:
        raise UserError(f"{source}/config.json: no perf_head; fit starts from such a folder with model.body")
    has_network, has_trees = head.get("network_weight", 1) != 0, bool(head.get("trees"))
    tok, text = tokenizer.load(source / "tokenizer.json") if has_network else (None, "")
    tokens = head["prompt"]["max_tokens"] if has_network else config["data"]["max_tokens"]
    data = rows_file.load({**config["data"], "max_tokens": tokens}, tok, text)
    cluster = Cluster(config["device"])
    made = out / "model"
    if has_trees:
        boosted(config, head, data, out / "trees" if has_network else made)
    if has_network:
        if not network(config, head, cluster, out / "network"):
            return
        if has_trees:
            shared = {k: config[k] for k in combine.DEFAULTS if k in config}
            combine.run(combine.DEFAULTS | shared | {"out": str(made), "network": str(out / "network/model"), "trees": str(out / "trees")})
        else:
            shutil.copytree(out / "network/model", made, dirs_exist_ok=True)
    before, after = (dict(judged(f, config, data, cluster.device)) for f in (source, made))
    for part, f in after.items():
        error = f"MAPE {before[part]['mape']:.1f} % before, {f['mape']:.1f} % now, median {f['median_ape']:.1f} %"
        print(f"{made}: {part}: {f['samples']} samples, {error}")
