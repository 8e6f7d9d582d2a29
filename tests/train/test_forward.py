"""The network in C against transformers, on random weights.

Tiny networks in every stored type, single and in shards, states by layers and by positions, with and without a prefix and an addition to
the embeddings; one of the exact shape of codegen-350M; the header of one of codegen-2B.
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy as np
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import common
import make_tiny_codegen as tiny


def in_c(build, folder, job, *options) -> np.ndarray:
    """States (suffixes, width) of `job`, a list of (kind, ids)."""
    text = "".join(f"{kind} {' '.join(map(str, ids))}\n" for kind, ids in job)
    run = subprocess.run([build / "tests/train/states", *options, folder], input=text.encode(), capture_output=True, timeout=600)
    if run.returncode != 0:
        return np.array([run.stderr.decode()])
    suffixes = sum(kind == "suffix" for kind, _ in job)
    return np.frombuffer(run.stdout, np.float32).reshape(suffixes, -1)


def in_torch(model, job, where: str, n: int, extra=None) -> np.ndarray:
    """The same with transformers, each prompt as a whole."""
    prefix = next((ids for kind, ids in job if kind == "prefix"), [])
    before = None if extra is None else extra[: len(prefix)]
    at = len(prefix)
    rows = []
    for kind, ids in job:
        if kind != "suffix":
            continue
        x = model.wte(torch.tensor([prefix + ids]))
        if extra is not None:
            x = x + torch.from_numpy(np.concatenate([before, extra[at : at + len(ids)]]))[None]
        at += len(ids)
        out = model(inputs_embeds=x, output_hidden_states=True)
        if where == "layers":
            states = [h[0, -1] for h in out.hidden_states[-n:]]
        else:
            last = out.last_hidden_state[0, -n:]
            states = [last[0]] * (n - len(last)) + list(last)
        rows.append(torch.cat(states).numpy())
    return np.stack(rows)


def difference(a: np.ndarray, b: np.ndarray) -> float:
    if a.shape != b.shape:
        raise SystemExit(f"states have shape {a.shape}, not {b.shape}: {a.flat[0]}")
    return float(np.abs(a - b).max())


def compare(build, folder, model, name: str, job, limit: float, extra=None, options=(), states=(("layers", 4), ("positions", 4))) -> None:
    options = list(options)
    with tempfile.NamedTemporaryFile() as file:
        if extra is not None:
            extra.astype(np.float32).tofile(file.name)
            options += ["--extra", file.name]
        for where, n in states:
            got = in_c(build, folder, job, "--from", where, "--states", str(n), *options)
            d = difference(got, in_torch(model, job, where, n, extra))
            common.ok(d <= limit, f"{name}, {n} {where}: largest difference {d:.1e}", f"more than {limit}")


def ids_of(rng, n: int, vocab: int) -> list:
    return [int(i) for i in rng.integers(0, vocab, n)]


def tiny_cases(build, tmp: pathlib.Path) -> None:
    rng = np.random.default_rng(7)
    long = [("suffix", ids_of(rng, 128, 101))]
    many = [("prefix", ids_of(rng, 40, 101))] + [("suffix", ids_of(rng, n, 101)) for n in (1, 30, 2, 88, 5)]
    short = [("suffix", ids_of(rng, n, 101)) for n in (1, 2, 3)]
    for dtype in tiny.DTYPES:
        for shards in (1, 3):
            model = tiny.random_model("tiny", 3)
            folder = tmp / f"tiny-{dtype}-{shards}"
            tiny.save(model, folder, dtype, shards, "transformer." if shards == 1 else "")
            name = f"tiny {dtype}, {shards} file(s)"
            compare(build, folder, model, f"{name}, one prompt", long, 1e-4)
            compare(build, folder, model, f"{name}, prefix and suffixes", many, 1e-4)
            if dtype == "f32" and shards == 1:
                extra = rng.normal(size=(sum(len(i) for _, i in many), 64)).astype(np.float32)
                compare(build, folder, model, f"{name}, with an addition to the embeddings", many, 1e-4, extra)
                compare(build, folder, model, f"{name}, short prompts", short, 1e-4)
                compare(build, folder, model, f"{name}, one at a time, one thread", many, 1e-4, options=("--separate", "--threads", "1"))
                all_states = (("layers", 1), ("positions", 1), ("positions", 64))
                compare(build, folder, model, f"{name}, other numbers of states", many, 1e-4, states=all_states)


def large_cases(build, tmp: pathlib.Path) -> None:
    rng = np.random.default_rng(8)
    model = tiny.random_model("350m", 4)
    folder = tmp / "350m"
    tiny.save(model, folder, "f32", 1, "transformer.")
    whole = [("suffix", ids_of(rng, 512, 51200))]
    swept = [("prefix", ids_of(rng, 400, 51200))] + [("suffix", ids_of(rng, n, 51200)) for n in (80, 75)]
    compare(build, folder, model, "350M shape, 512 tokens", whole, 1e-3)
    compare(build, folder, model, "350M shape, prefix and suffixes", swept, 1e-3)
    full = [("suffix", ids_of(rng, 2048, 51200))]
    compare(build, folder, model, "350M shape, 2048 tokens", full, 1e-3, states=(("layers", 4),))


def header_only(build, tmp: pathlib.Path) -> None:
    """A file with the header of codegen-2B in f16 and a hole for its values: names, shapes and offsets are checked, nothing is read."""
    vocab, width, layers = 51200, 2560, 32
    shapes = {"transformer.wte.weight": [vocab, width], "transformer.ln_f.weight": [width], "transformer.ln_f.bias": [width]}
    for i in range(layers):
        h = f"transformer.h.{i}."
        shapes |= {h + "ln_1.weight": [width], h + "ln_1.bias": [width], h + "attn.qkv_proj.weight": [3 * width, width]}
        shapes |= {h + "attn.out_proj.weight": [width, width], h + "mlp.fc_in.weight": [4 * width, width], h + "mlp.fc_in.bias": [4 * width]}
        shapes |= {h + "mlp.fc_out.weight": [width, 4 * width], h + "mlp.fc_out.bias": [width]}
    shapes |= {"lm_head.weight": [vocab, width], "lm_head.bias": [vocab]}
    header, at = {}, 0
    for name, shape in shapes.items():
        size = 2 * int(np.prod(shape))
        header[name] = {"dtype": "F16", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    folder = tmp / "2b"
    folder.mkdir()
    with open(folder / "model.safetensors", "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text)
        f.truncate(8 + len(text) + at)
    config = dict(model_type="codegen", vocab_size=vocab, n_positions=2048, n_embd=width, n_layer=layers, n_head=32, rotary_dim=64)
    (folder / "config.json").write_text(json.dumps(config))
    run = subprocess.run([build / "tests/train/states", "--check", folder], capture_output=True, text=True, timeout=120)
    expected = f"{len(shapes)} tensors, {8 + len(text) + at} bytes\n"
    common.ok(run.stdout == expected, "the header of codegen-2B is in order", run.stdout + run.stderr)
    with open(folder / "model.safetensors", "r+b") as f:
        f.truncate(8 + len(text) + at - 1)
    run = subprocess.run([build / "tests/train/states", "--check", folder], capture_output=True, text=True, timeout=120)
    refused = run.returncode == 1 and "lm_head.bias" in run.stderr and "truncated" in run.stderr
    common.ok(refused, "a byte less is a truncated tensor", run.stderr)


def main() -> None:
    build = common.build_folder()
    torch.set_grad_enabled(False)
    with tempfile.TemporaryDirectory() as tmp:
        tiny_cases(build, pathlib.Path(tmp))
        header_only(build, pathlib.Path(tmp))
        large_cases(build, pathlib.Path(tmp))
    common.done()


if __name__ == "__main__":
    main()
