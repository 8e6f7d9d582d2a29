"""docs/own-gpu.md: every command of it runs, from a campaign to predictions of a model that was tuned to it.

As written, but for the names that it begins with: a small campaign, a small model to start from, few rounds and steps. PoCL is the
other device. The environment of the build stands for the one that the document makes.
"""

import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

import numpy as np
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import common

sys.path[:0] = [str(common.ROOT / "train"), str(common.ROOT / "tests")]
import docs
from llmperf_train import data as rows_file
from llmperf_train import folder, predict, tables, tokenizer

START = common.ROOT / "tests/fixtures/model/network"
SMALL = {
    "llmperf_train tune": "--set trees.rounds=60 --set trees.leaves=8 --set trees.min_rows=5 --set trees.threads=1"
    " --set network.train.steps=30 --set network.train.batch=1 --set network.train.length=512 --set network.train.eval_every=10",
    "llmperf_train baselines": "--set trees.rounds=30 --set trees.leaves=8 --set trees.min_rows=5 --set trees.threads=1",
}
# What the tests must not do, or do already.
LEFT_OUT = ("make build", "python3 -m venv", "export PATH=")
LIMIT = 1e-4  # in log2, between C and Python
HELD_OUT = "data/grid_scale.cl"


def commands():
    """What the document tells to type."""
    return docs.commands("docs/own-gpu.md")


def campaign(place):
    """A campaign file of 210 samples, 30 of a kernel that is held out."""
    corpus = common.ROOT / "tests/fixtures/corpus"
    text = (common.ROOT / "tests/fixtures/tiny.yaml").read_text()
    text = re.sub(r"per_kernel: \d+", "per_kernel: 30", text)
    (place / "c.yaml").write_text(text.replace("paths: [corpus]", f"paths: [{corpus}]\n  held_out: [{corpus / HELD_OUT}]"))
    return place / "c.yaml"


def adapted(line, names):
    """A command with the names and numbers of the tests."""
    name = line.split("=")[0]
    if name in names:
        return f"{name}={names[name]}"
    for part, more in SMALL.items():
        if part in line:
            return f"{line} {more}"
    return line


def run_all(place, build):
    """Each command in one shell after the other, with what it said."""
    names = {"CONFIG": campaign(place), "MODEL": START, "OUT": place / "own"}
    found = commands()
    kept = [adapted(line, names) for line in found if not line.startswith(LEFT_OUT)]
    common.ok(len(kept) >= 12 and len(found) - len(kept) == len(LEFT_OUT), f"{len(kept)} commands of docs/own-gpu.md", found)
    settings = [line for line in kept if line.split("=")[0] in names]
    environment = {**os.environ, "PATH": f"{build}:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}",
                   "PYTHONPATH": str(common.ROOT / "train"), "OMP_NUM_THREADS": "1"}
    said = {}
    for line in kept:
        if line in settings:
            continue
        script = "\n".join(["set -eu", *settings, line])
        run = subprocess.run(["bash", "-c", script], cwd=common.ROOT, capture_output=True, text=True, timeout=300, env=environment)
        common.ok(run.returncode == 0, line[:120], run.stdout[-500:] + run.stderr[-2000:])
        said[line] = run.stdout
    return said


def same_in_c(place, build):
    """The tuned folder in C and in Python."""
    model, jsonl = place / "own/tune/model", place / "own/dataset.jsonl"
    tok, text = tokenizer.load(model / "tokenizer.json")
    data = rows_file.load({**rows_file.DEFAULTS, "file": str(jsonl), "max_tokens": 1000}, tok, text)
    want = predict.of_folder(model, data, np.arange(len(data.y)), torch.device("cpu"))[0]
    command = [build / "llmperf", "predict", "-q", "--model", model, "--db", place / "own/campaign.db"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    with sqlite3.connect(place / "own/campaign.db") as db:
        got = db.execute(
            "SELECT median_ns FROM prediction JOIN sample s ON s.id = sample_id JOIN kernel k ON k.id = kernel_id"
            " WHERE model = ? ORDER BY k.path, k.name, s.idx", (model.name,)).fetchall()
    if common.ok(len(got) == len(want), f"the C side predicts all {len(want)} samples", run.stderr):
        worst = float(np.abs(np.log2(np.array(got)[:, 0] / 1000) - want).max())
        common.ok(worst <= LIMIT, f"and agrees to {worst:.2g} in log2")


def went_on(place):
    """The new folder holds the old one and more."""
    old, new = (folder.config_of(p)["perf_head"] for p in (START, place / "own/tune/model"))
    common.ok(new["features"] == old["features"] and 0 < new["network_weight"] < 1, "features are normalised as before", new)
    for old_entry, entry in zip(old["trees"], new["trees"], strict=True):
        added = tables.load(place / "own/tune/model" / entry["file"], entry["features"])
        first = tables.convert(START / old_entry["file"], entry["format"], entry["features"])
        n, leaves = len(first["feature"]), len(first["leaf"])
        same = np.array_equal(added["feature"][:n], first["feature"]) and np.array_equal(added["leaf"][:leaves], first["leaf"])
        common.ok(same and len(added["feature"]) > n, f"{entry['format']}: more nodes after the same {n}: {len(added['feature'])}")
    tensors = [folder.tensors_of(p) for p in (START, place / "own/tune/model")]
    common.ok(tensors[0].keys() == tensors[1].keys(), "the network has the same tensors")
    body = [n for n in tensors[0] if n.endswith("wte.weight")][0]
    moved = float((tensors[0][body] - tensors[1][body]).abs().max())
    common.ok(0 < moved < 0.1, f"and goes on from the same weights: {moved:.2g} further")


def main():
    build = common.build_folder()
    with tempfile.TemporaryDirectory() as temp:
        place = pathlib.Path(temp)
        said = run_all(place, build)
        tuned = next((v for k, v in said.items() if "llmperf_train tune" in k), "")
        errors = re.findall(r"(val|test): (\d+) samples, MAPE ([\d.]+) % before, ([\d.]+) % now", tuned)
        common.ok(len(errors) == 2 and all(float(b) > float(a) for _, _, b, a in errors), f"tuning lowers the error: {errors}", tuned)
        went_on(place)
        same_in_c(place, build)
    common.done()


if __name__ == "__main__":
    main()
