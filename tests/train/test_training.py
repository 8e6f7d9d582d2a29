"""Training from a campaign to predictions: samples timed here, a tokenizer, a network, trees, both together.

The C side must predict what Python does to 1e-4 in log2; a training that was interrupted must end with the weights of one that was not.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch
from safetensors.torch import load_file, save_file

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import common
import make_tiny_codegen as tiny

sys.path.insert(0, str(common.ROOT / "train"))
from llmperf_train import data as rows_file
from llmperf_train import best_local, calibrate, metrics, predict, tokenizer

LIMIT = 1e-4
SPLIT = {"by": "kernel", "folds": 4, "fold": 0, "val": 0.3, "seed": 1}
FIT = {
    "device": "cpu",
    "split": SPLIT,
    "model": {"n_embd": 32, "n_layer": 2, "n_head": 4, "rotary_dim": 8, "hidden": [32], "dropout": 0.1,
              "states": {"from": "layers", "n": 3}},
    "pretrain": {"steps": 20, "length": 64, "batch": 4},
    "loss": {"relative": [0.5, 0.9]},
    "optim": {"lr": 0.003, "warmup": 20, "ema": 0.9},
    "train": {"steps": 200, "length": 512, "batch": 2, "launches": 4, "eval_every": 50, "checkpoint_every": 50, "select": "last"},
    "save": {"dtype": "f32"},
}


class Place:
    """A folder with a campaign, and the commands that work on it."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.db, self.jsonl = folder / "c.db", folder / "c.jsonl"
        self.base = {"data": {"file": str(self.jsonl), "cache": str(folder / "cache")}}

    def llmperf(self, *words):
        run = subprocess.run([self.build / "llmperf", *map(str, words)], capture_output=True, text=True, timeout=300)
        if run.returncode:
            sys.exit(f"llmperf {words[0]}: {run.stderr}")
        return run.stdout

    def campaign(self):
        """280 samples of the kernels of the fixtures."""
        fixtures = common.ROOT / "tests/fixtures"
        text = (fixtures / "tiny.yaml").read_text()
        text = re.sub(r"per_kernel: \d+", "per_kernel: 40", text).replace("paths: [corpus]", f"paths: [{fixtures / 'corpus'}]")
        (self.folder / "c.yaml").write_text(text)
        self.llmperf("analyze", "-q", "--db", self.db, fixtures / "corpus")
        self.llmperf("gen", "-q", "--config", self.folder / "c.yaml", "--db", self.db)
        self.llmperf("profile", "-q", "--db", self.db, "--device", "cpu")
        self.llmperf("db", "split", "-q", "--db", self.db)
        self.llmperf("db", "export", "--db", self.db, "--out", self.jsonl)

    def words(self, command, config, runner=(sys.executable, "-m", "llmperf_train")):
        file = self.folder / f"{command}-{pathlib.Path(config['out']).name}.yaml"
        file.write_text(json.dumps(config))
        return [*runner, command, "--config", str(file)]

    def train(self, command, config, *more, **given):
        run = subprocess.run([*self.words(command, config, **given), *more], cwd=common.ROOT / "train", capture_output=True, text=True,
                             timeout=600, env={**os.environ, "OMP_NUM_THREADS": "1"})
        return run

    def fit(self, name, *more, **given):
        config = {**FIT, **self.base, "out": str(self.folder / name), "tokenizer": str(self.folder / "tokenizer.json")}
        return self.train("fit", config, *more, **given)

    def same_in_c(self, name, folder):
        """Times of all samples from the C side and from Python."""
        head = json.loads((folder / "config.json").read_text())["perf_head"]
        tok, text = tokenizer.load(folder / "tokenizer.json") if head["network_weight"] else (None, "")
        data = rows_file.load({**rows_file.DEFAULTS, **self.base["data"]}, tok, text)
        rows = np.arange(len(data.y))
        want = np.stack(predict.of_folder(folder, data, rows, torch.device("cpu")))
        self.llmperf("predict", "-q", "--model", folder, "--db", self.db)
        with sqlite3.connect(self.db) as db:
            got = db.execute(
                "SELECT median_ns, lo_ns, hi_ns FROM prediction JOIN sample s ON s.id = sample_id JOIN kernel k ON k.id = kernel_id"
                " WHERE model = ? ORDER BY k.path, k.name, s.idx", (folder.name,)).fetchall()
        if not common.ok(len(got) == len(rows), f"{name}: the C side predicts every sample", f"{len(got)} of {len(rows)}"):
            return
        times = np.log2(np.array(got, np.float64).T / 1000)
        common.ok(np.array_equal(np.isnan(times), np.isnan(want)), f"{name}: an interval where there is one in Python")
        worst = np.nanmax(np.abs(times - want))
        common.ok(worst <= LIMIT, f"{name}: the C side agrees to {worst:.2g} in log2", f"more than {LIMIT}")
        if name == "f32":
            self.same_figures(folder, metrics.report(want[0], data.y, data, rows, *want[1:]))

    def same_figures(self, folder, want):
        """`llmperf validate` finds the same errors as the tables of training."""
        got = json.loads(self.llmperf("validate", "-q", "--json", "--split", "all", "--model", folder, "--db", self.db))
        pairs = [(f"{part} {k}", got[part].get(k), want[part].get(k)) for part in ("all", "from_10us") for k in want[part]]
        pairs += [(f"{by} {v} {k}", got["by"][by][v].get(k), f[k]) for by in ("class", "pattern") for v, f in want["by"][by].items() for k in f]
        wrong = [p for p in pairs if p[1] != p[2] and not (p[1] is not None and p[2] is not None and abs(p[1] - p[2]) < 1e-3)]
        common.ok(len(pairs) > 30 and not wrong, f"llmperf validate finds the same {len(pairs)} figures", wrong[:20])


