#!/usr/bin/env python3
"""How much a model gains by the samples of another device: tune.py BUILD MODEL OUT

OUT is the folder of a campaign on that device (`llmperf run CONFIG --out OUT`), MODEL the folder to start from. For several numbers
of training samples, a model tuned from MODEL and trees trained on them alone, judged by `llmperf validate` on the same test families
and held-out benchmarks. Prints the table of docs/own-gpu.md; needs the Python packages of train/requirements.txt.
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = (300, 1000, 0)  # 0: all
COLUMNS = ("test", "heldout")
ALONE = {"data__cache": "null", "split__by": "field", "split__fold": 0, "mlp__steps": 0, "trees__packages": "[lightgbm]",
         "trees__leaves": 31, "trees__min_rows": 10}


def figures(build, model, db):
    """MAPE, median and rank correlation of each part, calibration not applied."""
    cells = []
    for part in COLUMNS:
        command = [build / "llmperf", "validate", "-q", "--json", "--split", part, "--model", model, "--db", db]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode and "no timed sample" not in run.stderr:
            sys.exit(run.stderr)
        found = json.loads(run.stdout)["all"] if run.returncode == 0 else None
        cells.append(f"{found['mape']:.0f} / {found['median_ape']:.0f} / {found['rank']:.2f}" if found else "-")
    return cells


def train(command, out, **keys):
    """A command of llmperf_train with its recipe."""
    words = [w for k, v in {**keys, "out": out}.items() for w in ("--set", f"{k.replace('__', '.')}={v}")]
    recipe = ROOT / f"train/recipes/{command}.yaml"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "train")}
    whole = [sys.executable, "-m", "llmperf_train", command, "--config", recipe, *words]
    run = subprocess.run(whole, env=environment, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr[-2000:])


def main():
    build, model, out = (pathlib.Path(p).resolve() for p in sys.argv[1:])
    db, rows = out / "campaign.db", out / "dataset.jsonl"
    print("| model | samples to learn from | " + " | ".join(f"{c}: MAPE % / median % / rank" for c in COLUMNS) + " |\n|---|---|---|---|")
    print(f"| {model.name} as it is | 0 | " + " | ".join(figures(build, model, db)) + " |", flush=True)
    for n in SAMPLES:
        shared = {"data__file": rows, "subset__samples": n, "trees__threads": 1}
        train("tune", out / f"bench/tune-{n}", model=model, **shared)
        train("baselines", out / f"bench/alone-{n}", **ALONE, **shared)
        config = json.loads((out / f"bench/alone-{n}/lightgbm-relative/config.json").read_text())
        learned = config["perf_head"]["training"]["notes"]["train_rows"]
        for words, folder in (("tuned", f"tune-{n}/model"), ("trees alone", f"alone-{n}/lightgbm-relative")):
            print(f"| {words} | {learned} | " + " | ".join(figures(build, out / "bench" / folder, db)) + " |", flush=True)


if __name__ == "__main__":
    main()
