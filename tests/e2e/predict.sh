#!/bin/sh
# llmperf predict with the small model folders of tests/fixtures/model: the libraries' times, sweeps, calibration, campaigns.
. "$(dirname "$0")/../lib.sh"

models=$ROOT/tests/fixtures/model
axpy=$models/kernels/axpy.cl

# predict MODEL WORDS...: with the launch that most tests need
predict() {
    t_model=$1
    shift
    "$BUILD/llmperf" predict --model "$models/$t_model" "$axpy" --arg n=1000 --arg a=2.5 "$@"
}

# field NAME LINE: of a JSON object on a line of $T/out
field() {
    sed -n "$2p" "$T/out" | python3 -c '
import json, sys
print(json.dumps(json.load(sys.stdin)[sys.argv[1]]))' "$1"
}

# product NAME WANTED GOT FACTOR: GOT is WANTED times FACTOR
product() {
    t_true "$1" python3 -c 'import sys; a, b, f = map(float, sys.argv[1:]); assert abs(b - a * f) <= 1e-9 * abs(b), sys.argv' "$2" "$3" "$4"
}

# ---- the same times as transformers, xgboost and lightgbm ----
t_run "golden times" 0 python3 "$ROOT/tests/e2e/predict_golden.py" "$BUILD" "$models"
t_grep "golden times: of the network" '^network: [0-9.e-]+ from the libraries' "$T/out"

# ---- one launch ----
t_run "a launch for people" 0 predict network --global 1024 --local 64
t_grep "a launch for people: time" '^  time +3\.127 us$' "$T/out"
t_grep "a launch for people: interval" '^  interval +1\.142 us to 7\.106 us \(90 %\)$' "$T/out"
t_eq "a launch for people: nothing on stderr" 0 "$(wc -c <"$T/err")"
t_run "with -v" 0 predict network --global 1024 --local 64 -v
t_grep "with -v: how long the prompt is" '^llmperf-model: kernel axpy: a prompt of [0-9]+ tokens, [0-9]+ before its preparation, [0-9]+ minified$' \
    "$T/err"
t_run "what is not given" 0 "$BUILD/llmperf" predict --model "$models/trees" "$axpy" --global 1024 --local 64 --json
t_eq "what is not given: lengths follow" 1024 "$(sed 's/.*"name":"x","elems":\([0-9]*\).*/\1/' "$T/out")"
t_eq "what is not given: it says so" '["a = 1 is assumed: a coefficient decides no time", "n = 1024 is assumed: a bound is the global size"]' \
    "$(field notes 1)"
t_run "a kernel of several" 0 "$BUILD/llmperf" predict --model "$models/trees" "$models/kernels/rows.cl" --kernel row_sums \
    --global 1024 --local 64 --json
t_grep "a kernel of several: contents as planned" '"recipe":"rowptr\(' "$T/out"
(cd "$models/kernels" && "$BUILD/llmperf" predict --model ../trees axpy.cl --global 64 --local 64 --json >"$T/here")
t_true "from another folder" test -s "$T/here"

printf 'kernel void f(global float *x) { x[get_global_id(0)] *= SCALE; }\n' >"$T/k.cl"
t_run "a macro of the source" 0 "$BUILD/llmperf" predict --model "$models/trees" "$T/k.cl" --global 64 --local 64 -D SCALE=2.0f

# ---- unlike the training data ----
predict network --global 1024 --local 64 --json >"$T/out"
t_eq "within what training has seen" "[]" "$(field unlike 1)"
t_run "a larger launch than in training" 0 predict network --global 1048576 --local 1024
t_grep "a larger launch than in training: said" '^  unlike +launch.global_size is 1.04858e\+06, in training 0 to 131071' "$T/out"

# ---- calibration ----
for mode in off show apply; do
    predict network --global 1048576 --local 64 --calibration $mode --json >"$T/out"
    eval "t_$mode=\$(field median_us 1) c_$mode='\$(field calibration 1)'"
    eval "c_$mode=\$(field calibration 1)"
done
t_eq "calibration off: not there" null "$c_off"
t_eq "calibration shown: as it was" "$t_off" "$t_show"
t_eq "calibration shown: not applied" '{"factor": 0.5, "applied": false, "pattern": "bounds-check", "class": "saturated", "source": "fitted"}' \
    "$c_show"
