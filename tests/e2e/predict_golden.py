#!/usr/bin/env python3
"""Predictions against what transformers, xgboost and lightgbm give: predict_golden.py BUILD FOLDER

FOLDER is tests/fixtures/model, made by tests/train/make_model_folder.py. Prints the largest difference of log2 times of each model;
exit status 1 when one is above 1e-4. Sweeps must give what single launches give, to 1e-5.
"""
import json
import math
import pathlib
import subprocess
import sys

def predict(build, folder, row, *launch):
    words = [build / "llmperf", "predict", "--json", "-q", "--model", folder / row["model"], folder / "kernels" / row["file"], "--kernel",
             row["kernel"], *launch]
    for arg in row["args"]:
        words += ["--arg", arg]
    run = subprocess.run(words, stdout=subprocess.PIPE, timeout=120, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def difference(got, want):
    worst = 0.0
    for key in "median_us", "lo_us", "hi_us":
        if (got[key] is None) != (want[key] is None):
            return math.inf
        if got[key] is not None:
            worst = max(worst, abs(math.log2(got[key]) - math.log2(want[key])))
    return worst


def main():
    build, folder = map(pathlib.Path, sys.argv[1:])
    rows = [json.loads(line) for line in open(folder / "golden.jsonl", encoding="utf-8")]
    worst, sweep = {}, {}
    for r in rows:
        single = predict(build, folder, r, "--global", str(r["global"]), "--local", str(r["local"]))[0]
        worst[r["model"]] = max(worst.get(r["model"], 0), difference(single, r))
        among = predict(build, folder, r, "--sweep", f"global={r['global']},{r['global'] * 2},{r['global'] * 3},local=32,{r['local']}")
        same = [s for s in among if (s["global"], s["local"]) == (r["global"], r["local"])]
        sweep[r["model"]] = max(sweep.get(r["model"], 0), difference(same[-1], single))
    for model in worst:
        print(f"{model}: {worst[model]:.3g} from the libraries, {sweep[model]:.3g} between sweep and single")
    sys.exit(max(worst.values()) > 1e-4 or max(sweep.values()) > 1e-5 or len(rows) < 15)


if __name__ == "__main__":
    main()
