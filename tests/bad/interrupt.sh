#!/bin/sh
# Ctrl-C in each stage: status 130, one line, a database in order, and the same command goes on.
. "$(dirname "$0")/../lib.sh"

# interrupt NAME PROGRAM WAITING COMMAND...: SIGINT once WAITING succeeds
interrupt() {
    t_what=$1
    t_who=$2
    t_when=$3
    shift 3
    t_start "$@"
    t_await 60 eval "$t_when" || t_fail "$t_what: it works" "never came so far: $t_when"
    t_killed=$(date +%s)
    kill -INT "$t_pid"
    t_ended "$t_what: status 130" 130
    t_error "$t_what: one clear line" "$t_who" interrupted
}

# ---- analyze ----
mkdir "$T/many"
for i in $(seq 500); do
    echo "__kernel void k$i(__global int *a, int n) { int i = get_global_id(0); if (i < n) a[i] = $i; }" >"$T/many/k$i.cl"
done
interrupt analyze llmperf-analyze 'test -e "$T/a.db" && sleep 0.3' "$BUILD/llmperf" analyze -q --db "$T/a.db" "$T/many"
t_check "analyze: the database is in order" "$T/a.db"
t_run "analyze: the same command again" 0 "$BUILD/llmperf" analyze -q --db "$T/a.db" "$T/many"
t_eq "analyze: all kernels are there" 500 "$(t_sql "$T/a.db" "SELECT count(*) FROM kernel")"

# In the middle of a file that takes minutes: 200 kernels of 25 nested loops.
mkdir "$T/slow"
cp "$T/many/k1.cl" "$T/slow/a.cl"
awk 'BEGIN { for (k = 0; k < 200; k++) {
    printf "__kernel void slow%d(__global int *a, int n) { int x = 1, y = 2, z = 3;\n", k
    for (i = 0; i < 25; i++) printf "for (int i%d = 0; i%d < n; i%d++) { x = y ^ i%d; if (x & 1) y = z + x; z = x * y;\n", i, i, i, i
    printf "a[x & 15] = y;"; for (i = 0; i < 25; i++) printf "}"; print "}" } }' >"$T/slow/b.cl"
interrupt "analyze: in a file" llmperf-analyze 'test -e "$T/s.db" && sleep 3' "$BUILD/llmperf" analyze -q --db "$T/s.db" "$T/slow"
t_true "analyze: in a file: it ends at once" test $(($(date +%s) - t_killed)) -lt 15
t_check "analyze: in a file: the database is in order" "$T/s.db"
t_eq "analyze: in a file: what was finished is stored, the rest is not" "a.cl" "$(t_sql "$T/s.db" "SELECT path FROM kernel")"

# ---- gen ----
sed 's/per_kernel: 3/per_kernel: 8000/; s/global_max: 2048/global_max: 1000000/; s/bytes_max: 1048576/bytes_max: 1000000000/
    s/work_max: 1000000/work_max: 0/' "$ROOT/tests/fixtures/tiny.yaml" >"$T/large.yaml"
t_plan "$T/t.db"
cp "$T/t.db" "$T/g.db"
cp "$T/t.db" "$T/clean.db"
interrupt gen llmperf-gen 't_has "$T/g.db" sample 2000' "$BUILD/llmperf" gen -q --config "$T/large.yaml" --db "$T/g.db"
t_check "gen: the database is in order" "$T/g.db"
t_eq "gen: no hash of half a plan" "" "$(t_sql "$T/g.db" "SELECT plan_hash FROM campaign")"
t_run "gen: the same command again" 0 "$BUILD/llmperf" gen -q --config "$T/large.yaml" --db "$T/g.db"
again=$(tail -n 1 "$T/out")
t_run "gen: and never interrupted" 0 "$BUILD/llmperf" gen -q --config "$T/large.yaml" --db "$T/clean.db"
t_eq "gen: the same plan" "$(tail -n 1 "$T/out")" "$again"

