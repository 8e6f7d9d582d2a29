#!/bin/sh
# What other programs and the machine do to a campaign: the database locked for 30 s, SIGTERM (interrupt.sh has Ctrl-C), a second
# supervisor, the system's clock stepped back. Each ends in the set that an undisturbed run finishes.
. "$(dirname "$0")/../lib.sh"

sed 's/per_kernel: 3/per_kernel: 25/; s/reps_min: 5/reps_min: 45/; s/reps_max: 5/reps_max: 45/' "$ROOT/tests/fixtures/tiny.yaml" >"$T/c.yaml"
ln -s "$ROOT/tests/fixtures/corpus" "$T/corpus"
t_run "analyze" 0 "$BUILD/llmperf" analyze -q --db "$T/plan.db" "$T/corpus/"
t_run "gen" 0 "$BUILD/llmperf" gen -q --config "$T/c.yaml" --db "$T/plan.db"
cp "$T/plan.db" "$T/whole.db"
t_run "an undisturbed run" 0 "$BUILD/llmperf" profile -q --db "$T/whole.db"
all=$(t_sql "$T/plan.db" "SELECT count(*) FROM sample")

# begin NAME SAMPLES PREFIX...: a campaign NAME.db of its own, half-way through
begin() {
    name=$1
    want=$2
    shift 2
    cp "$T/plan.db" "$T/$name.db"
    "$@" "$BUILD/llmperf" profile --db "$T/$name.db" </dev/null >"$T/$name.out" 2>"$T/$name.err" &
    t_pid=$!
    t_await 300 t_has "$T/$name.db" timing "$want" || t_fail "$name: it works" "$(cat "$T/$name.err")"
}

# half_way NAME: more is left to do
half_way() {
    t_true "$1: half-way" test "$(t_sql "$T/$1.db" "SELECT count(*) FROM timing")" -lt "$all"
}

# ---- locked for 30 s: what follows goes on beside it ----
begin locked 10 env
locked=$t_pid
{
    printf 'BEGIN IMMEDIATE;\n.print locked\n'
    sleep 30
    printf 'COMMIT;\n.print free\n'
} | sqlite3 -cmd ".timeout 20000" "$T/locked.db" >"$T/holder" 2>&1 &
holder=$!
t_await 25 grep -q locked "$T/holder" || t_fail "locked: by another process" "$(cat "$T/holder")"
half_way locked

# ---- SIGTERM ----
begin term 10 env
kill -TERM "$t_pid"
t_ended "SIGTERM: status 130" 130
t_grep "SIGTERM: says so" "^llmperf-profile: interrupted; what is finished is stored" "$T/term.err"
half_way term
t_check "SIGTERM: the database is in order" "$T/term.db"
t_run "SIGTERM: the same command again" 0 "$BUILD/llmperf" profile -q --db "$T/term.db"
t_same "SIGTERM" "$T/whole.db" "$T/term.db"

# ---- a second supervisor ----
begin second 10 env
ln -s second.db "$T/link.db"
for other in second link; do
    t_refuse "a second supervisor ($other.db)" 1 llmperf-profile "$other.db: another llmperf-profile \(process [0-9]+\) is at work on it" \
        "$BUILD/llmperf" profile --db "$T/$other.db"
done
half_way second
t_ended "a second supervisor: the first goes on" 0
t_same "a second supervisor" "$T/whole.db" "$T/second.db"
cp "$T/plan.db" "$T/race.db"
for i in 1 2 3; do
    "$BUILD/llmperf" profile -q --db "$T/race.db" >"$T/race$i.out" 2>"$T/race$i.err" &
    eval "race$i=\$!"
done
won=0
for i in 1 2 3; do
    eval "wait \$race$i" && won=$((won + 1))
done
t_eq "three at the same moment: one works, the others are told" "1 2" \
    "$won $(cat "$T"/race?.err | grep -c 'is at work on it')"
t_same "three at the same moment" "$T/whole.db" "$T/race.db"

# ---- the clock, for all but the monotonic one: a week back, then an hour on ----
lib=$(ls /usr/lib/*/faketime/libfaketimeMT.so.1 2>/dev/null | head -n 1)
if [ -n "$lib" ]; then
    echo "+0" >"$T/clock"
    begin clock 10 env LD_PRELOAD="$lib" FAKETIME_TIMESTAMP_FILE="$T/clock" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1
    echo "-7d" >"$T/clock"
    half_way clock
    t_await 60 t_has "$T/clock.db" timing 60
    echo "-167h" >"$T/clock"
    t_ended "clock stepped back: the run goes on to its end" 0
    t_same "clock stepped back" "$T/whole.db" "$T/clock.db"
    t_eq "clock stepped back: the run ended before it began" 1 "$(t_sql "$T/clock.db" "SELECT count(*) FROM run WHERE ended < started")"
    t_eq "clock stepped back: no time is" 0 \
        "$(t_sql "$T/clock.db" "SELECT count(*) FROM timing WHERE min_ns <= 0 OR max_ns > 60e9")"
else
    t_skip "clock stepped back" "libfaketime is not installed"
fi

# ---- locked for 30 s: the end of it ----
wait "$holder"
t_eq "locked: for 30 s" "locked free" "$(tr '\n' ' ' <"$T/holder" | sed 's/ $//')"
t_pid=$locked
t_ended "locked: the run goes on to its end" 0
t_true "locked: it says what it waits for, every 5 s" test "$(grep -c "locked.db is locked by another process; waiting" "$T/locked.err")" -ge 4
t_same "locked" "$T/whole.db" "$T/locked.db"
