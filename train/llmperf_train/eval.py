"""Judges model folders on rows that they were not trained on, all of them on the same rows.

A model is one folder, or a list of them: the i-th predicts the test rows of fold i, and all are taken together; held-out rows are
predicted by each of them, and the mean counts. Averages of models have the shares that do best on each fold's validation rows, on
which calibration is fitted too (judging.py). Writes eval.json, eval.md, predictions.npz and curves.
"""

import pathlib

import numpy as np

from . import data as rows_file
from . import folder, judging, predict, splits, tokenizer
from .cluster import Cluster
from .config import UserError

DEFAULTS = {
    "out": None,
    "device": "auto",
    "data": rows_file.DEFAULTS,
    "split": {**splits.DEFAULTS, "part": "test"},  # part: train, val, test or heldout
    "models": {},  # name: folder, or name: [folder of fold 0, of fold 1, ...], or one with {fold} in it for as many;
    # a name ending in .npz are the predictions that fit saved (save.predictions)
    "most_rows": 0,
    **judging.DEFAULTS,
}


class Reader:
    """Reads data and models once."""

    def __init__(self, config):
        self.config, self.device = config, Cluster(config["device"]).device
        self.caches, self.data = {}, None

    def data_of(self, path):
        """The rows with the tokens of a folder's network; of saved predictions without any."""
        if path.suffix == ".npz":
            self.data = self.data or self.load(None, "", self.config["data"]["max_tokens"])
            return self.data
        head = folder.config_of(path).get("perf_head") or {}
        tok, text = tokenizer.load(path / "tokenizer.json") if head.get("network_weight", 1) else (None, "")
        return self.load(tok, text, head.get("prompt", {}).get("max_tokens", 2048))

    def load(self, tok, text, max_tokens):
        key = text, max_tokens
        if key not in self.caches:
            self.caches[key] = rows_file.load({**self.config["data"], "max_tokens": max_tokens}, tok, text)
        self.data = self.caches[key]
        return self.data

    def rows_of(self, data, fold, part):
        """The rows of a part; a random choice of them where `most_rows` says so."""
        split, most = self.config["split"], self.config["most_rows"]
        parts = splits.parts(data, {**split, "fold": fold})
        if part not in parts:
            raise UserError(f"split.part: one of {' '.join(parts)} is expected, not {part!r}")
        rows = parts[part]
        return np.sort(np.random.default_rng(split["seed"]).permutation(rows)[:most]) if most else rows

    def predictions(self, folders):
        """[(validation part, test part)] by fold."""
        out, split = [], self.config["split"]
        for i, path in enumerate(map(pathlib.Path, folders)):
            data, fold = self.data_of(path), i if len(folders) > 1 else split["fold"]
            given = predict.of_saved(path, data) if path.suffix == ".npz" else None
            both = [self.rows_of(data, fold, part) for part in ("val", split["part"])]
            if len(both[1]) == 0:
                raise UserError(f"{path}: no row in part {split['part']} of fold {fold}")
            rows = np.unique(np.concatenate(both))
            ends = given[:, rows] if given is not None else predict.of_folder(path, data, rows, self.device, quiet=False)
            whole = judging.Part(rows, *ends)
            out.append(tuple(whole.at(np.searchsorted(rows, r)) for r in both))
        return out


def folders_of(given, folds):
    """The folders that a value of `models` means."""
    if isinstance(given, list):
        return given
    return [given.replace("{fold}", str(i)) for i in range(folds)] if "{fold}" in given else [given]


def run(config):
    if not config["models"] or not config["out"]:
        raise UserError("models: names and folders are needed, and out: a folder")
    reader = Reader(config)
    found = {name: reader.predictions(folders_of(f, config["split"]["folds"])) for name, f in config["models"].items()}
    judging.finish(config, reader.data, found, "eval")
