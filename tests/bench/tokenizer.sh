#!/bin/bash
# Benchmark: MB/s of the tokenizer against the tokenizers library, one thread each, in one run. Needs what make test-train makes; without
# it, says so and does nothing.
set -euo pipefail
build=$(cd "${1:?usage: tokenizer.sh BUILD}" && pwd)
here=$(cd "$(dirname "$0")/../.." && pwd)
if [ ! -x "$build/.venv/bin/python" ] || [ ! -x "$build/tests/train/tokens" ]; then
    echo "tokenizer: not measured: run make test-train first"
    exit 0
fi
exec "$build/.venv/bin/python" "$here/tests/bench/tokenizer.py" "$build"
