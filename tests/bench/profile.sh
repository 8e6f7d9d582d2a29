#!/bin/bash
# Benchmark: one long-lived worker with builders (--isolate worker) against one process a sample with source builds and host copies
# (--isolate sample), the way of earlier work, on the same samples and the same device in one run; kernels are probed before. Prints
# samples/s of both by the wall clock around the whole program, their ratio, and the device's busy share. BENCH_SAMPLES, BENCH_DEVICE;
# BENCH_DB: a database planned elsewhere instead of the small plan below.
set -euo pipefail
build=${1:?usage: profile.sh BUILD}
here=$(cd "$(dirname "$0")/../.." && pwd)
samples=${BENCH_SAMPLES:-60}
device=${BENCH_DEVICE:+--device $BENCH_DEVICE}
dir=$(mktemp -d)
export XDG_CACHE_HOME=$dir/cache
trap 'rm -rf "$dir"' EXIT

plan() {
    local k=$here/kernels-corpus
    local domains=("$k/nbody" "$k/finance" "$k/polynomial" "$k/stencil" "$k/map")
    local list
    list=$(IFS=,; echo "${domains[*]}")
    cat >"$dir/bench.yaml" <<YAML
name: bench
corpus: {paths: [$list], limit: $(((samples + 24) / 25))}
target: {compute_units: 2, max_work_group: 256, local_mem_bytes: 32768}
launch: {per_kernel: 25, local_sizes: [64], locals_per_kernel: 1, global_max: 4194304, shares: {idle: 0, under: 0.2, saturated: 0.8},
  work_min: 12000000, work_max: 70000000, work_draws: 8}
profile: {burn_in_s: 0.2, reps_max: 9, cold_share: 0, retime_share: 0, sentinel_every_s: 600}
YAML
    "$build/llmperf-analyze" -q --db "$dir/plan.db" "${domains[@]}" >/dev/null
    "$build/llmperf-gen" -q --config "$dir/bench.yaml" --db "$dir/plan.db" >/dev/null
}

if [ -n "${BENCH_DB:-}" ]; then cp "$BENCH_DB" "$dir/plan.db"; else plan; fi

field() { # of db stats: the sum over devices of a Python expression in d
    "$build/llmperf-db" stats --json --db "$dir/$1.db" |
        python3 -c "import json, sys; print(sum($2 for d in json.load(sys.stdin)['devices']))"
}

# Prints the samples a second of one run, by the wall clock around the whole program.
rate() {
    local start end
    cp "$dir/plan.db" "$dir/$1.db"
    start=$(date +%s.%N)
    # shellcheck disable=SC2086 # $device is two words or none
    "$build/llmperf-profile" -q --db "$dir/$1.db" --isolate "$2" --limit "$samples" $device >/dev/null
    end=$(date +%s.%N)
    awk -v n="$(field "$1" 'd["samples"]["timed"] + d["samples"]["failed"]')" -v a="$start" -v b="$end" \
        'BEGIN { printf "%.2f", n / (b - a) }'
}

# shellcheck disable=SC2086
"$build/llmperf-profile" -q --db "$dir/plan.db" --probe-only $device >/dev/null
first=$(rate first worker) # compiles, and fills the driver's cache, so that the other two find it the same
one=$(rate worker worker)
each=$(rate sample sample)
percent() { awk -v x="$(field "$1" 'd["runs"]["busy_share"]')" 'BEGIN { printf "%.0f", 100 * x }'; }
echo "bench profile: $samples samples, compiling: $first samples/s (device busy $(percent first) %)"
echo "bench profile: one worker $one samples/s (device busy $(percent worker) %), one process a sample $each samples/s," \
    "ratio $(awk -v a="$one" -v b="$each" 'BEGIN { printf "%.1f", a / b }')"
