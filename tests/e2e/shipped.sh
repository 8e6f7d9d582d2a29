#!/bin/sh
# The model that ships: found without --model, compared with a campaign at the end of `llmperf run`, checked by `make validate`
# against samples that `llmperf db sample` chose. With a small stand-in, and with models/h200-small itself where it is there.
. "$(dirname "$0")/../lib.sh"

axpy=$ROOT/tests/fixtures/model/kernels/axpy.cl
db=$T/c.db
t_plan "$db"
t_run "a campaign" 0 "$BUILD/llmperf" profile -q --db "$db" --device cpu
t_run "a campaign: split" 0 "$BUILD/llmperf" db split -q --db "$db"

# place FOLDER MODELS: the programs in FOLDER, the stand-in in MODELS
place() {
    mkdir -p "$1" "$2"
    cp "$BUILD"/llmperf "$BUILD"/llmperf-* "$1"
    cp -R "$ROOT/tests/fixtures/model/trees" "$2/h200-small"
}
place "$T/build" "$T/build/models"
place "$T/opt/bin" "$T/opt/share/llmperf/models"
mkdir "$T/bare"
cp "$BUILD"/llmperf "$BUILD"/llmperf-* "$T/bare"

# ---- without --model ----
"$BUILD/llmperf" predict --model "$ROOT/tests/fixtures/model/trees" "$axpy" --global 1024 --local 64 --json >"$T/want" 2>&1
for bin in build opt/bin; do
    t_run "$bin: predict" 0 "$T/$bin/llmperf" predict "$axpy" --global 1024 --local 64 --json
    t_true "$bin: predict: as with --model" cmp "$T/want" "$T/out"
    t_eq "$bin: predict: nothing on stderr" 0 "$(wc -c <"$T/err")"
    t_run "$bin: validate" 0 "$T/$bin/llmperf" validate -q --db "$db" --split all
    t_grep "$bin: validate: whose figures" '^h200-small: 21 samples of 7 kernels, all parts' "$T/out"
    t_run "$bin: doctor" 0 "$T/$bin/llmperf" doctor -q --db "$db"
done
t_run "no model beside the programs" 2 "$T/bare/llmperf" validate --db "$db"
t_grep "no model beside the programs: said" '^llmperf-model: --model DIR is missing, and no model \(h200-small\)' "$T/err"

# ---- figures of whole campaigns ----
t_run "another device" 0 "$T/build/llmperf" validate -q --db "$db" --split all
t_eq "another device: one line" 1 "$(grep -c '^the model is for a device that does not exist, these samples are from .*expect large errors' "$T/out")"
t_grep "all parts: by part" '^by split$' "$T/out"
t_grep "all parts: the training part by itself" '^train +[0-9]+ ' "$T/out"
t_run "the same device" 0 sh -c "cp -R '$T/build/models/h200-small' '$T/own' && sed -i \"s/a device that does not exist/$(
    t_sql "$db" "SELECT name FROM device" | sed 's/[&/]/\\&/g')/\" '$T/own/config.json' &&
    '$BUILD/llmperf' validate -q --model '$T/own' --db '$db' --split all"
t_eq "the same device: no line" 0 "$(grep -c '^the model is for' "$T/out")"
t_run "some samples" 0 "$T/build/llmperf" validate -q --db "$db" --split all --samples 8 --store --json
t_eq "some samples: as many" '8 21' "$(python3 -c 'import json, sys; o = json.load(open(sys.argv[1])); print(o["all"]["samples"], o["timed"])' "$T/out")"
t_eq "some samples: stored" 8 "$(t_sql "$db" "SELECT count(*) FROM prediction WHERE model = 'h200-small'")"
cp "$T/out" "$T/some.json"
t_run "some samples again" 0 "$T/build/llmperf" validate -q --db "$db" --split all --samples 8 --json
t_true "some samples again: the same figures" cmp "$T/some.json" "$T/out"
t_true "some samples: as others work them out" python3 "$ROOT/tests/e2e/validate.py" "$db" h200-small all "$T/out"
t_check "a campaign with some predictions is in order" "$db"

