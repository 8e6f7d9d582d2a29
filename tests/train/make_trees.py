#!/usr/bin/env python3
"""Makes the small boosted trees that the tests read, and what their libraries predict with them.

    make_trees.py OUT_DIR [--rounds N] [--seed N]

Writes xgboost.json, lightgbm.txt, the same as tables (*.safetensors), and *.golden.json: {"features": names, "x": rows (null:
missing), "y": predictions}. Needs numpy, xgboost, lightgbm and safetensors.
"""
import argparse
import json
import os
import pathlib
import sys

import lightgbm
import numpy
import safetensors.numpy
import xgboost

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "train"))
from llmperf_train import tables

NAMES = ["launch.global_size", "flop", "load_global_bytes", "branches"]


def data(seed, rows):
    """Rows with what trips readers up: missing values, zeros, values that equal thresholds."""
    rng = numpy.random.default_rng(seed)
    x = rng.uniform(0, 24, (rows, len(NAMES))).astype(numpy.float32)
    x[:, 3] = numpy.round(x[:, 3] / 6)
    x[rng.uniform(size=x.shape) < 0.15] = numpy.nan
    x[rng.uniform(size=x.shape) < 0.10] = 0
    z = numpy.nan_to_num(x, nan=3)
    y = z[:, 0] * 0.7 + numpy.maximum(z[:, 1], z[:, 2]) * 0.4 - z[:, 3] + rng.normal(0, 0.1, rows)
    return x, y


def save_golden(path, x, y):
    rows = [[None if numpy.isnan(v) else float(v) for v in row] for row in x]
    with open(path, "w", encoding="utf-8") as f:
        json.dump({"features": NAMES, "x": rows, "y": [float(v) for v in y]}, f)
        f.write("\n")


def save_tables(path, kind):
    path = pathlib.Path(path)
    safetensors.numpy.save_file(tables.convert(path, kind, NAMES), path.with_suffix(".safetensors"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--rows", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    os.makedirs(a.out, exist_ok=True)
    x, y = data(a.seed, a.rows)
    probe = data(a.seed + 1, 60)[0]

    matrix = xgboost.DMatrix(x, y, feature_names=NAMES)
    booster = xgboost.train({"objective": "reg:absoluteerror", "max_depth": a.depth, "seed": a.seed, "nthread": 1}, matrix,
                            a.rounds)
    booster.save_model(os.path.join(a.out, "xgboost.json"))
    save_tables(os.path.join(a.out, "xgboost.json"), "xgboost")
    save_golden(os.path.join(a.out, "xgboost.golden.json"), probe,
                booster.predict(xgboost.DMatrix(probe, feature_names=NAMES)))

    # zero_as_missing decides how a zero goes; the second model has it, so that both ways are seen.
    for name, zero in ("lightgbm", False), ("lightgbm_zero", True):
        options = {"objective": "regression_l1", "num_leaves": 2**a.depth, "min_data_in_leaf": 5, "seed": a.seed, "verbose": -1,
                   "num_threads": 1, "deterministic": True, "zero_as_missing": zero}
        model = lightgbm.train(options, lightgbm.Dataset(x, y, feature_name=NAMES), a.rounds)
        model.save_model(os.path.join(a.out, name + ".txt"))
        save_tables(os.path.join(a.out, name + ".txt"), "lightgbm")
        save_golden(os.path.join(a.out, name + ".golden.json"), probe, model.predict(probe))


if __name__ == "__main__":
    main()
