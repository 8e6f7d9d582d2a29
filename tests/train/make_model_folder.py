#!/usr/bin/env python3
"""Makes a small random model folder and what it must predict: make_model_folder.py BUILD OUT

OUT gets `network` (a network with a head, number embedding, features, and boosted trees beside it), `older` (the single layer with
softplus over positions) and `trees` (trees alone, with an interval), and `golden.jsonl`: launches of OUT/kernels with the times that
transformers, tokenizers, xgboost and lightgbm give for them. Only the analysis of the kernels is taken from BUILD/llmperf-analyze.
The same seed gives the same folders.
"""
import argparse
import functools
import json
import math
import pathlib
import re
import subprocess
import sys

import lightgbm
import numpy
import tokenizers
import torch
import xgboost
from safetensors.torch import load_file, save_file
from transformers import CodeGenConfig, CodeGenModel

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import make_tiny_codegen as tiny

tiny.SHAPES["folder"] = dict(vocab_size=384, n_positions=1024, n_ctx=1024, n_embd=32, n_layer=2, n_head=4, rotary_dim=4)
FEATURES = ["launch.global_size", "launch.local_size", "launch.groups", "launch.bytes", "flop", "load_global_bytes", "loop_trips",
            "no_such_feature"]
CLASSES = {"compute_units": 16, "saturation_k": 40}

# Launches of the golden file. Values of scalars, lengths of buffers where they are not inferred.
LAUNCHES = [
    ("axpy.cl", "axpy", 1024, 64, {"n": "1000", "a": "2.5"}, {}),
    ("axpy.cl", "axpy", 65536, 256, {"n": "65536", "a": "1"}, {"x": 70000}),
    ("axpy.cl", "axpy", 1048576, 128, {"n": "1048576", "a": "1"}, {}),
    ("rows.cl", "row_sums", 4096, 64, {"rows": "4096"}, {}),
    ("rows.cl", "pitched", 2048, 32, {"pitch": "17"}, {}),
]


# ---- making ----


