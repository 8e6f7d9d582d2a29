#!/bin/bash
# SIGKILL to supervisors, workers and builders at random moments of campaigns, KILLS times (100) on one device, a quarter as often with
# two devices at once; whatever ends is started again. After every kill the database must be in order, at the end each campaign as if
# nobody had interfered.
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
kills=${KILLS:-100}
sed 's/per_kernel: 3/per_kernel: 20/' "$ROOT/tests/fixtures/tiny.yaml" >"$T/kills.yaml"
ln -s "$ROOT/tests/fixtures/corpus" "$T/corpus"
t_run "analyze" 0 "$BUILD/llmperf" analyze -q --db "$T/plan.db" "$T/corpus/"
t_run "plan" 0 "$BUILD/llmperf" gen -q --config "$T/kills.yaml" --db "$T/plan.db"

# under_fire KILLS PROFILE-OPTION...
under_fire() {
    n=$1
    shift
    cp "$T/plan.db" "$T/whole.db"
    t_run "an undisturbed run $*" 0 "$BUILD/llmperf" profile -q --db "$T/whole.db" "$@"
    python3 "$ROOT/tests/long/kills.py" "$BUILD/llmperf" "$T/plan.db" "$T/whole.db" "$T" "$n" "$@"
}
under_fire "$kills"
# Two CPU devices of one driver.
export POCL_DEVICES="pthread basic"
if [ "$("$BUILD/llmperf" devices --json 2>/dev/null | wc -l)" = 2 ]; then
    under_fire $(((kills + 3) / 4)) --device 0,1
else
    t_skip "two devices at once" "this driver does not offer two devices"
fi
