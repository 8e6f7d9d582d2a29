"""A small real model: boosted trees trained on a campaign that is timed here, on the CPU.

The features that `llmperf db export` writes and those that `llmperf predict` works out must be the same, so the libraries' predictions
on the exported rows must be those of the program; validate must judge them as they are, and doctor find a model that has learnt
something.
"""
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

import lightgbm
import numpy
import xgboost

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import common

CAMPAIGN = """
name: real
seed: 3
corpus:
  paths: [{corpus}/map, {corpus}/stencil, {corpus}/reduction]
  limit: 14
launch:
  per_kernel: 12
  local_sizes: [64]
  global_max: 262144
profile:
  reps_min: 5
  reps_max: 9
  ci_target: 0.2
  sample_budget_s: 0.05
  sentinel_every_s: 0
  burn_in_s: 0
  retime_share: 0
  cold_share: 0
split: {{train: 0.6, val: 0.2, test: 0.2, seed: 1}}
"""


def llmperf(build, *words):
    run = subprocess.run([build / "llmperf", *map(str, words)], capture_output=True, text=True, timeout=900)
    if run.returncode:
        raise SystemExit(f"llmperf {' '.join(map(str, words))}: {run.stderr}")
    return run.stdout


def features_of(row):
    """By name, as the model folder's contract defines them."""
    values = {k: v for k, v in row["features"].items() if v is not None}
    values["launch.global_size"] = row["gsize"]
    values["launch.local_size"] = row["lsize"]
    values["launch.groups"] = row["gsize"] // row["lsize"]
    values["launch.bytes"] = sum(a["elems"] * a["elem_bytes"] for a in row["args"] if a["kind"] in ("buffer", "constant"))
    return values


def table_of(rows, names):
    x = numpy.full((len(rows), len(names)), numpy.nan, numpy.float32)
    for i, row in enumerate(rows):
        for name, v in features_of(row).items():
            x[i, names.index(name)] = numpy.log2(1 + max(v, 0))
    return x


def train(folder, x, y, names):
    """Two medians and an interval; what they predict for a row is what the program must predict."""
    folder.mkdir()
    median = xgboost.train({"objective": "reg:absoluteerror", "max_depth": 4, "eta": 0.2, "nthread": 1},
                           xgboost.DMatrix(x, y, feature_names=names), 60)
    median.save_model(folder / "median.json")
    models = {}
    for name, options in ("median", {"objective": "regression_l1"}), ("lo", {"objective": "quantile", "alpha": 0.05}), (
            "hi", {"objective": "quantile", "alpha": 0.95}):
        options = {**options, "num_leaves": 8, "min_data_in_leaf": 5, "verbose": -1, "num_threads": 1}
        models[name] = lightgbm.train(options, lightgbm.Dataset(x, y, feature_name=names), 60)
        models[name].save_model(folder / f"{name}.txt")
    seen = numpy.nan_to_num(x, nan=0.0)
    trees = [{"file": "median.json", "format": "xgboost", "weight": 0.5, "features": names}] + [
        {"file": f"{name}.txt", "format": "lightgbm", "output": name, "weight": 0.5, "features": names} for name in models]
    head = {"version": 1, "target": "log2_us", "network_weight": 0, "interval": 0.9, "trees": trees,
            "training": {"device": "the CPU of this test", "features": names, "feature_lo": seen.min(0).tolist(),
                         "feature_hi": seen.max(0).tolist()}}
    (folder / "config.json").write_text(json.dumps({"perf_head": head}))
    return lambda rows: 0.5 * median.predict(xgboost.DMatrix(rows, feature_names=names)) + 0.5 * models["median"].predict(rows)


def main():
    build = common.build_folder()
    with tempfile.TemporaryDirectory() as temp:
        out = pathlib.Path(temp)
        (out / "c.yaml").write_text(CAMPAIGN.format(corpus=common.ROOT / "kernels-corpus"))
        llmperf(build, "run", "-q", out / "c.yaml", "--out", out / "c", "--device", "cpu", "--validate", "none")
        db, model = out / "c/campaign.db", out / "model"
        rows = [json.loads(line) for line in open(out / "c/dataset.jsonl", encoding="utf-8")]
        common.ok(len(rows) >= 100, f"a campaign of {len(rows)} samples", "less than 100 were timed")

        names = sorted({name for row in rows for name in features_of(row)})
        y = numpy.array([numpy.log2(row["execution_time"] / 1000) for row in rows])
        x = table_of(rows, names)
        known = numpy.array([row["split"] == "train" for row in rows])
        predict = train(model, x[known], y[known], names)

        llmperf(build, "predict", "-q", "--model", model, "--db", db)
        got = sqlite3.connect(db).execute(
            "SELECT p.median_ns FROM prediction p JOIN sample s ON s.id = p.sample_id JOIN kernel k ON k.id = s.kernel_id"
            " JOIN timing t ON t.sample_id = s.id AND t.policy = 'warm' ORDER BY k.path, k.name, s.idx").fetchall()
        got = numpy.log2(numpy.array(got)[:, 0] / 1000)
        worst = float(numpy.abs(got - predict(x)).max()) if len(got) == len(rows) else numpy.inf
        common.ok(worst <= 1e-5, "predictions from exported and from stored features are the same", f"{worst} in log2")

        figures = {part: json.loads(llmperf(build, "validate", "-q", "--model", model, "--db", db, "--split", part, "--json"))["all"]
                   for part in ("train", "all")}
        mean = float(numpy.abs(got[known] - y[known]).mean())
        common.ok(abs(figures["train"]["log2_error"] - mean) < 1e-3, "validate judges them as they are", f"{figures['train']}, not {mean}")
        constant = float(numpy.abs(y - numpy.median(y[known])).mean())
        common.ok(figures["all"]["log2_error"] < 0.6 * constant, "the model has learnt something",
                  f"{figures['all']}, a constant has {constant}")
        common.ok(figures["train"]["rank"] > 0.7, "the order within kernels is right", figures["train"])

        checks = {c["check"]: c["verdict"] for c in json.loads(llmperf(build, "doctor", "-q", "--model", model, "--db", db, "--json"))["checks"]}
        common.ok(checks["predictions differ"] == "fine" and checks["order within kernels"] == "fine", "doctor finds it well", checks)
    common.done()


if __name__ == "__main__":
    main()
