#!/bin/sh
# Bad model folders and bad words to llmperf predict: one line that names the place, exit status 1 or 2.
. "$(dirname "$0")/../lib.sh"

models=$ROOT/tests/fixtures/model
axpy=$models/kernels/axpy.cl

# refuse NAME STATUS PATTERN WORDS...: predict with these words
refuse() {
    t_name_of=$1 t_wanted=$2 t_says=$3
    shift 3
    t_refuse "$t_name_of" "$t_wanted" llmperf-model "$t_says" "$BUILD/llmperf" predict "$@"
}

# usage NAME PATTERN WORDS...: wrong usage, which also says where help is
usage() {
    t_name_of=$1 t_says=$2
    shift 2
    t_run "$t_name_of" 2 "$BUILD/llmperf" predict "$@"
    t_grep "$t_name_of: why" "^llmperf-model: .*($t_says)" "$T/err"
}

# ---- words ----
mkdir "$T/bin"
cp "$BUILD/llmperf" "$BUILD/llmperf-model" "$T/bin"
t_run "no model, and none beside the program" 2 "$T/bin/llmperf" predict "$axpy" --global 64 --local 64
t_grep "no model, and none beside the program: why" '^llmperf-model: .*--model DIR is missing, and no model' "$T/err"
usage "no file" "one source file is needed" --model "$models/trees" --global 64 --local 64
usage "two files" "one source file is needed" --model "$models/trees" "$axpy" "$axpy" --global 64 --local 64
usage "no global size" "--global N is needed, once" --model "$models/trees" "$axpy" --local 64
usage "no local size" "--local N is needed, once" --model "$models/trees" "$axpy" --global 64
usage "a size twice" "--global N is needed, once" --model "$models/trees" "$axpy" --global 64 --local 64 --sweep global=64
usage "a launch for a campaign" "no file, no launch" --model "$models/trees" --db x.db --global 64
usage "a bad sweep" "FROM:TO:xFACTOR" --model "$models/trees" "$axpy" --local 32 --sweep global=64:32:x2
usage "a sweep that never ends" "FROM:TO:xFACTOR" --model "$models/trees" "$axpy" --local 32 --sweep global=1:64:x1
usage "a sweep that is too large" "more than 100000" --model "$models/trees" "$axpy" --sweep global=1:400:+1,local=1:400:+1
usage "a bad argument" "name=VALUE or name=\[LENGTH\] is expected" --model "$models/trees" "$axpy" --global 64 --local 64 --arg n
usage "an unknown mode" "off, show or apply" --model "$models/trees" "$axpy" --global 64 --local 64 --calibration maybe
launch="--global 64 --local 64"
# shellcheck disable=SC2086 # several words
{
    refuse "an argument that is not there" 1 "--arg m: kernel axpy has no such argument" --model "$models/trees" "$axpy" $launch --arg m=3
    refuse "sizes that do not divide" 1 "global size 65 is not a multiple of local size 64" --model "$models/trees" "$axpy" --global 65 --local 64
    refuse "several kernels" 1 "has 2 kernels; choose one with --kernel: row_sums, pitched" --model "$models/trees" "$models/kernels/rows.cl" $launch
    refuse "a kernel that is not there" 1 "no kernel foo; there are: row_sums, pitched" --model "$models/trees" "$models/kernels/rows.cl" \
        --kernel foo $launch
    refuse "a value that is needed" 1 "kernel pitched needs --arg pitch=VALUE" --model "$models/trees" "$models/kernels/rows.cl" \
        --kernel pitched $launch
    refuse "no database" 1 "none.db: " --model "$models/trees" --db "$T/none.db"
    refuse "no folder" 1 "$T/none/config.json: " --model "$T/none" "$axpy" $launch
}
t_run "no source" 1 "$BUILD/llmperf" predict --model "$models/trees" "$T/none.cl" --global 64 --local 64
t_grep "no source: analyze says so" "^llmperf-analyze: .*none.cl: no such file" "$T/err"

# ---- folders ----

# broken NAME PATTERN FOLDER COMMAND...: a copy of the folder, changed by the command, which runs in it
broken() {
    t_name_of=$1 t_says=$2
    rm -rf "$T/m"
    cp -R "$models/$3" "$T/m"
    shift 3
    (cd "$T/m" && "$@") || t_fail "$t_name_of" "cannot be made"
    t_refuse "$t_name_of" 1 llmperf-model "$t_says" "$BUILD/llmperf" predict --model "$T/m" "$axpy" --global 64 --local 64
}
config() {
    broken "$1" "m/config.json: $2" "$3" sed -i "$4" config.json
}

broken "no config.json" "m/config.json: " network rm config.json
broken "no JSON" "m/config.json: " network sh -c 'echo "{" >config.json'
broken "no perf_head" "m/config.json: has no perf_head" network sh -c 'echo "{}" >config.json'
config "a newer version" "perf_head: version 2 is newer than this program knows" network 's/"version": 1/"version": 2/'
config "an unknown key" 'perf_head: unknown key `outptus`; is `outputs` meant' network 's/"outputs"/"outptus"/'
config "features without their means" 'perf_head.features: unknown key `meen`; is `mean` meant' network 's/"mean"/"meen"/'
config "another number of outputs" "perf_head.outputs must be 1 to 3, not 4" network 's/"outputs": 3/"outputs": 4/'
broken "a head of another shape" "perf_head.layers.0.weight" network sed -i 's/^ *16$/17/' config.json
broken "states that are not there" "" network sed -i 's/"n": 3/"n": 4/' config.json
broken "no weights" "m/model.safetensors" network rm model.safetensors
broken "weights that are cut short" "m/model.safetensors" network truncate -s -1 model.safetensors
broken "no head in the weights" "perf_head.layers.0.weight" network sed -i 's/perf_head.layers.0.weight/perf_head.layers.0.wieght/' model.safetensors
broken "no tokenizer" "m/tokenizer.json: " network rm tokenizer.json
broken "no trees" "m/median.json: " trees rm median.json
broken "trees of other features" "m/median.json: feature 0 is launch.global_size, config.json says flop" trees \
    python3 -c '
import json
c = json.load(open("config.json"))
c["perf_head"]["trees"][0]["features"][0], c["perf_head"]["trees"][0]["features"][4] = "flop", "launch.global_size"
json.dump(c, open("config.json", "w"))'
broken "trees that are cut short" "m/median.txt: .*(too few numbers|cut short)" trees truncate -s 900 median.txt
broken "a file outside of the folder" "must be the name of a file in the model folder" trees sed -i 's,"median.txt","../x",' config.json
broken "bad calibration" "m/calibration.json: factors\[0\].factor must be" network sed -i 's/0\.5/-1/' calibration.json
