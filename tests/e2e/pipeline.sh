#!/bin/sh
# The whole pipeline on the OpenCL device that is there: results, running again, the same plan everywhere, machine-readable
# output, both strategies, from another folder and from an installed prefix.
. "$(dirname "$0")/../lib.sh"

# json NAME LINES COMMAND...: it succeeds, and its stdout is so many JSON objects, one a line, and nothing else
json() {
    t_what=$1
    t_lines=$2
    shift 2
    t_run "$t_what: done" 0 "$@"
    t_true "$t_what: $t_lines JSON objects on stdout, nothing else" python3 -c '
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
assert len(rows) == int(sys.argv[2]) and all(type(r) is dict for r in rows), rows' "$T/out" "$t_lines"
}

# ---- a campaign, and again ----
smoke=$ROOT/configs/smoke.yaml
db=$T/smoke/campaign.db
t_run "smoke: the pipeline runs" 0 "$BUILD/llmperf" run "$smoke" --out "$T/smoke"
hash=$(sed -n 's/^plan //p' "$T/out")
t_check "smoke: the database is in order" "$db" "$T/smoke/dataset.jsonl"
t_eq "smoke: every planned sample is a row" "32 32" "$(t_sql "$db" "SELECT count(*) FROM sample") $(wc -l <"$T/smoke/dataset.jsonl")"
python3 "$ROOT/tests/e2e/check_jsonl.py" "$T/smoke/dataset.jsonl"
cp "$T/smoke/dataset.jsonl" "$T/before.jsonl"
t_run "smoke again: done" 0 "$BUILD/llmperf" run "$smoke" --out "$T/smoke"
t_grep "smoke again: nothing to do" "^llmperf-profile: nothing to do" "$T/err"
t_eq "smoke again: the same plan" "$hash" "$(sed -n 's/^plan //p' "$T/out")"
t_true "smoke again: the same data set" cmp "$T/before.jsonl" "$T/smoke/dataset.jsonl"
t_eq "smoke again: no second run" 1 "$(t_sql "$db" "SELECT count(*) FROM run")"

