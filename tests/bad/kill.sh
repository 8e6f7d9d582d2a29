#!/bin/sh
# kill -9 of a worker, of a supervisor and of each other stage, then the same command again: nothing that was finished is lost,
# nothing is there twice, the database is in order.
. "$(dirname "$0")/../lib.sh"

config=$ROOT/tests/fixtures/tiny.yaml

# kill_when SECONDS WAITING: SIGKILL to what t_start began once WAITING succeeds
kill_when() {
    t_await "$1" eval "$2" || t_fail "killed half-way" "never came so far: $2"
    kill -KILL "$t_pid"
    t_ended "killed half-way" 137
}

# ---- a worker ----
t_plan "$T/w.db"
t_start "$BUILD/llmperf" profile -q --db "$T/w.db"
for n in 1 7; do
    t_await 60 t_has "$T/w.db" timing "$n"
    worker=$(t_child_of "$t_pid")
    t_true "worker: there is one" test -n "$worker"
    kill -KILL "$worker"
done
t_ended "worker: the campaign goes on to its end" 0
t_all_timed worker "$T/w.db"
t_eq "worker: one run" "1 1" "$(t_sql "$T/w.db" "SELECT count(*) || ' ' || count(ended) FROM run")"

# ---- a supervisor ----
t_plan "$T/s.db"
t_start "$BUILD/llmperf" profile -q --db "$T/s.db"
t_await 60 t_has "$T/s.db" timing 3
worker=$(t_child_of "$t_pid")
kill -KILL "$t_pid"
t_ended "supervisor: killed half-way" 137
t_true "supervisor: its worker ends with it" t_await 10 eval "! kill -0 $worker"
t_check "supervisor: the database is in order" "$T/s.db"
before=$(t_sql "$T/s.db" "SELECT count(*), sum(sample_id * median_ns) FROM timing")
last=$(t_sql "$T/s.db" "SELECT max(id) FROM timing")
t_run "supervisor: the same command again" 0 "$BUILD/llmperf" profile -q --db "$T/s.db"
t_all_timed supervisor "$T/s.db"
t_eq "supervisor: what was timed before is as it was" "$before" \
    "$(t_sql "$T/s.db" "SELECT count(*), sum(sample_id * median_ns) FROM timing WHERE id <= $last")"
t_eq "supervisor: two runs, the first without an end" "2 1" "$(t_sql "$T/s.db" "SELECT count(*) || ' ' || count(ended) FROM run")"
t_eq "supervisor: no lock is left" "" "$(ls "$T" | grep s.db-lock)"

# ---- the other stages ----
t_start "$BUILD/llmperf" analyze -q --db "$T/a.db" "$ROOT/kernels-corpus"
kill_when 60 'test -e "$T/a.db" && sleep 0.3'
t_run "analyze: the same command again" 0 "$BUILD/llmperf" analyze -q --db "$T/a.db" "$ROOT/kernels-corpus"
t_check "analyze: the database is in order" "$T/a.db"

sed 's/per_kernel: 3/per_kernel: 6000/; s/global_max: 2048/global_max: 1000000/; s/bytes_max: 1048576/bytes_max: 1000000000/
    s/work_max: 1000000/work_max: 0/' "$config" >"$T/large.yaml"
t_plan "$T/g.db"
t_start "$BUILD/llmperf" gen -q --config "$T/large.yaml" --db "$T/g.db"
kill_when 60 't_has "$T/g.db" sample 2000'
t_check "gen: the database is in order" "$T/g.db"
t_run "gen: the same command again" 0 "$BUILD/llmperf" gen -q --config "$T/large.yaml" --db "$T/g.db"
hash=$(tail -n 1 "$T/out")
t_run "gen: and again, with nothing to do" 0 "$BUILD/llmperf" gen --config "$T/large.yaml" --db "$T/g.db"
t_grep "gen: it was complete" "up to date" "$T/out"
t_eq "gen: the plan's hash is that of the whole plan" "$(tail -n 1 "$T/out")" "$hash"

# ---- run ----
t_start "$BUILD/llmperf" run -q "$config" --out "$T/made"
t_await 60 t_has "$T/made/campaign.db" timing 2
stage=$(t_child_of "$t_pid")
kill -KILL "$t_pid"
t_ended "run: killed half-way" 137
t_true "run: its stage ends with it" t_await 10 eval "! kill -0 $stage"
t_check "run: the database is in order" "$T/made/campaign.db"
t_run "run: the same command again" 0 "$BUILD/llmperf" run -q "$config" --out "$T/made"
t_all_timed run "$T/made/campaign.db"
t_check "run: the data set is complete" "$T/made/campaign.db" "$T/made/dataset.jsonl"
