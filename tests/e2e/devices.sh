#!/bin/sh
# One campaign on several devices: alike ones part the work, different ones time every sample each. PoCL shows as many devices as
# POCL_DEVICES names.
. "$(dirname "$0")/../lib.sh"

if ! POCL_DEVICES="pthread pthread basic" "$BUILD/llmperf" devices --json >"$T/devices" 2>/dev/null ||
    [ "$(grep -c '"platform":"Portable' "$T/devices")" != 3 ]; then
    t_skip "several devices" "this OpenCL shows no three CPU devices"
    exit 0
fi
POCL_DEVICES="pthread pthread basic"
export POCL_DEVICES

# `pthread` and `basic`, or `cpu` and `cpu-minimal`: two of one name, and another one.
alike=$(grep -o '"name":"[^"]*"' "$T/devices" | sort | uniq -d)
set -- $(grep -F "$alike" "$T/devices" | grep -o '"index":[0-9]*' | grep -o '[0-9]*$')
first=$1
second=$2
other=$(grep -vF "$alike" "$T/devices" | grep -o '"index":[0-9]*' | grep -o '[0-9]*$')

t_plan "$T/two.db"
cp "$T/two.db" "$T/three.db"
all=$(t_sql "$T/two.db" "SELECT count(*) FROM sample")
t_run "two alike" 0 "$BUILD/llmperf" profile -q --db "$T/two.db" --device "$first,$second"
t_all_timed "two alike" "$T/two.db"
t_eq "two alike: each has its part" 2 "$(t_sql "$T/two.db" "SELECT count(DISTINCT shard) FROM run WHERE timed > 0")"
t_eq "two alike: one device in the results" 1 "$(t_sql "$T/two.db" "SELECT count(DISTINCT device_id) FROM timing")"
t_check "two alike: the database is in order" "$T/two.db"
t_run "two alike again" 0 "$BUILD/llmperf" profile --db "$T/two.db" --device "$first,$second"
t_eq "two alike again: nothing is added" "$all" "$(t_sql "$T/two.db" "SELECT count(*) FROM timing WHERE policy = 'warm'")"

t_run "two that differ" 0 "$BUILD/llmperf" profile -q --db "$T/three.db" --device "$first,$other"
t_eq "two that differ: each times every sample" "$all $all" "$(t_sql "$T/three.db" \
    "SELECT group_concat(n, ' ') FROM (SELECT count(*) AS n FROM timing WHERE policy = 'warm' GROUP BY device_id)")"
t_check "two that differ: the database is in order" "$T/three.db"

t_refuse "one device twice" 1 llmperf-profile "twice" "$BUILD/llmperf" profile --db "$T/two.db" --device "$first,$first"
t_refuse "no GPU" 1 llmperf-profile "no GPU" "$BUILD/llmperf" profile --db "$T/two.db" --device gpus
t_refuse "one that is not there" 1 llmperf-profile "no such index" "$BUILD/llmperf" profile --db "$T/two.db" --device "$first,99"
t_run "register takes one" 2 "$BUILD/llmperf" profile --db "$T/two.db" --register --device "$first,$second"