# ---- the same plan from another place, with files in another order ----
mkdir -p "$T/elsewhere/k/stencil" "$T/elsewhere/k/map" "$T/elsewhere/k/reduction"
for f in $(cd "$ROOT/kernels-corpus" && ls -r stencil/* reduction/* map/*); do
    cp "$ROOT/kernels-corpus/$f" "$T/elsewhere/k/$f"
done
sed 's,- \.\./kernels-corpus/map,- k/stencil,; s,- \.\./kernels-corpus/stencil,- k/map,; s,\.\./kernels-corpus,k,' "$smoke" \
    >"$T/elsewhere/smoke.yaml"
(
    cd "$T/elsewhere" || exit 1
    "$BUILD/llmperf" analyze -q --db c.db k/stencil k/reduction k/map/ && "$BUILD/llmperf" gen -q --config smoke.yaml --db c.db
) >"$T/out" 2>&1
t_eq "a copy of the corpus, folders in another order: the same plan" "plan $hash" "$(tail -n 1 "$T/out")"

# samples DATABASE: the plan of the kernels in arith/, without row ids
samples() {
    t_sql "$1" "SELECT replace(k.path, 'arith/', ''), k.name, s.idx, s.global_size, s.local_size, s.class, s.fill_seed, a.idx, a.elems,
        a.value, a.recipe FROM kernel k JOIN sample s ON s.kernel_id = k.id JOIN sample_arg a ON a.sample_id = s.id
        WHERE k.path IN ('add_again.cl', 'widen_strided.cl', 'arith/add_again.cl', 'arith/widen_strided.cl') ORDER BY 1, 2, 3, 8"
}
t_plan "$T/all.db"
"$BUILD/llmperf" analyze -q --db "$T/few.db" "$ROOT/tests/fixtures/corpus/arith" >"$T/log" 2>&1
"$BUILD/llmperf" gen -q --config "$ROOT/tests/fixtures/tiny.yaml" --db "$T/few.db" >>"$T/log" 2>&1
t_true "there are samples to compare" test "$(samples "$T/few.db" | wc -l)" -ge 20
t_eq "more kernels in the corpus change no sample of another" "$(samples "$T/few.db")" "$(samples "$T/all.db")"

# ---- the data card ----
t_run "a data card" 0 "$BUILD/llmperf" db card --db "$db"
t_grep "it says what was measured on" "^## Measured on " "$T/out"
cp "$T/out" "$T/card"
t_run "a data card in a file" 0 "$BUILD/llmperf" db card --db "$db" --out "$T/card.md"
t_eq "is the same page" "$(cat "$T/card")" "$(cat "$T/card.md")"
t_refuse "a data card where none can be written" 1 "llmperf-db" "card.md" "$BUILD/llmperf" db card --db "$db" --out "$T/none/card.md"

# ---- machine-readable output ----
fixtures=$ROOT/tests/fixtures/corpus
json "analyze --json" 8 "$BUILD/llmperf" analyze --json "$fixtures"
json "analyze --json --db" 8 "$BUILD/llmperf" analyze --json --db "$T/j.db" "$fixtures"
json "analyze --json --eval" 1 "$BUILD/llmperf" analyze --json --eval global=1024,local=64,n=1000 "$fixtures/arith/add_guarded.cl"
t_grep "analyze --json --eval: the extents are numbers" '"extent_value":1000' "$T/out"
json "gen --json" 1 "$BUILD/llmperf" gen --json --config "$ROOT/tests/fixtures/tiny.yaml" --db "$T/j.db"
json "db stats --json" 1 "$BUILD/llmperf" db stats --json --db "$db"
json "db balance --json" 1 "$BUILD/llmperf" db balance --json --db "$db"
json "db split --json" 1 "$BUILD/llmperf" db split --json --db "$db"
json "db export --json" 1 "$BUILD/llmperf" db export --json --db "$db" --out "$T/x.jsonl"
json "db export to stdout" 32 "$BUILD/llmperf" db export --db "$db"
json "db check --json" 1 "$BUILD/llmperf" db check --json --db "$db" --jsonl "$T/x.jsonl"
cp "$db" "$T/merged.db"
json "db merge --json" 1 "$BUILD/llmperf" db merge --json --db "$T/merged.db" "$db"
json "devices --json" "$("$BUILD/llmperf" devices | wc -l)" "$BUILD/llmperf" devices --json
json "config check --json" 1 "$BUILD/llmperf" config check --json "$smoke"

# ---- the simple strategy ----
sed 's/^name: tiny/name: naive\nstrategy: naive/; s,paths: \[corpus\],paths: ['"$fixtures"'],; s/per_kernel: 3/per_kernel: 1/' \
    "$ROOT/tests/fixtures/tiny.yaml" >"$T/naive.yaml"
mkdir "$T/cwd"
t_run "naive: the pipeline runs, from another folder" 0 sh -c 'cd "$1" && "$2" run ../naive.yaml' sh "$T/cwd" "$BUILD/llmperf"
naive=$T/cwd/out/naive
t_check "naive: the database is in order" "$naive/campaign.db" "$naive/dataset.jsonl"
t_eq "naive: buffers have global elements, integers are global" "0" "$(t_sql "$naive/campaign.db" "SELECT count(*) FROM sample s
    JOIN sample_arg a ON a.sample_id = s.id JOIN argument g ON g.kernel_id = s.kernel_id AND g.idx = a.idx
    WHERE strategy != 'naive' OR (g.kind = 'buffer' AND a.elems != s.global_size) OR
    (g.kind = 'scalar' AND g.type IN ('int', 'uint') AND a.value != s.global_size)")"
t_true "naive: there are samples" test "$(t_sql "$naive/campaign.db" "SELECT count(*) FROM sample")" -gt 0

# ---- installed ----
t_run "make install" 0 env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -C "$ROOT" BUILD="$BUILD" DESTDIR="$T/root" PREFIX=/opt install
t_run "installed: it runs" 0 "$T/root/opt/bin/llmperf" run -q "$T/root/opt/share/llmperf/configs/smoke.yaml" --out "$T/installed" --limit 2
t_eq "installed: with its own corpus the same plan" "$hash" "$(t_sql "$T/installed/campaign.db" "SELECT plan_hash FROM campaign")"
t_eq "installed: two samples were asked for" 2 "$(t_sql "$T/installed/campaign.db" "SELECT count(*) FROM timing")"
