#!/bin/bash
# Benchmark: the network in C against transformers on the CPU, same weights, same threads, in one run: a prompt of 512 tokens, a sweep of
# 200 configurations, peak memory, cold start; then libllmperf against the same in Python, from a kernel's record to its times.
# `make bench-predict` makes what it needs; without that it says so and stops.
#
# BENCH_SHAPES="50mb 350m"  BENCH_THREADS=all processors  BENCH_ROUNDS=3
set -euo pipefail
build=$(cd "${1:?usage: predict.sh BUILD}" && pwd)
here=$(cd "$(dirname "$0")/../.." && pwd)
python=${BENCH_PYTHON:-$build/.venv/bin/python}
if [ ! -x "$python" ] || [ ! -x "$build/tests/train/states" ]; then
    echo "predict: skipped: run make bench-predict"
    exit 0
fi
"$python" "$here/tests/bench/predict.py" "$build"
exec "$python" "$here/tests/bench/library.py" "$build"