def weights_of(place, name):
    return (place.folder / name / "model" / "model.safetensors").read_bytes()


def test_tokenizer(place):
    config = {"out": str(place.folder / "tokenizer.json"), "vocab_size": 600, "data": {"file": str(place.jsonl)},
              "folders": [str(common.ROOT / "tests/fixtures/corpus")]}
    run = place.train("tokenizer", config)
    common.ok(run.returncode == 0, "a tokenizer is trained", run.stderr)
    tok, _ = tokenizer.load(place.folder / "tokenizer.json")
    common.ok(tok.encode("x = 4096;").tokens[-5:] == ["4", "0", "9", "6", ";"], "its digits are single")


def test_fit(place):
    run = place.fit("whole")
    common.ok(run.returncode == 0, "a network is trained", run.stderr[-2000:])
    log = [json.loads(line) for line in (place.folder / "whole/log.jsonl").read_text().splitlines()]
    losses = [entry["loss"] for entry in log if entry["kind"] == "train"]
    common.ok(losses[-1] < losses[0] / 3, f"it learns: loss {losses[0]:.2f} to {losses[-1]:.2f}", losses)
    place.same_in_c("f32", place.folder / "whole/model")
    for dtype in ("bf16", "int8"):
        run = place.fit(dtype, "--set", f"save.dtype={dtype}", "--set", "train.steps=20", "--set", "train.precision=bf16")
        common.ok(run.returncode == 0, f"a network is saved in {dtype}", run.stderr[-2000:])
        place.same_in_c(dtype, place.folder / dtype / "model")


