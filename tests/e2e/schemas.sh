#!/bin/sh
# docs/schemas against what the programs print: each --json output and the rows of a data set, the odd cases too; damaged outputs do
# not validate; the words that they list are those of the sources; no command with --json is without one.
. "$(dirname "$0")/../lib.sh"

if ! python3 -c 'from jsonschema import Draft202012Validator' 2>"$T/err"; then
    t_skip "schemas" "no jsonschema 4 (package python3-jsonschema)"
    exit 0
fi
models=$ROOT/tests/fixtures/model
run="$BUILD/llmperf"
db=$T/made/campaign.db
mkdir "$T/out.d"
n=0

# put SCHEMA NAME COMMAND...: what it prints is one output of this schema
put() {
    t_schema=$1
    n=$((n + 1))
    shift
    put_name=$1
    shift
    t_run "$t_schema: $put_name" "${want:-0}" "$@"
    cp "$T/out" "$T/out.d/$t_schema@$n"
}

# ---- a campaign, step by step ----
put db-stats "an empty database" "$run" db stats --json --db "$(
    "$run" db init -q --db "$T/empty.db" && echo "$T/empty.db"
)"
put db-stats-corpus "no kernels" "$run" db stats --corpus --json --db "$T/empty.db"
put config-check "the campaigns that ship" "$run" config check --json "$ROOT"/configs/*.yaml
put devices "what is here" "$run" devices --json
t_run "a campaign" 0 "$run" run -q "$ROOT/tests/fixtures/tiny.yaml" --out "$T/made"
cp "$T/made/dataset.jsonl" "$T/out.d/dataset-row@made"
t_sql "$db" "INSERT INTO failure (sample_id, device_id, run_id, reason, detail) SELECT id, 1, 1, 'timeout', 'made up' FROM sample WHERE id <= 2;
    DELETE FROM timing WHERE sample_id <= 2; UPDATE run SET timed = timed - 2, failed = 2; UPDATE timing SET flags = 'noisy drift' WHERE sample_id = 3"
put db-stats "a whole one" "$run" db stats --json --db "$db"
put gen "nothing to do" "$run" gen --json --config "$ROOT/tests/fixtures/tiny.yaml" --db "$db"
cp "$db" "$T/naive.db"
sed 's/^seed: .*/seed: 5\nstrategy: naive/; s/bytes_max: 1048576/bytes_max: 1024/' "$ROOT/tests/fixtures/tiny.yaml" >"$T/naive.yaml"
t_sql "$T/naive.db" "DELETE FROM timing; DELETE FROM failure"
put gen "another plan, with samples left out" "$run" gen -q --json --config "$T/naive.yaml" --db "$T/naive.db"
t_grep "gen: with samples left out" '"left_out":\{"[a-z]' "$T/out"
for step in balance split; do
    put "db-$step" "done again" "$run" db "$step" --json --db "$db"
done
put db-export "to a file" "$run" db export --json --db "$db" --out "$T/rows.jsonl"
cp "$T/rows.jsonl" "$T/out.d/dataset-row@again"
put db-check "in order" "$run" db check --json --db "$db" --jsonl "$T/rows.jsonl"
want=1 put db-check "not in order" "$run" db check --json --db "$db" --jsonl "$T/made/dataset.jsonl"
put db-sample "some samples" "$run" db sample --json --db "$db" --out "$T/some.db" --count 5
cp "$db" "$T/other.db"
put db-merge "the same again" "$run" db merge --json --db "$T/other.db" "$T/some.db"
t_sql "$T/some.db" "UPDATE timing SET median_ns = median_ns + 1, start_ns = '[0,1]'"
want=1 put db-merge "another that contradicts" "$run" db merge -q --json --db "$T/other.db" "$T/some.db"
t_grep "db-merge: lists the conflicts" '"conflict_list":\["' "$T/out"
t_sql "$T/other.db" "DELETE FROM split; UPDATE timing SET weight = NULL, weight_reason = NULL;
    UPDATE campaign SET config_json = json_set(config_json, '$.export.features', json('false'))"
