#!/bin/bash
# Benchmark: one long-lived worker with builders (--isolate worker) against one process a sample with source builds and host copies
# (--isolate sample), the way of earlier work, on the same samples and the same device in one run. Prints samples/s of both by the
# wall clock around the whole program, their ratio, and the device's busy share. BENCH_SAMPLES, BENCH_DEVICE.
set -euo pipefail
build=${1:?usage: profile.sh BUILD}
here=$(cd "$(dirname "$0")/../.." && pwd)
samples=${BENCH_SAMPLES:-60}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/bench.yaml" <<YAML
name: bench
corpus: {paths: [$here/kernels-corpus/map, $here/kernels-corpus/blas1]}
target: {compute_units: 2, max_work_group: 256, local_mem_bytes: 32768}
launch: {per_kernel: 10, local_sizes: [64], locals_per_kernel: 1, global_max: 65536, work_max: 2000000}
profile: {burn_in_s: 0.2, reps_max: 9, cold_share: 0, retime_share: 0}
YAML
"$build/llmperf-analyze" -q --db "$dir/plan.db" "$here/kernels-corpus/map" "$here/kernels-corpus/blas1" >/dev/null
"$build/llmperf-gen" -q --config "$dir/bench.yaml" --db "$dir/plan.db" >/dev/null

# Prints the samples a second of one mode, by the wall clock around the whole program.
rate() {
    cp "$dir/plan.db" "$dir/$1.db"
    local start end done_samples
    start=$(date +%s.%N)
    "$build/llmperf-profile" -q --db "$dir/$1.db" --isolate "$1" --limit "$samples" ${BENCH_DEVICE:+--device "$BENCH_DEVICE"} >/dev/null
    end=$(date +%s.%N)
    done_samples=$("$build/llmperf-db" stats --json --db "$dir/$1.db" |
        python3 -c 'import json, sys; print(sum(d["samples"]["timed"] + d["samples"]["failed"] for d in json.load(sys.stdin)["devices"]))')
    awk -v n="$done_samples" -v a="$start" -v b="$end" 'BEGIN { printf "%.2f", n / (b - a) }'
}

rate worker >"$dir/warmup" # fills the driver's compile cache, so that both modes find it the same
one=$(rate worker)
each=$(rate sample)
busy=$("$build/llmperf-db" stats --json --db "$dir/worker.db" |
    python3 -c 'import json, sys; print("%.0f" % (100 * max(d["runs"]["busy_share"] for d in json.load(sys.stdin)["devices"])))')
echo "bench profile: one worker $one samples/s (device busy $busy %), one process a sample $each samples/s, ratio $(awk -v a="$one" -v b="$each" 'BEGIN { printf "%.1f", a / b }')"