product "calibration applied: times the factor" "$t_off" "$t_apply" 0.5
predict network --global 64 --local 64 --json >"$T/out"
t_grep "calibration by class, set by hand" '"factor":1.25,"applied":false,"pattern":null,"class":"idle","source":"hand"' "$T/out"
predict network --global 64 --local 64 --compute-units 1 --json >"$T/out"
t_eq "the class of another device" '"under"' "$(field class 1)"

# ---- sweeps ----
t_run "a sweep" 0 "$BUILD/llmperf" predict --model "$models/network" "$axpy" --sweep global=1024:16384:x2,local=32,64,96,n=500,1000 --json
t_eq "a sweep: a line for each launch that is one" 20 "$(wc -l <"$T/out")"
t_eq "a sweep: the last changes fastest" "1000 64" "$(sed -n 4p "$T/out" | python3 -c '
import json, sys
o = json.load(sys.stdin)
print(o["args"][3]["value"], o["local"])')"
t_run "a sweep for people" 0 predict network --sweep global=1024:4096:+1024 --local 96
t_grep "a sweep for people: a table" '^ +GLOBAL +LOCAL +TIME_US +LO_US +HI_US$' "$T/out"
t_grep "a sweep for people: what is left out" '^3 combinations are left out: no launches' "$T/out"
predict network --sweep global=1024:16384:x2 --local 32 --threads 1 --json >"$T/one"
predict network --sweep global=1024:16384:x2 --local 32 --threads 2 --json >"$T/two"
t_true "threads do not matter" python3 -c '
import json, sys
one, two = ([json.loads(l)["median_us"] for l in open(f)] for f in sys.argv[1:])
assert all(abs(a / b - 1) < 1e-5 for a, b in zip(one, two)) and len(one) == 5, (one, two)' "$T/one" "$T/two"

# ---- a campaign ----
db=$T/c.db
t_plan "$db"
n=$(t_sql "$db" "SELECT count(*) FROM sample")
t_run "a campaign" 0 "$BUILD/llmperf" predict -q --model "$models/network/" --db "$db"
t_grep "a campaign: summary" "^$n samples of [0-9]+ kernels predicted, stored as network$" "$T/out"
rows() {
    t_sql "$db" "SELECT count(*) || ' ' || count(lo_ns) || ' ' || total(lo_ns <= median_ns AND median_ns <= hi_ns) FROM prediction $1"
}
t_eq "a campaign: every sample has a row" "$n $n $n.0" "$(rows)"
before=$(t_sql "$db" "SELECT * FROM prediction ORDER BY sample_id")
t_run "a campaign again" 0 "$BUILD/llmperf" predict -q --model "$models/network" --db "$db" --json
t_eq "a campaign again: the same rows" "$before" "$(t_sql "$db" "SELECT * FROM prediction ORDER BY sample_id")"
t_run "another model beside it" 0 "$BUILD/llmperf" predict -q --model "$models/older" --db "$db" --name old
t_eq "another model beside it: no interval" "$n 0 0.0" "$(rows "WHERE model = 'old'")"
t_check "a campaign with predictions is in order" "$db"

# The launches of one kernel, predicted from its source file: the same times.
t_sql "$db" "SELECT s.global_size, s.local_size, p.median_ns, (SELECT group_concat('--arg ' || a.name || '=' ||
    coalesce(v.value, '[' || v.elems || ']'), ' ') FROM sample_arg v JOIN argument a ON a.idx = v.idx
    WHERE v.sample_id = s.id AND a.kernel_id = k.id)
    FROM kernel k JOIN sample s ON s.kernel_id = k.id JOIN prediction p ON p.sample_id = s.id
    WHERE k.name = 'add_guarded' AND p.model = 'network' ORDER BY s.idx" | tr '|' ' ' >"$T/launches"
while read -r global local ns args; do
    # shellcheck disable=SC2086 # several words
    "$BUILD/llmperf" predict --model "$models/network" "$ROOT/tests/fixtures/corpus/arith/add_guarded.cl" --global "$global" \
        --local "$local" $args --json >"$T/out"
    t_true "global $global of a campaign and from source: the same" python3 -c '
import sys
assert abs(float(sys.argv[1]) * 1000 / float(sys.argv[2]) - 1) < 1e-5, sys.argv' "$(field median_us 1)" "$ns"
done <"$T/launches"
t_eq "launches of a campaign and from source: compared" 3 "$(wc -l <"$T/launches")"