# ---- the pipeline ends with it ----
sed 's,paths: \[corpus\],paths: ['"$ROOT/tests/fixtures/corpus"'],' "$ROOT/tests/fixtures/tiny.yaml" >"$T/tiny.yaml"
t_run "run without a model" 0 "$T/bare/llmperf" run "$T/tiny.yaml" --out "$T/run" --device cpu
t_eq "run without a model: one line" 1 "$(grep -c '^llmperf: no model (h200-small) lies beside these programs' "$T/err")"
t_grep "run without a model: 9 steps" '^llmperf: 9/9 stats: ' "$T/err"
t_run "run" 0 "$T/build/llmperf" run "$T/tiny.yaml" --out "$T/run" --device cpu
t_grep "run: the table" '^all +21 ' "$T/out"
t_eq "run: one line about the device" 1 "$(grep -c 'these samples are from' "$T/out")"
t_eq "run: predictions are stored" 21 "$(t_sql "$T/run/campaign.db" "SELECT count(*) FROM prediction")"
t_grep "run: the last words are still where things are" '^  data set ' "$T/out"
t_run "run of some" 0 "$T/build/llmperf" run "$T/tiny.yaml" --out "$T/run" --device cpu --validate 8
t_grep "run of some: said" '^chosen from 21 timed samples' "$T/out"
t_run "run without comparing" 0 "$T/build/llmperf" run "$T/tiny.yaml" --out "$T/run" --device cpu --validate none
t_eq "run without comparing: no table, no line" 0 "$(cat "$T/out" "$T/err" | grep -c 'MAPE\|no model')"
t_run "run with a bad number" 2 "$T/build/llmperf" run "$T/tiny.yaml" --validate 0
t_grep "run with a bad number: said" "at least 1, or none" "$T/err"
echo '{}' >"$T/build/models/h200-small/config.json"
t_run "run with a damaged model" 0 "$T/build/llmperf" run "$T/tiny.yaml" --out "$T/run" --device cpu
t_grep "run with a damaged model: why" '^llmperf-model: .*h200-small/config.json: has no perf_head' "$T/err"
t_grep "run with a damaged model: the data set is complete" '^llmperf: stage validate failed with status 1; the data set is complete' "$T/err"

# ---- samples beside a model ----
model=$T/opt/share/llmperf/models/h200-small
t_run "db sample" 0 "$BUILD/llmperf" db sample --db "$db" --out "$T/samples.db" --count 12 --part test,train --seed 5
t_grep "db sample: said" "^sample: 12 of [0-9]+ timed samples in $T/samples.db$" "$T/out"
t_run "db sample again" 0 "$BUILD/llmperf" db sample --db "$db" --out "$T/again.db" --count 12 --part test,train --seed 5 --json
t_true "db sample again: the same bytes" cmp "$T/samples.db" "$T/again.db"
t_check "db sample: in order" "$T/samples.db"
t_run "db sample: exported" 0 "$BUILD/llmperf" db export --db "$T/samples.db" --out "$T/samples.jsonl"
t_eq "db sample: exported: its rows" 12 "$(wc -l <"$T/samples.jsonl")"
t_refuse "db sample: a file that is there" 1 llmperf-db "is there already" "$BUILD/llmperf" db sample --db "$db" --out "$T/again.db"
t_run "db sample: an unknown part" 2 "$BUILD/llmperf" db sample --db "$db" --out "$T/x.db" --part test,val,
t_grep "db sample: an unknown part: said" "train, val, test or heldout is expected" "$T/err"
t_run "db sample: nowhere" 2 "$BUILD/llmperf" db sample --db "$db"

# makes WHAT MODEL: a target of the Makefile, without the make that may have started this
makes() {
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -C "$ROOT" BUILD="$BUILD" MODEL="$2" "$1"
}
xz -c "$T/samples.db" >"$model/samples.db.xz"
t_run "make validate" 0 makes validate "$model"
t_grep "make validate: the table" '^all +12 ' "$T/out"
cp "$T/out" "$T/first"
t_run "make validate again" 0 makes validate "$model"
t_true "make validate again: the same to the last digit" cmp "$T/first" "$T/out"
cp "$T/first" "$model/validation.txt"
t_run "make validate with published figures" 0 makes validate "$model"
t_grep "make validate with published figures: said" '^validate: the published figures, to the last digit$' "$T/err"
sed -i 's/^all  /any  /' "$model/validation.txt"
t_run "make validate with other figures" 2 makes validate "$model"
t_grep "make validate with other figures: said" '^validate: other figures than those in ' "$T/err"
t_run "make predict" 0 makes predict "$model"
t_grep "make predict: a time" '^  time +[0-9.]+ (us|ms)$' "$T/out"
t_grep "make predict: a curve" '^ +16777216 +256 ' "$T/out"
t_run "make validate without a model" 2 makes validate "$T/no"
t_grep "make validate without a model: said" "^$T/no: holds no model yet" "$T/err"

# ---- the real one ----
real=$ROOT/models/h200-small
if [ -f "$real/config.json" ]; then
    t_true "h200-small: at most 40 MB" test "$(du -sk "$real" | cut -f1)" -le 40960
    t_true "h200-small: samples of at most 2 MB" test "$(wc -c <"$real/samples.db.xz")" -le 2000000
    for f in README.md calibration.json validation.txt; do t_true "h200-small: $f" test -s "$real/$f"; done
    t_run "h200-small: make predict" 0 makes predict "$real"
    t_run "h200-small: make validate, the published figures come out again" 0 makes validate "$real"
fi