# ---- profile ----
interrupt profile llmperf-profile 't_has "$T/t.db" timing 1' "$BUILD/llmperf" profile -q --db "$T/t.db"
t_check "profile: the database is in order" "$T/t.db"
t_eq "profile: the run is closed" 0 "$(t_sql "$T/t.db" "SELECT count(*) FROM run WHERE ended IS NULL")"
t_true "profile: it stopped half-way" test "$(t_sql "$T/t.db" "SELECT count(*) FROM timing")" -lt "$(t_sql "$T/t.db" "SELECT count(*) FROM sample")"
t_run "profile: the same command again" 0 "$BUILD/llmperf" profile -q --db "$T/t.db"
t_all_timed profile "$T/t.db"

# ---- db: with a thousand times as many rows, so that it takes a while ----
t_sql "$T/t.db" "PRAGMA synchronous = OFF;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO sample (id, kernel_id, idx, strategy, global_size, local_size, class, fill_seed, bytes, work)
        SELECT NULL, kernel_id, idx + 1000 * i, strategy, global_size, local_size, class, fill_seed, bytes, work FROM n, sample;
    INSERT INTO sample_arg SELECT s.id, a.idx, a.elems, a.value, a.recipe FROM sample s
        JOIN sample o ON o.kernel_id = s.kernel_id AND o.idx = s.idx % 1000 JOIN sample_arg a ON a.sample_id = o.id WHERE s.idx >= 1000;
    INSERT INTO timing SELECT NULL, s.id, device_id, policy, t.class, median_ns, mean_ns, min_ns, max_ns, ci_lo_ns, ci_hi_ns, reps, start_ns,
        end_ns, flags, epoch, run_id, weight, weight_reason FROM sample s JOIN sample o ON o.kernel_id = s.kernel_id AND
        o.idx = s.idx % 1000 JOIN timing t ON t.sample_id = o.id WHERE s.idx >= 1000;
    UPDATE run SET timed = (SELECT count(*) FROM timing WHERE run_id = run.id)" >/dev/null
t_check "db: the larger database is in order" "$T/t.db"
echo "the old one" >"$T/x.jsonl"
interrupt "db export" llmperf-db 'test -s "$T"/x.jsonl.tmp.*' "$BUILD/llmperf" db export -q --db "$T/t.db" --out "$T/x.jsonl"
t_eq "db export: the old file is as it was, no other is left" "the old one x.jsonl" "$(cat "$T/x.jsonl") $(cd "$T" && echo x.jsonl*)"
t_run "db export: the same command again" 0 "$BUILD/llmperf" db export -q --db "$T/t.db" --out "$T/x.jsonl"
interrupt "db check" llmperf-db 'sleep 0.5' "$BUILD/llmperf" db check -q --db "$T/t.db" --jsonl "$T/x.jsonl"
t_check "db export: the file is complete" "$T/t.db" "$T/x.jsonl"

# ---- run ----
t_start "$BUILD/llmperf" run -q "$ROOT/tests/fixtures/tiny.yaml" --out "$T/made"
t_await 60 t_has "$T/made/campaign.db" timing 1
kill -INT "$t_pid"
t_ended "run: status 130" 130
t_grep "run: the stage's line" "^llmperf-profile: interrupted" "$T/err"
t_grep "run: names the stage" "^llmperf: interrupted in profile; run the same command again to go on$" "$T/err"
t_eq "run: no further line" 2 "$(wc -l <"$T/err")"
t_check "run: the database is in order" "$T/made/campaign.db"
t_run "run: the same command again" 0 "$BUILD/llmperf" run -q "$ROOT/tests/fixtures/tiny.yaml" --out "$T/made"
t_all_timed run "$T/made/campaign.db"
t_check "run: the data set is complete" "$T/made/campaign.db" "$T/made/dataset.jsonl"
