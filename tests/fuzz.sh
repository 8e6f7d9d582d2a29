#!/bin/bash
# Runs fuzz targets: tests/fuzz.sh BUILD/fuzz RUNS [NAME...]; without names every one, as many at a time as there are cores
#
# The same seed each time, so that a run can be repeated. Seeds from tests/fuzz/corpus/NAME where there are any, for whole sources
# also the kernels of kernels-corpus; a dictionary of tokens where there is a tests/fuzz/NAME.dict. Inputs that crash, hang or need too
# much memory are kept as BUILD/fuzz/NAME.found-*. Prints TAP lines.
set -u
folder=$(cd "${1:?usage: tests/fuzz.sh BUILD/fuzz RUNS [NAME...]}" && pwd) || exit 1
runs=${2:?usage: tests/fuzz.sh BUILD/fuzz RUNS [NAME...]}
shift 2
root=$(cd "$(dirname "$0")/.." && pwd)

export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$root/tests/lsan.supp:print_suppressions=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'stop 130' INT
trap 'stop 143' TERM
# Background processes of a shell do not see Ctrl-C.
pids=()
stop() {
    kill "${pids[@]}" 2>/dev/null
    wait
    exit "$1"
}

# fuzz NAME: its status is the target's, its words are in $tmp/NAME.log
fuzz() {
    local corpus=$tmp/$1 dict=()
    mkdir "$corpus" "$corpus.cwd"
    [ -d "$root/tests/fuzz/corpus/$1" ] && cp "$root/tests/fuzz/corpus/$1"/* "$corpus/"
    [ "$1" = analyze_source ] && find "$root/kernels-corpus" -name '*.cl' -size -4k -exec cp {} "$corpus/" \;
    [ -f "$root/tests/fuzz/$1.dict" ] && dict=(-dict="$root/tests/fuzz/$1.dict")
    # Targets may write files: they get a folder of their own to run in. What the work limit of the inference lets through takes a second,
    # and twenty times that under the sanitizers: only more is a hang.
    cd "$corpus.cwd" && exec "$folder/$1" -runs="$runs" -seed=1 -max_len=4096 -timeout=120 -rss_limit_mb=2048 \
        -artifact_prefix="$folder/$1.found-" "${dict[@]}" "$corpus" >"$tmp/$1.log" 2>&1 </dev/null
}

# Only programs, not what earlier runs found.
targets=("$@")
if [ $# = 0 ]; then
    for target in "$folder"/*; do
        [ -f "$target" ] && [ -x "$target" ] && [ -f "$root/tests/fuzz/${target##*/}.c" ] && targets+=("${target##*/}")
    done
fi
if [ ${#targets[@]} = 0 ]; then
    echo "not ok - fuzz: no target in $folder"
    exit 1
fi

for i in "${!targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    fuzz "${targets[i]}" &
    pids[i]=$!
done
failed=0
for i in "${!targets[@]}"; do
    if wait "${pids[i]}"; then
        echo "ok $((i + 1)) - fuzz ${targets[i]} ($runs runs)"
    else
        echo "not ok $((i + 1)) - fuzz ${targets[i]} ($runs runs)"
        tail -n 60 "$tmp/${targets[i]}.log" | sed 's/^/# /'
        failed=1
    fi
done
exit $failed