put dataset-row "not split, not balanced, without features" "$run" db export --db "$T/other.db"

# ---- kernels of every kind ----
mkdir "$T/odd"
cp "$ROOT"/tests/golden/[a-d]*.cl "$ROOT"/tests/golden/vector*.cl "$T/odd/"
echo 'kernel void wide(global int *a, int n) { a[get_global_id(1) * n + get_global_id(0)] = 0; }' >"$T/odd/wide.cl"
echo 'kernel void picture(read_only image2d_t i, global float4 *o) { o[0] = read_imagef(i, (int2)(0, 0)); }' >"$T/odd/picture.cl"
echo 'kernel void broken(global int *a) { a[0] = ; }' >"$T/odd/broken.cl"
echo 'kernel void guessed(global REAL *a) { a[get_global_id(0)] *= FACTOR; }' >"$T/odd/guessed.cl"
put analyze "kernels of every kind" "$run" analyze -q --json "$T/odd"
t_grep "analyze: one is a file" '"kernel":""' "$T/out"
put analyze "with numbers and probes" "$run" analyze -q --json --probe --eval global=1024,local=64,n=1000 "$ROOT/tests/fixtures/corpus" "$T/odd"
t_run "their database" 0 "$run" analyze -q --db "$T/odd.db" "$T/odd"
put db-stats "none planned" "$run" db stats --json --db "$T/odd.db"
put db-stats-corpus "nothing imported" "$run" db stats --corpus --json --db "$db"
put db-stats-corpus "others imported" "$run" db stats --corpus --json --db "$db" --imported "$T/odd.db"
t_grep "db-stats-corpus: regions that are missing" '"missing":\[\{' "$T/out"

# ---- models ----
axpy=$models/kernels/axpy.cl
put predict "a launch" "$run" predict --json --model "$models/network" "$axpy" --global 1024 --local 64
put predict "unlike the training data, calibrated" "$run" predict --json --model "$models/network" "$axpy" --global 1048576 --local 64 --calibration apply
t_grep "predict: unlike" '"unlike":\["' "$T/out"
put predict "a sweep by a model without intervals" "$run" predict --json --model "$models/older" "$axpy" --sweep global=1024:4096:x2,local=32,64 \
    --arg n=100
t_grep "predict: no interval" '"lo_us":null' "$T/out"
put predict "contents" "$run" predict --json --model "$models/trees" "$models/kernels/rows.cl" --kernel row_sums --global 1024 --local 64
put predict-db "a campaign" "$run" predict -q --json --model "$models/network" --db "$db" --name net
cp -R "$models/trees" "$T/m"
for words in "" "--by kernel" "--by family --samples 5" "--by split --split train --calibration apply --worst 0"; do
    # shellcheck disable=SC2086 # several words
    put validate "${words:-all parts}" "$run" validate -q --json --model "$T/m" --db "$db" --split all $words
done
put validate "a model without intervals" "$run" validate -q --json --model "$models/older" --db "$db" --split all
t_sql "$db" "UPDATE sample SET fill_seed = 1, global_size = 256, local_size = 32 << (idx % 3)"
put validate "launches that differ in local size" "$run" validate -q --json --model "$T/m" --db "$db" --split all
put doctor "findings" "$run" doctor -q --json --model "$T/m" --db "$db" --out "$T/help"
put validate-fit "fitted" "$run" validate -q --json --model "$T/m" --db "$db" --split all --fit-calibration

# ---- as the page about them says ----
for name in docs kernels-corpus; do ln -s "$ROOT/$name" "$T/$name"; done
ln -s "$BUILD" "$T/build"
python3 "$ROOT/tests/docs.py" --commands docs/schemas/README.md >"$T/documented.sh"
t_run "documented" 0 sh -ec 'cd "$1" && . ./documented.sh' sh "$T"
t_true "documented: an output" test -s "$T/prediction.json"

# ---- and whether the schemas say so ----
python3 "$ROOT/tests/e2e/schemas.py" "$ROOT" "$BUILD" "$T/out.d" "$t_count"
