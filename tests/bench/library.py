"""libllmperf against the same model in Python, from a kernel's record to times: see predict.sh.

Both are in one process and take turns; the best of each counts. What the other comparisons leave out is in here: the prompt, the
tokenizer, the embedding of numbers, the head. The times must agree.
"""

import ctypes
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/train"))
import make_model_folder as folder
import tokenizers_made

THREADS = int(os.environ.get("BENCH_THREADS", len(os.sched_getaffinity(0))))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", 3))
GLOBALS, LOCALS, SAMPLED, SHAPE = [1 << p for p in range(10, 35)], [2**p for p in range(1, 9)], 4, "50mb"
SOURCE = (
    "kernel void steps(global const float *x, global float *y, const float a, const int n) {\n"
    "    int i = get_global_id(0);\n    if (i >= n) return;\n    float v = x[i];\n"
    + "".join(f"    v = v * a + {k}.{k * 37 % 100}f * (v - {k % 7}.5f);\n" for k in range(14))
    + "    y[i] = v;\n}\n"
)


# ---- the library, as a program that knows nothing but its header ----


class Launch(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("global_size", ctypes.c_int64), ("local_size", ctypes.c_int64),
                ("args", ctypes.POINTER(ctypes.c_char_p)), ("n_args", ctypes.c_size_t)]


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("threads", ctypes.c_uint)]


class Library:
    def __init__(self, build, model, record):
        self.lib = ctypes.CDLL(str(build / "libllmperf.so.0"))
        for name in "model_open", "kernel_from_record", "predict", "results_get":
            getattr(self.lib, f"llmperf_{name}").restype = ctypes.c_void_p
        self.error = ctypes.create_string_buffer(1024)
        self.model = self.call("model_open", str(model).encode(), ctypes.byref(Options(ctypes.sizeof(Options), THREADS)))
        self.kernel = self.call("kernel_from_record", record, ctypes.c_size_t(len(record)), None)

    def call(self, name, *args):
        got = getattr(self.lib, f"llmperf_{name}")(*args, self.error)
        if not got:
            raise RuntimeError(self.error.value.decode())
        return ctypes.c_void_p(got)

    def predict(self, sizes):
        words = [(ctypes.c_char_p * 2)(f"n={g}".encode(), b"a=1.5") for g, _ in sizes]
        launches = (Launch * len(sizes))(*[Launch(ctypes.sizeof(Launch), g, l, w, 2) for (g, l), w in zip(sizes, words)])
        results = self.call("predict", self.model, self.kernel, launches, ctypes.c_size_t(len(sizes)), None)
        medians = [ctypes.c_double.from_address(self.lib.llmperf_results_get(results, ctypes.c_size_t(i))).value
                   for i in range(len(sizes))]
        self.lib.llmperf_results_free(results)
        return medians


# ---- the same in Python ----


class Reference:
    def __init__(self, model, record):
        self.dir, self.record = model, json.loads(record)
        self.head = json.loads((model / "config.json").read_text())["perf_head"]
        self.tokens = 0
        folder.network_of(model)
        tokenizer = folder.tokenizers.Tokenizer.from_file(str(model / "tokenizer.json"))
        # Read once, as the library does.
        folder.tokenizers.Tokenizer = type("Once", (), {"from_file": staticmethod(lambda path: tokenizer)})
        self.tokenizer = tokenizer

    def predict(self, size):
        launch = folder.Launch(self.record, *size, {"n": str(size[0]), "a": "1.5"}, {})
        self.tokens = len(self.tokenizer.encode(launch.prompt).ids)
        return 2 ** folder.network_log_time(self.dir, self.head, launch)[0]


def best_ms(times, fn, *args):
    clock = time.perf_counter()
    got = fn(*args)
    times.append((time.perf_counter() - clock) * 1e3)
    return got


def compare(what, aim, lib, ref, sizes, rounds):
    c, py, worst = [], [], 0.0
    for i in range(rounds):
        size = sizes[i * len(sizes) // rounds]
        want = best_ms(py, ref.predict, size)
        got = best_ms(c, lib.predict, sizes)[sizes.index(size)]
        worst = max(worst, abs(math.log2(got / want)))
    python = min(py) * len(sizes)
    print(f"{SHAPE}: {what}, {ref.tokens} tokens, from record to time: libllmperf {min(c):.1f} ms, Python {python:.0f} ms: "
          f"{python / min(c):.2f} times as fast (aim {aim}); they differ by {worst:.2g} in log2", flush=True)
    if worst > 1e-4:
        sys.exit("they differ by more than 1e-4")


def make_folder(out):
    folder.tiny.save(folder.tiny.random_model(SHAPE, 1), out, "f32", 1, "transformer.")
    texts = [p.read_text(errors="replace") for p in sorted((ROOT / "kernels-corpus").rglob("*.cl"))]
    tokenizers_made.train(texts, 8192, True).save(str(out / "tokenizer.json"))
    folder.add_config(out, folder.network_head(384, numpy.random.default_rng(1), out))


def main():
    build = Path(sys.argv[1]).resolve()
    torch.set_num_threads(THREADS)
    with tempfile.TemporaryDirectory() as tmp:
        out, source = Path(tmp), Path(tmp) / "steps.cl"
        source.write_text(SOURCE)
        make_folder(out)
        record = subprocess.run([build / "llmperf-analyze", "--json", "-q", source], check=True, capture_output=True).stdout
        lib, ref = Library(build, out, record), Reference(out, record)
        sizes = [(g, l) for g in GLOBALS for l in LOCALS]
        compare("one launch", 1.5, lib, ref, [(65536, 64)], ROUNDS + 2)
        compare(f"a sweep of {len(sizes)}", 15, lib, ref, sizes, SAMPLED)


if __name__ == "__main__":
    main()
