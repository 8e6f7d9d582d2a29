#!/bin/sh
# A campaign over several databases, as the nodes of a cluster time it: shards of one plan, each in its own file, merged; and a
# campaign in pieces, with a limit and with a process for each sample.
. "$(dirname "$0")/../lib.sh"

t_plan "$T/0.db"
cp "$T/0.db" "$T/1.db"
cp "$T/0.db" "$T/all.db"
for i in 0 1; do
    t_run "shard $i" 0 "$BUILD/llmperf" profile -q --db "$T/$i.db" --shard "$i/2"
    t_check "shard $i: the database is in order" "$T/$i.db"
    t_true "shard $i: has some" t_has "$T/$i.db" timing 1
done
t_run "merge" 0 "$BUILD/llmperf" db merge --db "$T/all.db" "$T/0.db" "$T/1.db"
t_all_timed "merge" "$T/all.db"
for step in balance split; do
    t_run "merge: $step" 0 "$BUILD/llmperf" db "$step" --db "$T/all.db"
done
t_run "merge: export" 0 "$BUILD/llmperf" db export --db "$T/all.db" --out "$T/all.jsonl"
t_check "merge: the data set agrees" "$T/all.db" "$T/all.jsonl"
t_run "merge again" 0 "$BUILD/llmperf" db merge --json --db "$T/all.db" "$T/0.db" "$T/1.db"
t_grep "merge again: adds nothing" '"timings":0' "$T/out"
cp "$T/0.db" "$T/odd.db"
t_sql "$T/odd.db" "UPDATE timing SET median_ns = median_ns + 1, start_ns = '[0,1]'"
t_run "a shard that contradicts" 1 "$BUILD/llmperf" db merge --db "$T/all.db" "$T/odd.db"
t_all_timed "a shard that contradicts" "$T/all.db"

t_plan "$T/pieces.db"
t_run "limit" 0 "$BUILD/llmperf" profile -q --db "$T/pieces.db" --limit 2
t_eq "limit: so many are timed" 2 "$(t_sql "$T/pieces.db" "SELECT count(*) FROM timing")"
t_run "a process for each sample" 0 "$BUILD/llmperf" profile -q --db "$T/pieces.db" --limit 2 --isolate sample
t_eq "a process for each sample: two more" 4 "$(t_sql "$T/pieces.db" "SELECT count(*) FROM timing")"
t_run "the rest" 0 "$BUILD/llmperf" profile -q --db "$T/pieces.db"
t_all_timed "the rest" "$T/pieces.db"

t_plan "$T/live.db"
t_run "live: nobody at work" 0 "$BUILD/llmperf" db stats --live --db "$T/live.db"
t_grep "live: nobody at work: says so" "nobody is at work" "$T/out"
"$BUILD/llmperf" profile -q --db "$T/live.db" >/dev/null 2>&1 &
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$T/live.db-lock" ] && break
    sleep 0.2
done
t_run "live" 0 timeout -s KILL 120 "$BUILD/llmperf" db stats --live --db "$T/live.db"
t_grep "live: tells what is under way" "^(run 1 on '.*': [0-9]+/[0-9]+ samples, |probing)" "$T/out"
wait
t_all_timed "live" "$T/live.db"
