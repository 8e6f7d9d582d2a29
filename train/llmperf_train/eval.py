"""Judges model folders on the rows that they were not trained on.

A model is one folder, or a list of them: the i-th is judged on the test rows of fold i, and all are taken together.
"""

import json
import pathlib

import numpy as np

from . import data as rows_file
from . import folder, metrics, predict, splits, tokenizer
from .cluster import Cluster
from .config import UserError
from .table import markdown

DEFAULTS = {
    "out": None,
    "device": "auto",
    "data": rows_file.DEFAULTS,
    "split": {**splits.DEFAULTS, "part": "test"},
    "models": {},  # name: folder, or name: [folder of fold 0, of fold 1, ...]
    "most_rows": 0,
}


def rows_for(data, split, fold, most):
    """The rows of a part; with `most` a random choice of them."""
    parts = splits.parts(data, {**split, "fold": fold})
    if split["part"] not in parts:
        raise UserError(f"split.part: one of {' '.join(parts)} is expected, not {split['part']!r}")
    rows = parts[split["part"]]
    return np.sort(np.random.default_rng(split["seed"]).permutation(rows)[:most]) if most else rows


def judge(config, folders, device, caches):
    """The report of one model."""
    found, split = [], config["split"]
    data = None
    for i, path in enumerate(folders):
        path = pathlib.Path(path)
        head = folder.config_of(path).get("perf_head") or {}
        tok, text = tokenizer.load(path / "tokenizer.json") if head.get("network_weight", 1) else (None, "")
        key = text, head.get("prompt", {}).get("max_tokens", 2048)
        if key not in caches:
            caches[key] = rows_file.load({**config["data"], "max_tokens": key[1]}, tok, text)
        data = caches[key]
        rows = rows_for(data, split, i if len(folders) > 1 else split["fold"], config["most_rows"])
        if len(rows) == 0:
            raise UserError(f"{path}: no row in part {split['part']} of fold {i}")
        found.append((rows, *predict.of_folder(path, data, rows, device, quiet=False)))
    rows, p, lo, hi = (np.concatenate(v) for v in zip(*found, strict=True))
    known = ~np.isnan(p)
    report = metrics.report(p[known], data.y[rows[known]], data, rows[known], lo[known], hi[known])
    return report | {"rows_too_long": int((~known).sum())}


def run(config):
    if not config["models"] or not config["out"]:
        raise UserError("models: names and folders are needed, and out: a folder")
    device, caches = Cluster(config["device"]).device, {}
    reports = {}
    for name, folders in config["models"].items():
        reports[name] = judge(config, folders if isinstance(folders, list) else [folders], device, caches)
    out = pathlib.Path(config["out"])
    out.mkdir(parents=True, exist_ok=True)
    (out / "eval.json").write_text(json.dumps({"split": config["split"], "models": reports}, indent=1) + "\n")
    text = markdown(reports, config["split"])
    (out / "eval.md").write_text(text)
    print(text)
