"""What a network must beat, on the same splits: the median of all times, a roofline, boosted trees without and with the code's
features, a network of the features alone. The trees with features are saved as a model folder."""

import copy
import json
import pathlib

import numpy as np

from . import card, fit, folder, losses, metrics, optim, roofline, splits, trees
from . import data as rows_file
from .cluster import Cluster
from .config import UserError
from .features import LAUNCH, ranges
from .predict import columns
from .table import markdown

DEFAULTS = {
    "out": None,
    "data": rows_file.DEFAULTS,
    "split": splits.DEFAULTS,
    "subset": splits.SUBSET,
    "trees": {**trees.DEFAULTS, "packages": ["lightgbm", "xgboost"], "save": "lightgbm"},
    "mlp": {"steps": 0, "batch": 1024, "hidden": [256, 256], "lr": 2e-3},  # steps 0: none
    "saturation_k": 40,
}


class Baselines:
    """All baselines of one fold: predictions of its test rows by name."""

    def __init__(self, config, data, out):
        self.config, self.data, self.out = config, data, out
        self.parts = splits.parts(data, config["split"])
        self.parts["train"] = splits.subset(data, self.parts["train"], config["subset"])
        if len(self.parts["train"]) == 0 or len(self.parts["test"]) == 0:
            raise UserError("no row to train on, or none to test: see split and subset")
        self.test = self.parts["test"]
        self.found = {}

    def run(self):
        y, train = self.data.y, self.parts["train"]
        self.add("global median", np.full(len(self.test), np.median(y[train])))
        self.add("roofline", roofline.predict(roofline.fit(self.data, train), self.data, self.test))
        for package in self.config["trees"]["packages"]:
            spec = {**self.config["trees"], "package": package}
            for words, names in (("launch only", LAUNCH), ("static features", self.data.names)):
                self.add(f"{package}, {words}", *self.trees(spec, names, words == "static features"))
        if self.config["mlp"]["steps"]:
            self.add("network of the features alone", self.mlp())
        return self.found

    def add(self, name, p, lo=None, hi=None):
        self.found[name] = p, lo, hi

    def trees(self, spec, names, whole):
        """Median, and with `whole` the interval and perhaps the folder."""
        x = columns(self.data, names)
        train, val, y = self.parts["train"], self.parts["val"], self.data.y

        def one(objective, alpha):
            return trees.train(spec, objective, alpha, list(names), x[train], y[train], x[val], y[val])

        boosters = {"median": one("median", 0.5)}
        if whole and spec["interval"]:
            tail = (1 - spec["interval"]) / 2
            boosters |= {"lo": one("quantile", tail), "hi": one("quantile", 1 - tail)}
        where = self.out / f"{spec['package']}-{'static' if whole else 'launch'}"
        self.save(where, boosters, names, spec)
        head = folder.config_of(where)["perf_head"]
        sides = trees.of_folder(where, head, self.data, self.test)[0]
        p = sides["median"][1]
        return (p, p - sides["below"][1], p + sides["above"][1]) if "below" in sides else (p,)

    def save(self, where, boosters, names, spec):
        where.mkdir(parents=True, exist_ok=True)
        device, train = self.data.device, self.parts["train"]
        training = {k: v for k, v in (("device", device.get("name")), ("compute_units", device.get("compute_units"))) if v is not None}
        training |= {"saturation_k": self.config["saturation_k"], **ranges(self.data.names, self.data.x[train])}
        training["notes"] = {"split": self.config["split"], "train_rows": len(train)}
        entries = [trees.entry(b, where, output, names) for output, b in boosters.items()]
        head = {"version": 1, "target": "log2_us", "network_weight": 0, "trees": entries, "training": training}
        if "lo" in boosters:
            head["interval"] = spec["interval"]
        folder.write_config(where, head)
        card.write(where, head, {"trees": spec, "split": self.config["split"]})

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
        return fit.predict.network(training.model, training.packer, self.test, training.cluster.device)[:, 0]


def pooled(folds, data):
    """Reports over the test rows of all folds, by baseline."""
    out = {}
    for name in folds[0][1]:
        rows = np.concatenate([rows for rows, _ in folds])
        p, lo, hi = (None if folds[0][1][name][i] is None else np.concatenate([f[name][i] for _, f in folds]) for i in range(3))
        out[name] = metrics.report(p, data.y[rows], data, rows, lo, hi)
    return out


def run(config):
    if not config["out"]:
        raise UserError("out: a folder is needed")
    data = rows_file.load(config["data"])
    out = pathlib.Path(config["out"])
    every = config["split"]["fold"] == "all"
    folds = []
    for fold in range(config["split"]["folds"]) if every else [config["split"]["fold"]]:
        split = {**config["split"], "fold": fold}
        one = Baselines({**config, "split": split}, data, out / f"fold-{fold}" if every else out)
        folds.append((one.test, one.run()))
    reports = pooled(folds, data)
    out.mkdir(parents=True, exist_ok=True)
    (out / "baselines.json").write_text(json.dumps({"split": config["split"], "models": reports}, indent=1) + "\n")
    text = markdown(reports, config["split"])
    (out / "baselines.md").write_text(text)
    print(text)
