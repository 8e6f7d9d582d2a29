#!/bin/sh
# Instrumented kernels: each construct reports what it touches and is kept from what it must not touch (probe_cases), and kernels of the
# corpus compute the same with and without the checks (probe_same).
. "$(dirname "$0")/../lib.sh"

POCL_CACHE_DIR=$T/cache # not in the home folder
POCL_MAX_PTHREAD_COUNT=1 # floating-point atomics in one order
export POCL_CACHE_DIR POCL_MAX_PTHREAD_COUNT

if t_driver_aborts; then
    DRIVER_ABORTS=yes
    export DRIVER_ABORTS
fi
mkdir "$T/cases"
t_run "every case is instrumented" 0 "$BUILD/tests/probe_sources" "$T/cases"
"$BUILD/tests/probe_cases" "$T/cases" 2>"$T/err" # its TAP lines are this script's
t_eq "every case ran to its end" 0 $?

t_run "a corpus" 0 "$BUILD/llmperf" analyze -q --db "$T/c.db" "$ROOT/kernels-corpus/tiling" "$ROOT/kernels-corpus/histogram"
cat >"$T/c.yaml" <<EOF
name: probes
corpus: {paths: [$ROOT/kernels-corpus/tiling, $ROOT/kernels-corpus/histogram]}
target: {compute_units: 4, max_work_group: 256, local_mem_bytes: 32768}
launch: {per_kernel: 1, local_sizes: [32, 64], locals_per_kernel: 1, global_max: 4096}
probe: {samples: 2}
EOF
t_run "its probe launches" 0 "$BUILD/llmperf" gen -q --config "$T/c.yaml" --db "$T/c.db"
"$BUILD/tests/probe_same" "$T/c.db" 2>"$T/err"
t_eq "every kernel computes the same" 0 $?

# The front end: the probe source is printed when asked for, and only then.
printf 'kernel void k(global int *a) { a[get_global_id(0)] = 1; }\n' >"$T/k.cl"
t_run "--probe" 0 "$BUILD/llmperf" analyze --json --probe "$T/k.cl"
t_grep "--probe: the source" '"probe": *"kernel void k\(global int \*a, __global int \*llp_io\)' "$T/out"
t_grep "--probe: no gap" '"probe_gap": *null' "$T/out"
t_run "without --probe" 0 "$BUILD/llmperf" analyze --json "$T/k.cl"
t_eq "without --probe: no source" 0 "$(grep -c '"probe"' "$T/out")"
t_run "--probe without --json" 2 "$BUILD/llmperf" analyze --probe "$T/k.cl"