def test_resume(place):
    """Stopped by a number of steps, then by a signal, in the middle of an epoch."""
    want = weights_of(place, "whole")
    run = place.fit("parts", "--set", "train.stop_after=73")
    common.ok(run.returncode == 0 and "stopped after step 73" in run.stdout, "a training stops where it is told", run.stdout + run.stderr)
    config = {**FIT, **place.base, "out": str(place.folder / "parts"), "tokenizer": str(place.folder / "tokenizer.json")}
    process = subprocess.Popen(place.words("fit", config), cwd=common.ROOT / "train", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    log = place.folder / "parts/log.jsonl"
    before = log.read_text()
    until = time.monotonic() + 120
    while process.poll() is None and len(log.read_text()) <= len(before) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=120)
    common.ok(process.returncode == 0 and "stopped after step" in out, "a signal leaves a checkpoint", out + err[-2000:])
    run = place.fit("parts")
    common.ok(run.returncode == 0 and weights_of(place, "parts") == want, "resumed twice: the same weights as without a stop", run.stderr[-2000:])
    run = place.fit("parts", "--set", "optim.lr=0.1")
    common.ok(run.returncode != 0 and "of another configuration" in run.stderr, "a checkpoint of another configuration is refused", run.stderr)


def test_paper(place):
    """The recipe of the reference work on a small folder as it is published: shards, no head."""
    body = place.folder / "published"
    tiny.SHAPES["published"] = dict(vocab_size=600, n_positions=2048, n_ctx=2048, n_embd=32, n_layer=4, n_head=4, rotary_dim=4)
    tiny.save(tiny.random_model("published", 3), body, "f16", 2, "transformer.")
    (body / "tokenizer.json").write_text((place.folder / "tokenizer.json").read_text())
    for kind in ("mlp", "softplus"):
        words = {"out": place.folder / f"paper-{kind}", "data.file": place.jsonl, "data.cache": "null", "model.body": body, "device": "cpu",
                 "split.by": "kernel", "train.steps": 4, "train.batch": 1, "save.dtype": "f32", "model.type": kind}
        command = [sys.executable, "-m", "llmperf_train", "fit", "--config", "recipes/paper-350m.yaml"]
        command += [w for k, v in words.items() for w in ("--set", f"{k}={v}")]
        run = subprocess.run(command, cwd=common.ROOT / "train", capture_output=True, text=True, timeout=300)
        if common.ok(run.returncode == 0, f"the paper's recipe from a published folder, head {kind}", run.stderr[-2000:]):
            place.same_in_c(f"the paper's recipe, head {kind}", place.folder / f"paper-{kind}" / "model")


def test_from_scratch(place):
    """A recipe that ships, with few steps."""
    words = {"out": place.folder / "small", "tokenizer": place.folder / "tokenizer.json", "data.file": place.jsonl, "data.cache": "null",
             "device": "cpu", "split.by": "kernel", "train.steps": 2, "train.batch": 1, "train.length": 512, "pretrain.steps": 2, "pretrain.batch": 1}
    command = [sys.executable, "-m", "llmperf_train", "fit", "--config", "recipes/small-5m.yaml"]
    command += [w for k, v in words.items() for w in ("--set", f"{k}={v}")]
    run = subprocess.run(command, cwd=common.ROOT / "train", capture_output=True, text=True, timeout=300)
    common.ok(run.returncode == 0 and (place.folder / "small/model/config.json").is_file(), "the recipe of 6 M parameters", run.stderr[-2000:])


