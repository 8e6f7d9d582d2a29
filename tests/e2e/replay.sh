#!/bin/sh
# The rows of a data set stand alone: their code compiles and runs again with their own launch, arguments and contents, without
# touching a byte beside the buffers.
. "$(dirname "$0")/../lib.sh"

POCL_CACHE_DIR=$T/cache # not in the home folder
export POCL_CACHE_DIR

# again NAME ROWS FILE: every row of the file runs again; its TAP lines are this script's
again() {
    "$BUILD/tests/replay" <"$3" 2>"$T/err"
    t_eq "$1: all $2 rows ran again" "0 $2" "$? $(wc -l <"$3")"
}

# refused NAME PATTERN PROGRAM: the first row, changed by the Python program, must not run again
refused() {
    head -n 1 "$T/replay/dataset.jsonl" >"$T/row"
    python3 -c "
import json, sys
row = json.load(open(sys.argv[1]))
$3
print(json.dumps(row))" "$T/row" >"$T/bad.jsonl"
    t_run "$1: refused" 1 sh -c '"$1" <"$2"' sh "$BUILD/tests/replay" "$T/bad.jsonl"
    t_grep "$1: says why" "^# $2" "$T/out"
}

t_run "a campaign over many kernels" 0 "$BUILD/llmperf" run -q "$ROOT/tests/fixtures/replay.yaml" --out "$T/replay"
t_eq "none of its samples failed" 0 "$(t_sql "$T/replay/campaign.db" "SELECT count(*) FROM failure")"
planned=$(t_sql "$T/replay/campaign.db" "SELECT count(*) FROM sample")
t_true "two samples of nearly every kernel are planned" test "$planned" -ge 40
again "memory-analysis" "$planned" "$T/replay/dataset.jsonl"

sed 's/^name: tiny/name: naive\nstrategy: naive/; s,paths: \[corpus\],paths: ['"$ROOT"'/tests/fixtures/corpus],; s/per_kernel: 3/per_kernel: 1/' \
    "$ROOT/tests/fixtures/tiny.yaml" >"$T/naive.yaml"
t_run "a naive campaign" 0 "$BUILD/llmperf" run -q "$T/naive.yaml" --out "$T/naive"
again naive "$(t_sql "$T/naive/campaign.db" "SELECT count(*) FROM sample")" "$T/naive/dataset.jsonl"

# The check itself: what is wrong must be found.
write='row.update(code="kernel void k(global int *a) { a[get_global_id(0) + 1] = 1; }", kernel="k", gsize=64, lsize=32)'
args='row.update(args=[dict(index=0, name="a", kind="buffer", type="int", elem_bytes=4, access="w", elems=N, value=None, recipe="zero")])'
refused "a store one element too far" 'touches memory beside' "$write
$(echo "$args" | sed 's/N/64/')"
refused "a load far before" 'touches memory beside|wrote beside' "$write
$(echo "$args" | sed 's/N/65/')
row['code'] = row['code'].replace('+ 1] = 1', '- 2000] += 1')"
refused "a store into the bytes between" 'wrote beside' "$write
$(echo "$args" | sed 's/N/64/')
row['code'] = row['code'].replace('+ 1] = 1', '- 1] = 1')"
refused "code that does not compile" 'does not compile' 'row["code"] = row["code"].replace("{", "{ nonsense", 1)'
refused "an argument missing" '[0-9]+ arguments, the kernel has' 'row["args"].pop()'
