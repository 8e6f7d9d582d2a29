"""The network in C against transformers: see predict.sh.

Both take turns, and the best of each counts: other programs on the machine make both slower, seldom at the same moment. Beside the
clock stands the work of all threads (CPU time), which other programs disturb less. `transformers` computes every prompt of a sweep as
a whole; of those it gets a sample, and the time for all is worked out from it.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import torch
from transformers import CodeGenModel
from transformers.utils import logging

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "train"))
import make_tiny_codegen as tiny

THREADS = int(os.environ.get("BENCH_THREADS", len(os.sched_getaffinity(0))))
SHAPES = os.environ.get("BENCH_SHAPES", "50mb 350m").split()
ROUNDS = int(os.environ.get("BENCH_ROUNDS", 3))
TOKENS, PREFIX, SUFFIX, GLOBALS, LOCALS, UNLIKE, SAMPLED = 512, 400, 80, 25, 8, 40, 4


def sweep(rng, vocab):
    """A kernel's tokens and the endings of its launches: the global size shows in buffer lengths and in the last line, the local size at
    the very end."""
    base = [rng.randrange(vocab) for _ in range(SUFFIX)]
    endings = []
    for g in range(GLOBALS):
        for l in range(LOCALS):
            ids = list(base)
            for at in (12, 13, 30, 31, 48, 49, 70, 71):
                ids[at] = (g * 7 + at * 31) % vocab
            ids[-2:] = [1000 + l, 7]
            endings.append(ids)
    return [rng.randrange(vocab) for _ in range(PREFIX)], endings


def unlike(rng, vocab, n):
    """Endings that have nothing in common but the kernel before them."""
    return [[rng.randrange(vocab) for _ in range(SUFFIX)] for _ in range(n)]


class Times:
    """Best milliseconds, by the clock and of work, and peak memory of the C program."""

    def __init__(self):
        self.clock = self.work = float("inf")
        self.peak_mib = 0.0

    def add(self, clock, work):
        self.clock = min(self.clock, clock)
        self.work = min(self.work, work)


def run_c(build, folder, prefix, suffixes, times, repeat=2):
    job = f"prefix {' '.join(map(str, prefix))}\n" if prefix else ""
    job += "".join(f"suffix {' '.join(map(str, ids))}\n" for ids in suffixes)
    command = [build / "tests/train/states", "--timings", "--threads", str(THREADS), "--repeat", str(repeat), folder]
    run = subprocess.run(command, input=job.encode(), capture_output=True, check=True)
    for line in run.stderr.decode().splitlines():
        words = line.split()
        if words[0] == "ms":
            times.add(float(words[1]), float(words[3]))
        else:
            times.peak_mib = max(times.peak_mib, int(words[1]) / 1024)


def run_torch(model, prompt, times):
    ids = torch.tensor([prompt])
    clock, work = time.perf_counter(), time.process_time()
    model(ids, output_hidden_states=True)
    times.add((time.perf_counter() - clock) * 1e3, (time.process_time() - work) * 1e3)


def report(shape, what, c, torch_clock, torch_work, aim):
    print(
        f"{shape}: {what}: C {c.clock:.0f} ms, transformers {torch_clock:.0f} ms: {torch_clock / c.clock:.2f} times as fast"
        f" (work {c.work:.0f} and {torch_work:.0f} ms: {torch_work / c.work:.2f} times; aim {aim})",
        flush=True,
    )


def single(build, shape, folder, model, rng, vocab):
    prompt = [rng.randrange(vocab) for _ in range(TOKENS)]
    c, py = Times(), Times()
    for _ in range(ROUNDS):
        run_torch(model, prompt, py)
        run_c(build, folder, [], [prompt], c)
    report(shape, f"{TOKENS} tokens", c, py.clock, py.work, "1.5")
    return c


def sweeps(build, shape, folder, model, rng, vocab):
    prefix, endings = sweep(rng, vocab)
    n = len(endings)
    c, other, py = Times(), Times(), Times()
    for i in range(SAMPLED):
        run_torch(model, prefix + endings[i * n // SAMPLED], py)
        if i % 2 == 0:
            run_c(build, folder, prefix, endings, c, 1)
    report(shape, f"sweep of {n}", c, py.clock * n, py.work * n, "15")
    run_c(build, folder, prefix, unlike(rng, vocab, UNLIKE), other, 1)
    report(shape, f"{UNLIKE} endings with nothing in common", other, py.clock * UNLIKE, py.work * UNLIKE, "none")
    return c


def memory(shape, folder, runs):
    weights = (folder / "model.safetensors").stat().st_size / 2**20
    limit = 1.2 * weights + 100
    peak = max(r.peak_mib for r in runs)
    print(f"{shape}: peak memory {peak:.0f} MiB, weights {weights:.0f} MiB (limit {limit:.0f} MiB)", flush=True)


def wall_ms(command, job):
    start = time.perf_counter()
    subprocess.run(command, input=job, capture_output=True, check=True)
    return (time.perf_counter() - start) * 1e3


def cold_start(build, shape, folder, vocab):
    """From nothing to the states of a short prompt, programs and libraries in the file cache."""
    code = (
        "import sys, torch; from transformers import CodeGenModel\n"
        f"torch.set_num_threads({THREADS}); torch.set_grad_enabled(False)\n"
        "m = CodeGenModel.from_pretrained(sys.argv[1]).eval()\n"
        "m(torch.tensor([list(map(int, sys.stdin.read().split()[1:]))]), output_hidden_states=True)\n"
    )
    job = ("suffix " + " ".join(str(i % vocab) for i in range(16)) + "\n").encode()
    c = py = float("inf")
    for _ in range(ROUNDS):
        py = min(py, wall_ms([sys.executable, "-c", code, folder], job))
        c = min(c, wall_ms([build / "tests/train/states", "--threads", str(THREADS), folder], job))
    print(f"{shape}: cold start: C {c:.0f} ms, Python {py:.0f} ms: {c / py:.3f} of it (aim 0.2)", flush=True)


def main():
    build = Path(sys.argv[1]).resolve()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    torch.set_num_threads(THREADS)
    torch.set_grad_enabled(False)
    print(f"{THREADS} thread(s), f32, torch {torch.__version__}", flush=True)
    for shape in SHAPES:
        with tempfile.TemporaryDirectory() as tmp:
            folder = Path(tmp)
            tiny.save(tiny.random_model(shape, 1), folder, "f32", 1, "transformer.")
            model = CodeGenModel.from_pretrained(folder).eval()
            rng, vocab = random.Random(1), model.config.vocab_size
            runs = [f(build, shape, folder, model, rng, vocab) for f in (single, sweeps)]
            del model
            memory(shape, folder, runs)
            if shape == "50mb":
                cold_start(build, shape, folder, vocab)


if __name__ == "__main__":
    main()
