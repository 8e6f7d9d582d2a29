"""What a network must beat, on the same splits: the median of all times, a roofline, boosted trees on the launch alone, on all
features, and on all features for the least relative error, a network of the features alone, its average with the trees.

Trees are saved as model folders. Judged as eval judges (judging.py), with the same files: baselines.json, baselines.md,
predictions.npz, curves.
"""

import copy
import pathlib

import numpy as np

from . import calibrate, card, fit, folder, judging, losses, optim, predict, roofline, splits, trees
from . import data as rows_file
from .cluster import Cluster
from .config import UserError
from .features import LAUNCH, ranges

DEFAULTS = {
    "out": None,
    "data": rows_file.DEFAULTS,
    "split": splits.DEFAULTS,
    "subset": splits.SUBSET,
    "trees": {**trees.DEFAULTS, "packages": ["lightgbm", "xgboost"], "save": "lightgbm"},
    "mlp": {"steps": 0, "batch": 1024, "hidden": [256, 256], "lr": 2e-3},  # steps 0: none
    "saturation_k": 40,
    **judging.DEFAULTS,
}


MLP = "network of the features alone"


class Baselines:
    """All baselines of one fold: predictions of its validation and of its test rows by name."""

    def __init__(self, config, data, out):
        self.config, self.data, self.out = config, data, out
        self.parts = splits.parts(data, config["split"])
        self.parts["train"] = splits.subset(data, self.parts["train"], config["subset"])
        if len(self.parts["train"]) == 0 or len(self.parts["test"]) == 0:
            raise UserError("no row to train on, or none to test: see split and subset")
        self.rows = [self.parts["val"], self.parts["test"]]
        self.found, self.ends = {}, {}

    def run(self):
        y, train = self.data.y, self.parts["train"]
        self.add("global median", [np.full(len(r), np.median(y[train])) for r in self.rows])
        constants = roofline.fit(self.data, train)
        self.add("roofline", [roofline.predict(constants, self.data, r) for r in self.rows])
        for package in self.config["trees"]["packages"]:
            spec = {**self.config["trees"], "package": package}
            self.trees(f"{package}, launch only", "launch", {**spec, "relative": 0, "interval": None}, LAUNCH)
            self.trees(f"{package}, static features", "static", {**spec, "relative": 0}, self.data.names)
            if spec["relative"]:
                self.trees(f"{package}, relative error", "relative", spec, self.data.names)
        if self.config["mlp"]["steps"]:
            self.add(MLP, self.mlp())
        return self.found

    def add(self, name, predictions):
        """Of both parts, a median without interval."""
        parts = [judging.Part(r, p, np.full(len(r), np.nan), np.full(len(r), np.nan)) for r, p in zip(self.rows, predictions, strict=True)]
        self.found[name] = tuple(parts)

    def trees(self, name, stem, spec, names):
        """A folder of trees, and what it predicts."""
        x = predict.columns(self.data, names)
        train, val, y = self.parts["train"], self.parts["val"], self.data.y
        group = (self.data.source if self.config["split"]["by"] == "kernel" else self.data.family)[train]

        def one(objective, alpha, weight=None):
            return trees.train(spec, objective, alpha, list(names), x[train], y[train], x[val], y[val], weight)

        weight = trees.relative_weights(spec, list(names), x[train], y[train], group) if spec["relative"] else None
        boosters = {"median": one("median", 0.5, weight)}
        if spec["interval"]:
            tail, package = (1 - spec["interval"]) / 2, spec["package"]
            if package not in self.ends:  # the same for every median
                self.ends[package] = {"lo": one("quantile", tail), "hi": one("quantile", 1 - tail)}
            boosters |= self.ends[package]
        where = self.out / f"{spec['package']}-{stem}"
        self.save(where, boosters, names, spec)
        parts = [judging.Part(r, *predict.of_folder(where, self.data, r, None)) for r in self.rows]
        if spec["interval"]:
            parts = self.widened(where, parts, spec["interval"])
        self.found[name] = tuple(parts)

    def widened(self, where, parts, interval):
        """Parts by a folder whose interval has been fitted to the validation rows."""
        val, config = parts[0], folder.config_of(where)
        widen = calibrate.widening(val.p, val.lo, val.hi, self.data.y[val.rows], self.data.family[val.rows], interval)
        folder.write_config(where, config["perf_head"] | {"widen": widen})
        return [p.widened(widen) for p in parts]

    def save(self, where, boosters, names, spec):
        where.mkdir(parents=True, exist_ok=True)
        entries = [trees.entry(b, where, output, names) for output, b in boosters.items()]
        interval = spec["interval"] if "lo" in boosters else None
        write_folder(where, self.data, self.parts["train"], entries, interval, self.config["saturation_k"], spec, self.config["split"])

    def mlp(self):
        """Trained by fit, with a network that has no body."""
        mlp = self.config["mlp"]
        config = copy.deepcopy(fit.DEFAULTS)
        config |= {
            "data": self.config["data"],
            "split": self.config["split"],
            "subset": self.config["subset"],
            "device": "auto",
        }
        config["model"] |= {"body": "none", "hidden": mlp["hidden"], "outputs": 1, "number_embedding": False}
        config["optim"] = {**optim.DEFAULTS, "lr": mlp["lr"], "ema": 0.999}
        config["loss"] = {**losses.DEFAULTS}
        config["train"] |= {"steps": mlp["steps"], "batch": mlp["batch"]}
        training = fit.Training(config, self.out / "features-mlp", Cluster("auto"))
        training.run()
        training.model.load_state_dict(training.best)
        return [predict.network(training.model, training.packer, r, training.cluster.device)[:, 0] for r in self.rows]


def write_folder(where, data, train, entries, interval, saturation_k, spec, split):
    """Configuration and card of a folder of trees; returns its perf_head."""
    device = data.device
    training = {k: v for k, v in (("device", device.get("name")), ("compute_units", device.get("compute_units"))) if v is not None}
    training |= {"saturation_k": saturation_k, **ranges(data.names, data.x[train])}
    training["notes"] = {"split": split, "train_rows": len(train)}
    head = {"version": 1, "target": "log2_us", "network_weight": 0, "trees": entries, "training": training}
    if interval:
        head["interval"] = interval
    folder.write_config(where, head)
    card.write(where, head, {"trees": spec, "split": split})
    return head


def run(config):
    if not config["out"]:
        raise UserError("out: a folder is needed")
    data = rows_file.load(config["data"])
    out = pathlib.Path(config["out"])
    every = config["split"]["fold"] == "all"
    folds = []
    for fold in range(config["split"]["folds"]) if every else [config["split"]["fold"]]:
        split = {**config["split"], "fold": fold}
        folds.append(Baselines({**config, "split": split}, data, out / f"fold-{fold}" if every else out).run())
    found = {name: [f[name] for f in folds] for name in folds[0]}
    best = [n for n in found if n.startswith(("lightgbm", "xgboost"))][-1:]
    averages = {"average of trees and network": [*best, MLP]} if MLP in found and best else {}
    judging.finish({**config, "averages": {**averages, **config["averages"]}}, data, found, "baselines")
