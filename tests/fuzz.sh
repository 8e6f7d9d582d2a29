#!/bin/bash
# Runs every fuzz target: tests/fuzz.sh BUILD/fuzz RUNS
#
# The same seed each time, so that a run can be repeated. Seeds from tests/fuzz/corpus/NAME where there are any, for whole sources
# also the kernels of kernels-corpus; a dictionary of tokens where there is a tests/fuzz/NAME.dict. Inputs that crash, hang or need too much memory are kept as BUILD/fuzz/NAME.found-*. Prints TAP lines.
set -u
folder=$(cd "${1:?usage: tests/fuzz.sh BUILD/fuzz RUNS}" && pwd) || exit 1
runs=${2:?usage: tests/fuzz.sh BUILD/fuzz RUNS}
root=$(cd "$(dirname "$0")/.." && pwd)

export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$root/tests/lsan.supp:print_suppressions=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
failed=0
n=0

for target in "$folder"/*; do
    name=$(basename "$target")
    # Only programs, not what earlier runs found.
    { [ -f "$target" ] && [ -x "$target" ] && [ -f "$root/tests/fuzz/$name.c" ]; } || continue
    n=$((n + 1))
    corpus=$tmp/$name
    mkdir "$corpus"
    [ -d "$root/tests/fuzz/corpus/$name" ] && cp "$root/tests/fuzz/corpus/$name"/* "$corpus/"
    [ "$name" = analyze_source ] && find "$root/kernels-corpus" -name '*.cl' -size -4k -exec cp {} "$corpus/" \;
    dict=()
    [ -f "$root/tests/fuzz/$name.dict" ] && dict=(-dict="$root/tests/fuzz/$name.dict")
    # Targets may write files: they get a folder of their own to run in. What the work limit of the inference lets through takes a second,
    # and twenty times that under the sanitizers: only more is a hang.
    mkdir "$corpus.cwd"
    if (cd "$corpus.cwd" && "$target" -runs="$runs" -seed=1 -max_len=4096 -timeout=120 -rss_limit_mb=2048 \
        -artifact_prefix="$folder/$name.found-" "${dict[@]}" "$corpus") >"$tmp/log" 2>&1 </dev/null; then
        echo "ok $n - fuzz $name ($runs runs)"
    else
        echo "not ok $n - fuzz $name ($runs runs)"
        tail -n 60 "$tmp/log" | sed 's/^/# /'
        failed=1
    fi
done
[ "$n" -gt 0 ] || echo "not ok - fuzz: no target in $folder"
[ "$failed" = 0 ] && [ "$n" -gt 0 ]
