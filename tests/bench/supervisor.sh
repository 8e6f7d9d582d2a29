#!/bin/bash
# Benchmark: the supervisor's memory with 1,000 and with 400,000 planned samples, and with 20 and 2,000 of them timed: the largest
# resident size of `llmperf profile`, and the ratio of the largest to the smallest. BENCH_SAMPLES: the larger plan; BENCH_TIMED: so many.
set -euo pipefail
build=${1:?usage: supervisor.sh BUILD}
here=$(cd "$(dirname "$0")/../.." && pwd)
large=${BENCH_SAMPLES:-400000}
timed=${BENCH_TIMED:-2000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$build/llmperf-analyze" -q --db "$dir/kernels.db" "$here/kernels-corpus" >/dev/null
kernels=$("$build/llmperf-db" stats --json --db "$dir/kernels.db" | python3 -c 'import json, sys; print(json.load(sys.stdin)["kernels"]["kept"])')

# plan NAME SAMPLES: so many in all
plan() {
    cat >"$dir/$1.yaml" <<YAML
name: supervisor
corpus: {paths: [$here/kernels-corpus]}
target: {compute_units: 2, max_work_group: 256, local_mem_bytes: 32768}
launch: {per_kernel: $((($2 + kernels - 1) / kernels)), local_sizes: [32, 64, 128], global_max: 1048576}
profile: {burn_in_s: 0, reps_max: 9, cold_share: 0, retime_share: 0, sentinel_every_s: 0}
probe: {samples: 0}
YAML
    cp "$dir/kernels.db" "$dir/$1.db"
    "$build/llmperf-gen" -q --config "$dir/$1.yaml" --db "$dir/$1.db" >/dev/null
    "$build/llmperf-db" stats --json --db "$dir/$1.db" | python3 -c 'import json, sys; print(json.load(sys.stdin)["samples"]["planned"])'
}

# peak NAME LIMIT: MiB of the supervisor alone; workers and builders are not its children for this: they are read by their own process ids
peak() {
    python3 - "$build/llmperf-profile" -q --db "$dir/$1.db" --limit "$2" <<'PY'
import os, sys, time
pid = os.fork()
if pid == 0:
    os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
    os.execv(sys.argv[1], sys.argv[1:])
peak = 0
while os.waitpid(pid, os.WNOHANG) == (0, 0):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as f:
            for line in f:
                if line.startswith("VmHWM:"):
                    peak = max(peak, int(line.split()[1]))
    except OSError:
        pass
    time.sleep(0.01)
print("%.1f" % (peak / 1024))
PY
}

few=$(plan few 1000)
many=$(plan many "$large")
a=$(peak few 20)
b=$(peak many 20)
c=$(peak many "$timed")
echo "bench supervisor: $few samples planned $a MiB, $many planned $b MiB, $timed of them timed $c MiB, ratio $(
    awk -v a="$a" -v c="$c" 'BEGIN { printf "%.2f", c / a }')"