def test_processes(place):
    runner = (sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", "-m", "llmperf_train")
    run = place.fit("two", "--set", "train.steps=20", "--set", "train.batch=1", runner=runner)
    common.ok(run.returncode == 0, "two processes train together", run.stderr[-3000:])
    one = place.fit("one", "--set", "train.steps=20", "--set", "pretrain.steps=0", "--set", "model.dropout=0")
    two = place.fit("two-alike", "--set", "train.steps=20", "--set", "pretrain.steps=0", "--set", "model.dropout=0", "--set",
                    "train.batch=1", runner=runner)
    losses = [[json.loads(line)["loss"] for line in (place.folder / name / "log.jsonl").read_text().splitlines() if '"train"' in line]
              for name in ("one", "two-alike")] if one.returncode == two.returncode == 0 else [[1], [2]]
    val = [json.loads((place.folder / name / "report.json").read_text())["val"]["all"]["log2_error"] for name in ("one", "two-alike")]
    common.ok(abs(val[0] - val[1]) < 1e-3, "two processes learn what one with twice the batch does", (losses, val))


def test_trees(place):
    config = {**place.base, "out": str(place.folder / "baselines"), "split": {**SPLIT, "fold": "all"},
              "trees": {"rounds": 30, "leaves": 8, "min_rows": 5, "patience": 10, "threads": 1}, "mlp": {"steps": 30, "batch": 64}}
    run = place.train("baselines", config)
    common.ok(run.returncode == 0, "baselines of four folds", run.stderr[-2000:])
    found = json.loads((place.folder / "baselines/baselines.json").read_text())["models"]
    common.ok(len(found) == 10 and all(f["all"]["samples"] == 280 for f in found.values()), "each is judged on every row", list(found))
    common.ok("| lightgbm, static features | 280 | 7 |" in run.stdout, "a table", run.stdout)
    for library in ("lightgbm", "xgboost"):
        for kind in ("static", "relative"):
            place.same_in_c(f"{library}, {kind}", place.folder / f"baselines/fold-0/{library}-{kind}")
    head = json.loads((place.folder / "baselines/fold-0/lightgbm-static/config.json").read_text())["perf_head"]
    common.ok(head["widen"] != 0, "an interval fitted to validation rows", head)
    common.ok(found["lightgbm, relative error"]["all"]["bias_log2"] < found["lightgbm, static features"]["all"]["bias_log2"],
              "the least relative error is below the median", [f["all"] for f in found.values()])


def test_eval(place):
    """Models of all folds and an average of them: the figures of baselines, calibration as in C, curves."""
    found = json.loads((place.folder / "baselines/baselines.json").read_text())["models"]
    folders = [str(place.folder / f"baselines/fold-{i}/lightgbm-static") for i in range(4)]
    models = {"static": folders, "launch": str(place.folder / "baselines/fold-{fold}/lightgbm-launch")}
    run = place.train("eval", {**place.base, "out": str(place.folder / "eval"), "split": SPLIT, "models": models,
                               "averages": {"both": ["static", "launch"]}, "curves": {"worst": 2}})
    if not common.ok(run.returncode == 0, "folders and their average are judged", run.stderr[-2000:]):
        return
    got = json.loads((place.folder / "eval/eval.json").read_text())["models"]
    was, now = found["lightgbm, static features"]["all"], got["static"]["all"]
    # Ends of intervals are added up in another order.
    common.ok(was.keys() == now.keys() and all(np.isclose(was[k], now[k], rtol=1e-9, atol=0) for k in was), "eval finds the same figures", [was, now])
    same = {f["all"]["samples"] for f in got.values()} | {f["calibrated"]["all"]["samples"] for f in got.values()}
    common.ok(same == {280} and set(got) == {"static", "launch", "both"}, "all models are judged on the same rows", same)
    drawn = sorted(p.name for p in (place.folder / "eval/curves").glob("*.svg"))
    text = (place.folder / "eval/curves" / drawn[0]).read_text() if drawn else ""
    common.ok(len(drawn) == 2 and "work-groups" in text and text.rstrip().endswith("</svg>"), "curves of the two worst kernels", drawn)
    bare = place.folder / "bin"  # a PATH without gnuplot
    bare.mkdir(exist_ok=True)
    run = subprocess.run(place.words("curves", {"out": str(place.folder / "none"), "predictions": str(place.folder / "eval/predictions.npz")}),
                         cwd=common.ROOT / "train", capture_output=True, text=True, timeout=300, env={**os.environ, "PATH": str(bare)})
    common.ok(run.returncode == 1 and "install it" in run.stderr, "no gnuplot: said in one line", run.stderr)
    run = place.train("curves", {"out": str(place.folder / "more"), "predictions": str(place.folder / "eval/predictions.npz"),
                                 "worst": 0, "kernels": ["*"]})
    drawn = list((place.folder / "more").glob("*.svg"))
    common.ok(run.returncode == 0 and len(drawn) == 7, "curves of kernels that are named", run.stderr + str(drawn))


def test_saved(place):
    """Predictions that fit saved are judged as those of its folder."""
    run = place.fit("saved", "--set", "train.steps=20", "--set", "pretrain.steps=0", "--set", "save.predictions=true")
    models = {"folder": str(place.folder / "saved/model"), "saved": str(place.folder / "saved/predictions.npz")}
    run = place.train("eval", {**place.base, "out": str(place.folder / "eval-saved"), "device": "cpu", "split": SPLIT, "models": models,
                               "curves": None})
    got = json.loads((place.folder / "eval-saved/eval.json").read_text())["models"] if run.returncode == 0 else {}
    pairs = [(got["folder"]["all"][k], got["saved"]["all"][k]) for k in ("mape", "bias_log2", "coverage", "width_log2")] if got else []
    common.ok(pairs and all(abs(a - b) < 1e-3 for a, b in pairs), "saved predictions are judged as the folder", run.stderr[-2000:] or pairs)
    other = place.train("eval", {**place.base, "data": {"file": str(place.folder / "sweeps/c.jsonl")}, "out": str(place.folder / "eval-bad"),
                                 "split": SPLIT, "models": {"saved": models["saved"]}})
    common.ok(other.returncode == 1 and "is of other rows than data.file" in other.stderr, "those of other rows are refused", other.stderr)


def test_best_local(place):
    """Sweeps over the local size: `llmperf validate` and eval find the same choices and regrets."""
    other = Place(place.build, place.folder / "sweeps")
    other.folder.mkdir()
    (other.folder / "k").mkdir()
    for name in ("map/activation_select", "strided/pitched_copy"):
        source = common.ROOT / "kernels-corpus" / f"{name}.cl"
        (other.folder / "k" / source.name).write_bytes(source.read_bytes())
    (other.folder / "c.yaml").write_text(
        "corpus: {paths: [k]}\ntarget: {compute_units: 2, max_work_group: 128, local_mem_bytes: 16384}\n"
        "launch: {sweep_locals: true, per_kernel: 9, local_sizes: [128, 32, 64], global_max: 65536, work_max: 1000000}\n"
        "probe: {samples: 0}\nprofile: {reps_max: 9, burn_in_s: 0, cold_share: 0, retime_share: 0, sentinel_every_s: 0}\n")
    other.llmperf("analyze", "-q", "--db", other.db, other.folder / "k")
    other.llmperf("gen", "-q", "--config", other.folder / "c.yaml", "--db", other.db)
    other.llmperf("profile", "-q", "--db", other.db, "--device", "cpu")
    other.llmperf("db", "export", "--db", other.db, "--out", other.jsonl)
    model = place.folder / "baselines/fold-0/lightgbm-static"
    data = rows_file.read(other.jsonl)
    rows = np.arange(len(data.y))
    p = predict.of_folder(model, data, rows, torch.device("cpu"))[0]
    want = best_local.figures(p, data.y, data.same, data.lsize)
    got = json.loads(other.llmperf("validate", "-q", "--json", "--split", "all", "--model", model, "--db", other.db))["local_size"]
    same = want and got and want["sweeps"] == got["sweeps"] == 6 and all(
        abs(want[way][k] - got[way][k]) < 1e-5 for way in ("predicted", "always_256", "random") for k in got[way])
    common.ok(same, "the C side chooses the same local sizes", (want, got))


def test_calibration(place):
    """The factors that training fits are those of `llmperf validate --fit-calibration`."""
    model = place.folder / "shifted"  # a model that is wrong by a factor of two wherever one looks
    shutil.copytree(place.folder / "whole/model", model)
    tensors = load_file(model / "model.safetensors")
    last = max(n for n in tensors if n.startswith("perf_head.layers") and n.endswith("bias"))
    tensors[last][0] += 1
    save_file(tensors, model / "model.safetensors")
    tok, text = tokenizer.load(model / "tokenizer.json")
    data = rows_file.load({**rows_file.DEFAULTS, **place.base["data"]}, tok, text)
    rows = np.arange(len(data.y))
    want = calibrate.factors(predict.of_folder(model, data, rows, torch.device("cpu"))[0], data, rows)
    place.llmperf("validate", "-q", "--model", model, "--db", place.db, "--split", "all", "--fit-calibration")
    got = {(f["pattern"], f["class"]): np.log2(f["factor"]) for f in json.loads((model / "calibration.json").read_text())["factors"]}
    common.ok(want and set(want) == set(got) and all(abs(want[k] - got[k]) < 1e-3 for k in want), f"the C side fits the same {len(want)} factors",
              (want, got))


def test_combine(place):
    config = {**place.base, "out": str(place.folder / "both"), "split": SPLIT, "device": "cpu",
              "network": str(place.folder / "whole/model"), "trees": str(place.folder / "baselines/fold-0/lightgbm-static")}
    run = place.train("combine", config)
    common.ok(run.returncode == 0, "a network and trees in one folder", run.stderr[-2000:])
    place.same_in_c("both", place.folder / "both")
    shares = {}
    for name, more in (("run again", {}), ("as saved", {"predictions": str(place.folder / "saved/predictions.npz")})):
        out = place.folder / f"both {name}"
        run = place.train("combine", {**config, "out": str(out), "network": str(place.folder / "saved/model"), **more})
        head = json.loads((out / "config.json").read_text())["perf_head"] if run.returncode == 0 else {}
        shares[name] = head.get("network_weight"), head.get("widen", 0)
    (a, wide), (b, wide_b) = shares.values()
    common.ok(a and a == b and abs(wide - wide_b) < 1e-3, "a network's saved predictions do in its place", (shares, run.stderr[-1000:]))


def test_pack(place):
    """A pack gives the arrays of the JSONL that it was made of, and tokens those of each prompt alone, with and without facts."""
    run = place.train("pack", {"out": str(place.folder / "c.pack"), "data": {"file": str(place.jsonl)}})
    size, packed = place.jsonl.stat().st_size, (place.folder / "c.pack").stat().st_size if run.returncode == 0 else 1 << 60
    common.ok(packed < size / 20, f"a pack is small: {size} to {packed} bytes", run.stderr)
    tok, text = tokenizer.load(place.folder / "tokenizer.json")
    a, b = (rows_file.load({**rows_file.DEFAULTS, "file": str(f), "workers": w}, tok, text)
            for f, w in ((place.jsonl, 1), (place.folder / "c.pack", 2)))
    differ = [f.name for f in dataclasses.fields(a) if not np.array_equal(getattr(a, f.name), getattr(b, f.name), equal_nan=f.name == "x")]
    common.ok(not differ, "it holds the same as the JSONL, read by two processes", differ)
    rows = [json.loads(line) for line in place.jsonl.read_text().splitlines()]
    for facts in (True, False):
        with_facts = [{**r, "prompt": r["prompt"].replace("\nGiven global", f"\nFact: flop = {i}\nGiven global")} for i, r in enumerate(rows)]
        file = place.folder / "facts.jsonl"
        file.write_text("\n".join(map(json.dumps, with_facts)))
        data = rows_file.read(file, text, {"facts": facts})
        want = [tok.encode(r["prompt"], add_special_tokens=False).ids for r in (with_facts if facts else rows)]
        got = [[*data.document(d)[0], *data.suffix(i)[0]] for i, d in enumerate(data.doc)]
        common.ok(got == want and data.facts == facts, f"tokens of document and rest are those of the prompt, facts {facts}")


def test_suite(place):
    (place.folder / "base.yaml").write_text(json.dumps({**FIT, **place.base, "tokenizer": str(place.folder / "tokenizer.json")}))
    config = {"out": str(place.folder / "suite"), "device": "cpu", "jobs": 2, "base": str(place.folder / "base.yaml"),
              "set": {"train.steps": 1000000, "train.seconds": 2, "train.checkpoint_every": 0, "data.file": str(place.folder / "c.pack"),
                      "pretrain.steps": 0},
              "fits": {"first": {"seeds": [1, 2], "set": {"first.steps": 20, "save.predictions": True}},
                       "text": {"set": {"model.features": [], "train.seconds": 0, "train.steps": 4}},
                       "faulty": {"set": {"tokenizer": "none.json"}}, "late": {"seconds": 100000}}, "seconds": 1000}
    config["set"]["data.cache"] = None
    run = place.train("suite", config)
    done = [p.parent.name for p in sorted((place.folder / "suite").glob("*/report.json"))]
    common.ok(run.returncode == 0 and done == ["first-1", "first-2", "text-1"], "a suite of three trainings", run.stdout + run.stderr)
    common.ok("| first | 2 | " in run.stdout and "Not done: faulty-1 (failed), late-1 (no time)" in run.stdout and " ± " in run.stdout, "and its table", run.stdout)
    common.ok("faulty-1: failed" in run.stdout and "not a tokenizer" in run.stdout, "which says why one failed", run.stdout)
    report = json.loads((place.folder / "suite/first-1/report.json").read_text())
    common.ok(2 <= report["seconds"] < 30 and 0 < report["steps"] < 1000000, "training ends in the time it has", report["seconds"])
    last = json.loads((place.folder / "suite/first-1/log.jsonl").read_text().splitlines()[-2])
    common.ok(last["kind"] == "train" and last["lr"] < 1e-3, "with a learning rate that has come down", last)
    with np.load(place.folder / "suite/first-1/predictions.npz") as z:
        rows, error = z["row"][z["part"] == "test"], 100 * np.abs(np.exp2(z["out"][:, 0] - z["y"]) - 1)[z["part"] == "test"]
    common.ok(len(rows) == report["test"]["all"]["samples"] and abs(error.mean() - report["test"]["all"]["mape"]) < 0.1, "predictions are kept")
    again = place.train("suite", {**config, "fits": {n: f for n, f in config["fits"].items() if n in ("first", "text")}})
    common.ok(again.returncode == 0 and "after" not in again.stdout, "what is done is not done again", again.stdout + again.stderr)
    if shutil.which("gnuplot"):
        logs = {"first, 1": str(place.folder / "suite/first-1"), "whole": str(place.folder / "whole/log.jsonl")}
        drawn = place.train("course", {"out": str(place.folder / "course.svg"), "logs": logs})
        text = (place.folder / "course.svg").read_text() if drawn.returncode == 0 else ""
        common.ok("validation MAPE" in text and "first, 1" in text and text.rstrip().endswith("</svg>"), "the course of two trainings", drawn.stderr)


def test_errors(place):
    for said, more in (("no such key", ["--set", "train.stepz=1"]), ("no such file", ["--set", "data.file=none"]),
                       ("must be a multiple of 4", ["--set", "model.n_head=3"])):
        run = place.fit("faulty", *more)
        lines = run.stderr.strip().splitlines()
        common.ok(run.returncode == 1 and len(lines) == 1 and said in lines[0], f"one clear line: {said}", run.stderr)


def main():
    build = common.build_folder()
    with tempfile.TemporaryDirectory() as temp:
        place = Place(build, pathlib.Path(temp))
        place.campaign()
        test_tokenizer(place)
        test_fit(place)
        test_resume(place)
        test_paper(place)
        test_from_scratch(place)
        test_processes(place)
        test_trees(place)
        test_eval(place)
        test_best_local(place)
        test_saved(place)
        test_calibration(place)
        test_combine(place)
        test_pack(place)
        test_suite(place)
        test_errors(place)
    common.done()


if __name__ == "__main__":
    main()