def make_tokenizer(out, texts):
    tok = tokenizers.Tokenizer(tokenizers.models.BPE())
    tok.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(
        [tokenizers.pre_tokenizers.Digits(individual_digits=True), tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tok.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=384, show_progress=False, special_tokens=["<|endoftext|>"],
                                             initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet())
    tok.train_from_iterator(texts, trainer)
    tok.save(str(out / "tokenizer.json"))


def random_layer(rng, out, n_in, scale=1.0):
    return torch.tensor(rng.normal(0, scale / n_in**0.5, (out, n_in)), dtype=torch.float32), torch.tensor(
        rng.normal(0, 0.3, out), dtype=torch.float32)


def add_head(folder, widths, rng, embedding, width=32):
    tensors = load_file(str(folder / "model.safetensors"))
    for i in range(len(widths) - 1):
        w, b = random_layer(rng, widths[i + 1], widths[i])
        tensors[f"perf_head.layers.{i}.weight"], tensors[f"perf_head.layers.{i}.bias"] = w, b
    if embedding:
        tensors["perf_head.number_embedding.weight"] = torch.tensor(rng.normal(0, 0.3, (65, width)), dtype=torch.float32)
    save_file(tensors, str(folder / "model.safetensors"), metadata={"format": "pt"})


def add_config(folder, head):
    path = folder / "config.json"
    config = json.loads(path.read_text()) if path.exists() else {}
    config["perf_head"] = {"version": 1, "target": "log2_us", **head}
    path.write_text(json.dumps(config, indent=1, sort_keys=True) + "\n")


def make_trees(folder, rng, rounds=8, depth=3):
    """Trees that mean something: time grows with bytes and flops."""
    names = FEATURES[:6]
    x = rng.uniform(0, 24, (500, len(names))).astype(numpy.float32)
    x[rng.uniform(size=x.shape) < 0.05] = numpy.nan
    z = numpy.nan_to_num(x, nan=0)
    y = numpy.maximum(z[:, 3] - 14, 2) + 0.2 * z[:, 4] + rng.normal(0, 0.3, len(x))
    for file, objective in ("median.json", {"objective": "reg:absoluteerror"}), (
            "lo.json", {"objective": "reg:quantileerror", "quantile_alpha": 0.1}), (
            "hi.json", {"objective": "reg:quantileerror", "quantile_alpha": 0.9}):
        xgboost.train({**objective, "max_depth": depth, "nthread": 1}, xgboost.DMatrix(x, y, feature_names=names), rounds).save_model(
            folder / file)
    lightgbm.train({"objective": "regression", "num_leaves": 2**depth - 1, "verbose": -1, "num_threads": 1, "deterministic": True,
                    "seed": 1}, lightgbm.Dataset(x, y, feature_name=names), rounds).save_model(folder / "median.txt")


def tree(file, output, weight):
    return {"file": file, "format": "xgboost" if file.endswith(".json") else "lightgbm", "output": output, "weight": weight,
            "features": FEATURES[:6]}


def ranges():
    return {"device": "a device that does not exist", **CLASSES, "features": FEATURES[:5], "feature_lo": [0, 5, 0, 0, 0],
            "feature_hi": [17, 8, 12, 22, 6], "notes": {"seed": 1}}


def network_head(n_embd, rng, folder):
    """The head with everything that one can have; its tensors go into the folder."""
    mean, std = [14.0, 7, 7, 18, 2, 4, 1, 0], [4.0, 1, 4, 4, 2, 2, 1, 1]
    add_head(folder, [3 * n_embd + len(FEATURES), 16, 3], rng, True, n_embd)
    return {"type": "mlp", "states": {"from": "layers", "n": 3}, "hidden": [16], "activation": "gelu_new", "outputs": 3,
            "interval": 0.9, "features": {"names": FEATURES, "mean": mean, "std": std}, "number_embedding": True,
            "prompt": {"facts": False, "max_tokens": 1000}, "training": ranges()}


def make_network(folder, shape, dtype, seed, texts):
    tiny.save(tiny.random_model(shape, seed), folder, dtype, 1, "transformer.")
    make_tokenizer(folder, texts)


def make_tree_folder(folder, seed, rounds=8, depth=3):
    folder.mkdir(parents=True, exist_ok=True)
    make_trees(folder, numpy.random.default_rng(seed), rounds, depth)
    add_config(folder, {"network_weight": 0, "interval": 0.8, "training": ranges(), "trees": [
        tree("median.json", "median", 2), tree("median.txt", "median", 1), tree("lo.json", "lo", 1), tree("hi.json", "hi", 1)]})


def make_folders(out, texts, seed=1):
    rng = numpy.random.default_rng(seed)
    make_network(out / "network", "folder", "f16", seed + 2, texts)
    make_trees(out / "network", numpy.random.default_rng(seed + 1))
    for unused in "lo.json", "hi.json":
        (out / "network" / unused).unlink()
    add_config(out / "network", {**network_head(32, rng, out / "network"), "network_weight": 0.5,
                                 "trees": [tree("median.json", "median", 0.3), tree("median.txt", "median", 0.2)]})
    (out / "network" / "calibration.json").write_text(json.dumps({"version": 1, "factors": [
        {"pattern": "bounds-check", "class": "saturated", "factor": 0.5, "source": "fitted", "n": 10},
        {"pattern": None, "class": "idle", "factor": 1.25, "source": "hand", "n": 0}]}) + "\n")
    make_network(out / "older", "folder", "f32", seed + 1, texts)
    add_head(out / "older", [2 * 32, 1], rng, False)
    add_config(out / "older", {"type": "softplus", "states": {"from": "positions", "n": 2}})
    make_tree_folder(out / "trees", seed + 1)


# ---- what they must predict ----


class Launch:
    """A launch as text and as features, worked out from the analysis."""

    def __init__(self, record, global_size, local_size, scalars, lengths):
        names = {"global_": global_size, "local": local_size, "min": min, "max": max}
        names.update({k: int(v) for k, v in scalars.items() if re.fullmatch(r"-?\d+", v)})

        def formula(text):  # of our own records
            return eval(re.sub(r"\bglobal\b", "global_", text).replace("/", "//"), {"__builtins__": {}}, names)

        lines, total = [], 0
        for a in record["args"]:
            if a["kind"] == "scalar":
                lines.append(f"Argument {a['index']} is {a['name']}, scalar of {a['type']} = {scalars[a['name']]}")
                continue
            n = lengths.get(a["name"]) or formula(a["extent"])
            total += n * a["elem_bytes"]
            line = f"Argument {a['index']} is {a['name']}, global buffer of {a['type']}[{n}]"
            content = a["content"] or ""
            if content.startswith("rowptr:"):
                line += f", row pointers, mean {formula(content[7:]) / (n - 1):.4g}"
            elif content.startswith("index:"):
                line += f", uniform indices below {formula(content[6:])}"
            lines.append(line)
        # These kernels have neither helpers nor arrays in local memory: preparing the source takes the indents only.
        source = [line.strip() for line in record["source"].splitlines()]
        self.prompt = "\n".join(["Predict the execution time of this OpenCL kernel.", *source, "Given input:", *lines,
                                 f"Given global_size={global_size}, local_size={local_size}"])
        self.values = {"launch.global_size": global_size, "launch.local_size": local_size,
                       "launch.groups": global_size // local_size, "launch.bytes": total}
        for name, f in record["features"].items():
            self.values[name] = formula(f)

    def x(self, names):
        return numpy.array([math.log2(1 + max(self.values[n], 0)) if n in self.values else math.nan for n in names], numpy.float32)


def number_rows(text, encoding, weight):
    extra = torch.zeros(len(encoding.ids), weight.shape[1])
    for m in re.finditer(r"(?<![A-Za-z0-9_.])[0-9]+", text):
        p = math.log2(1 + min(int(m.group()), 2**64 - 1))
        row = (1 - p % 1) * weight[int(p)] + (p % 1) * weight[min(int(p) + 1, 64)]
        token = next(i for i, (a, b) in enumerate(encoding.offsets) if a <= m.start() < b)
        extra[token] += row
    return extra


def softplus(v):
    return math.log1p(math.exp(v)) if v < 30 else v


@functools.lru_cache(maxsize=1)
def network_of(folder):
    config = json.loads((folder / "config.json").read_text())
    tensors = {k: v.float() for k, v in load_file(str(folder / "model.safetensors")).items()}
    model = CodeGenModel(CodeGenConfig.from_dict(config))
    model.load_state_dict({k[len("transformer."):]: v for k, v in tensors.items() if k.startswith("transformer.")})
    return model.eval(), tensors


def network_log_time(folder, head, launch):
    model, tensors = network_of(folder)
    encoding = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json")).encode(launch.prompt)
    embeddings = model.wte(torch.tensor(encoding.ids)).detach()
    if head.get("number_embedding"):
        embeddings = embeddings + number_rows(launch.prompt, encoding, tensors["perf_head.number_embedding.weight"])
    with torch.no_grad():
        states = model(inputs_embeds=embeddings[None], output_hidden_states=True).hidden_states
    n = head["states"]["n"]
    v = torch.cat([s[0, -1] for s in states[-n:]]) if head["states"]["from"] == "layers" else states[-1][0, -n:].flatten()
    if head.get("features"):
        f = head["features"]
        x = (launch.x(f["names"]) - numpy.array(f["mean"])) / numpy.array(f["std"])
        v = torch.cat([v, torch.tensor(numpy.nan_to_num(x, nan=0.0), dtype=torch.float32)])
    layers = sum(k.startswith("perf_head.layers.") for k in tensors) // 2
    for i in range(layers):
        v = tensors[f"perf_head.layers.{i}.weight"] @ v + tensors[f"perf_head.layers.{i}.bias"]
        if i + 1 < layers:
            v = torch.nn.functional.gelu(v, approximate="tanh")
    o = [float(a) for a in v.detach()]
    if head["type"] == "softplus":
        return softplus(o[0]), None, None
    return o[0], softplus(o[1]), softplus(o[2])


def tree_log_time(folder, t, launch):
    x = launch.x(t["features"])[None]
    if t["format"] == "lightgbm":
        return float(lightgbm.Booster(model_file=str(folder / t["file"])).predict(x)[0])
    booster = xgboost.Booster(model_file=folder / t["file"])
    return float(booster.predict(xgboost.DMatrix(x, feature_names=t["features"]))[0])


def weighted(pairs):
    return sum(w * v for w, v in pairs) / sum(w for w, _ in pairs)


def predict(folder, launch):
    head = json.loads((folder / "config.json").read_text())["perf_head"]
    medians, below, above = [], [], []
    trees = {"median": [], "lo": [], "hi": []}
    for t in head.get("trees", []):
        trees[t["output"]].append((t["weight"], tree_log_time(folder, t, launch)))
    medians += trees["median"]
    if trees["lo"]:
        middle = weighted(trees["median"])
        below.append((sum(w for w, _ in trees["lo"]), max(0, middle - weighted(trees["lo"]))))
        above.append((sum(w for w, _ in trees["hi"]), max(0, weighted(trees["hi"]) - middle)))
    if head.get("network_weight", 1) > 0:
        weight = head.get("network_weight", 1)
        o, lo, hi = network_log_time(folder, head, launch)
        medians.append((weight, o))
        if lo is not None:
            below.append((weight, lo))
            above.append((weight, hi))
    m = weighted(medians)
    return [2**m, 2 ** (m - weighted(below)) if below else None, 2 ** (m + weighted(above)) if above else None]


def analysed(build, file):
    run = subprocess.run([build / "llmperf-analyze", "--json", "-q", file], check=True, capture_output=True, text=True)
    return {r["kernel"]: r for r in map(json.loads, run.stdout.splitlines())}


def launches_of(build, kernels):
    """(row of the golden file without its times, Launch) for each of LAUNCHES."""
    rows = []
    for file, kernel, global_size, local_size, scalars, lengths in LAUNCHES:
        launch = Launch(analysed(build, kernels / file)[kernel], global_size, local_size, scalars, lengths)
        args = [f"{k}={v}" for k, v in scalars.items()] + [f"{k}=[{v}]" for k, v in lengths.items()]
        rows.append(({"file": file, "kernel": kernel, "global": global_size, "local": local_size, "args": args}, launch))
    return rows


def golden_rows(out, model, launches):
    for row, launch in launches:
        median, lo, hi = predict(out / model, launch)
        yield {"model": model, **row, "median_us": median, "lo_us": lo, "hi_us": hi}


def make_all(build, out, seed=1):
    torch.set_num_threads(1)
    launches = launches_of(build, out / "kernels")
    make_folders(out, [launch.prompt for _, launch in launches] * 4, seed)
    with open(out / "golden.jsonl", "w", encoding="utf-8") as f:
        for model in "network", "older", "trees":
            for row in golden_rows(out, model, launches):
                f.write(json.dumps(row) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    a = parser.parse_args()
    make_all(a.build, a.out)


if __name__ == "__main__":
    main()
