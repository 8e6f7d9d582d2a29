#!/bin/bash
# Benchmark: the inferred extents of the corpus against what instrumented kernels touch on the device: 20 small launches a kernel.
# Prints how many indices lie outside (there must be none: exit 1), and how often the largest index is the last element, by the
# class of an argument's hardest access. -v lists every argument whose accesses are affine and whose extent is longer than needed.
#
# usage: inference.sh BUILD [-v] [FOLDER...]     other kernels than those of the corpus
set -euo pipefail
build=${1:?usage: inference.sh BUILD [-v] [FOLDER...]}
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
verbose=
if [ "${1:-}" = -v ]; then
    verbose=-v
    shift
fi
[ $# -gt 0 ] || set -- "$here/kernels-corpus"
launches=${BENCH_LAUNCHES:-20}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/bench.yaml" <<YAML
name: inference
seed: ${BENCH_SEED:-1}
corpus: {paths: [$here/kernels-corpus]}
target: {compute_units: 2, max_work_group: 256, local_mem_bytes: 32768}
launch: {per_kernel: 1, local_sizes: [32, 64, 128, 256], locals_per_kernel: 2}
probe: {samples: $launches}
YAML
"$build/llmperf-analyze" -q --db "$dir/bench.db" "$@" >/dev/null
"$build/llmperf-gen" -q --config "$dir/bench.yaml" --db "$dir/bench.db" >/dev/null
"$build/llmperf-profile" -q --db "$dir/bench.db" --probe-only ${BENCH_DEVICE:+--device "$BENCH_DEVICE"}
python3 "$here/tests/bench/inference.py" "$dir/bench.db" $verbose
