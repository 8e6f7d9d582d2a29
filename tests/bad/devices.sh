#!/bin/sh
# No OpenCL platform, and device names that match none or several: one clear line, and nothing of the campaign is lost.
. "$(dirname "$0")/../lib.sh"

mkdir "$T/no-drivers"
"$BUILD/llmperf" analyze -q --db "$T/c.db" "$ROOT/tests/fixtures/corpus/arith" >"$T/log" 2>&1
"$BUILD/llmperf" gen -q --config "$ROOT/tests/fixtures/tiny.yaml" --db "$T/c.db" >>"$T/log" 2>&1
planned=$(t_sql "$T/c.db" "SELECT count(*) FROM sample")
t_true "there is a plan" test "$planned" -gt 0

for vendors in "$T/no-drivers" "$T/nowhere"; do
    name="no OpenCL platform (a folder that is $([ -d "$vendors" ] && echo empty || echo missing))"
    t_refuse "$name: devices" 1 llmperf-profile "no OpenCL device: install" env OCL_ICD_VENDORS="$vendors" "$BUILD/llmperf" devices
    t_refuse "$name: devices --json" 1 llmperf-profile "no OpenCL device: install" \
        env OCL_ICD_VENDORS="$vendors" "$BUILD/llmperf" devices --json
    t_eq "$name: nothing on stdout" "" "$(cat "$T/out")"
    t_refuse "$name: profile" 1 llmperf-profile "no OpenCL device: install" \
        env OCL_ICD_VENDORS="$vendors" "$BUILD/llmperf" profile --db "$T/c.db"
done
t_run "no OpenCL platform: run" 1 env OCL_ICD_VENDORS="$T/no-drivers" \
    "$BUILD/llmperf" run -q "$ROOT/tests/fixtures/tiny.yaml" --out "$T/made"
t_eq "no OpenCL platform: the stage's line, then the stage's name" "llmperf-profile: no OpenCL device
llmperf: stage register failed with status 1" "$(cut -d';' -f1 "$T/err" | sed 's/device: .*/device/')"
t_check "no OpenCL platform: the kernels are kept" "$T/made/campaign.db"

t_refuse "a name that matches none" 1 llmperf-profile "no-such-card: no device has that name; there are: 0 '" \
    "$BUILD/llmperf" profile --db "$T/c.db" --device no-such-card
t_refuse "a kind that is not there" 1 llmperf-profile "no such index; there are: 0 '" \
    "$BUILD/llmperf" profile --db "$T/c.db" --device 99
t_refuse "an empty name" 1 llmperf-profile "empty; there are: 0 '" "$BUILD/llmperf" profile --db "$T/c.db" --device ""

# Two CPU devices of one driver.
if [ "$(POCL_DEVICES="pthread basic" "$BUILD/llmperf" devices --json 2>"$T/log" | wc -l)" = 2 ]; then
    t_refuse "a name that matches two" 1 llmperf-profile "several devices match, give the index of one: 0 '.*', 1 '" \
        env POCL_DEVICES="pthread basic" "$BUILD/llmperf" profile --db "$T/c.db" --device a
    t_run "the index of the second is clear" 0 \
        env POCL_DEVICES="pthread basic" "$BUILD/llmperf" profile -q --db "$T/c.db" --device 1 --limit 1
    t_eq "the second was used" 1 "$(t_sql "$T/c.db" "SELECT count(*) FROM timing")"
else
    t_skip "a name that matches two" "this driver does not offer two devices"
fi
t_eq "the plan is as it was" "$planned" "$(t_sql "$T/c.db" "SELECT count(*) FROM sample")"
t_check "the database is in order" "$T/c.db"
