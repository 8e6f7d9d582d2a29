#!/bin/sh
# llmperf validate on a small campaign timed here: the figures against others worked out in Python, parts, groups, fitting.
. "$(dirname "$0")/../lib.sh"

models=$ROOT/tests/fixtures/model
cp -R "$models/trees" "$T/m"
db=$T/c.db
t_plan "$db"
t_run "a campaign" 0 "$BUILD/llmperf" profile -q --db "$db" --device cpu
t_run "a campaign: predicted" 0 "$BUILD/llmperf" predict -q --model "$T/m" --db "$db"

# validate WORDS...
validate() {
    "$BUILD/llmperf" validate -q --model "$T/m" --db "$db" "$@"
}

t_run "not split: all samples" 0 "$BUILD/llmperf" validate --model "$T/m" --db "$db" --json
t_grep "not split: said" "the campaign is not split" "$T/err"
t_run "split" 0 "$BUILD/llmperf" db split -q --db "$db"
for part in all test train; do
    t_run "figures of $part" 0 validate --json --split $part
    cp "$T/out" "$T/$part.json"
    t_true "figures of $part: as others work them out" python3 "$ROOT/tests/e2e/validate.py" "$db" m $part "$T/$part.json"
done
t_run "by kernel" 0 validate --json --split all --by kernel
t_eq "by kernel: each of them" 7 "$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["by"]["kernel"]))' "$T/out")"
t_run "for people" 0 validate --split all --by family
t_grep "for people: heading" '^ +N +MAPE % +MED % +\|LOG2\| +BIAS +RANK +WITHIN$' "$T/out"
t_grep "for people: all" '^all +21 ' "$T/out"
t_grep "for people: calibration" 'all parts, calibration off$' "$T/out"

# ---- fitting ----
# Times of a device that takes eight times as long as the model says: one factor helps.
t_sql "$db" "UPDATE timing SET median_ns = CAST((SELECT 8 * p.median_ns FROM prediction p WHERE p.sample_id = timing.sample_id) AS INTEGER)"
t_run "before fitting" 0 validate --json --split all
before=$(cat "$T/out")
t_run "fitting" 0 validate --split all --fit-calibration
t_grep "fitting: a factor for all" '^any +any +2\.[0-9]+ +21$' "$T/out"
t_true "fitting: a file that is read again" test -s "$T/m/calibration.json"
t_run "after fitting: off" 0 validate --json --split all
t_eq "after fitting: off, the same" "$before" "$(cat "$T/out")"
t_run "after fitting: applied" 0 validate --json --split all --calibration apply
t_true "after fitting: applied, better" python3 -c '
import json, sys
before, after = json.loads(sys.argv[1]), json.load(open(sys.argv[2]))
assert after["calibrated"] and not before["calibrated"]
assert after["all"]["log2_error"] < before["all"]["log2_error"] - 1, (before["all"], after["all"])' "$before" "$T/out"

# ---- bad words ----
t_sql "$db" "DELETE FROM split WHERE part = 'val'"
t_refuse "a part without samples" 1 llmperf-model "no timed sample in the val part" "$BUILD/llmperf" validate -q --model "$T/m" \
    --db "$db" --split val
t_run "an unknown part" 2 validate --split testing
t_grep "an unknown part: said" "train, val, test, heldout or all is expected" "$T/err"
t_run "an unknown group" 2 validate --by colour
t_grep "an unknown group: said" "kernel, family, class, pattern or split is expected" "$T/err"
t_plan "$T/untimed.db"
t_refuse "nothing timed" 1 llmperf-model "no timed sample; llmperf profile times them" "$BUILD/llmperf" validate -q --model "$T/m" \
    --db "$T/untimed.db"
