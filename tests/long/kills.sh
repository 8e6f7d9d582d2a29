#!/bin/bash
# SIGKILL to supervisors, workers and builders at random moments of campaigns, KILLS times (100); whatever ends is started again. At the
# end each campaign must be as if nobody had interfered.
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
sed 's/per_kernel: 3/per_kernel: 20/' "$ROOT/tests/fixtures/tiny.yaml" >"$T/kills.yaml"
ln -s "$ROOT/tests/fixtures/corpus" "$T/corpus"
t_run "analyze" 0 "$BUILD/llmperf" analyze -q --db "$T/plan.db" "$T/corpus/"
t_run "plan" 0 "$BUILD/llmperf" gen -q --config "$T/kills.yaml" --db "$T/plan.db"
cp "$T/plan.db" "$T/whole.db"
t_run "an undisturbed run" 0 "$BUILD/llmperf" profile -q --db "$T/whole.db"
python3 "$ROOT/tests/long/kills.py" "$BUILD/llmperf" "$T/plan.db" "$T/whole.db" "$T" "${KILLS:-100}"
