#!/bin/bash
# Benchmark: the analyze stage over kernels-corpus: kernels a second and core against the aim, the whole pipeline against parsing
# alone, and the peak memory as the corpus grows 16 times (it is streamed: the peak should not grow with it).
set -euo pipefail
build=$(cd "${1:?usage: analyze.sh BUILD}" && pwd)
here=$(cd "$(dirname "$0")/../.." && pwd)
exec python3 "$here/tests/bench/analyze.py" "$build" "$here/kernels-corpus"
