#!/bin/bash
# Runs the tests: tests/run.sh BUILD [train|long]
#
# Unit test programs of BUILD/tests and BUILD/san/tests, the scripts of tests/e2e and tests/bad, and short fuzzing; with `long` the
# scripts of tests/long instead, with `train` tests/train/test_*.py. As many suites at a time as there are cores; one whose source says
# at its top `Runs alone:` and why has the machine for itself, after the others. One line a suite, always in the same order, the output
# of what failed, and at the very end `N passed, N failed`. A program that fails without saying which test failed, or that runs no
# test, counts as one failed. TEST_LIMIT_S: how long a suite may take, TEST_JOBS: how many run at a time.
set -u
build=$(cd "${1:?usage: tests/run.sh BUILD [train|long]}" && pwd) || exit 1
mode=${2:-}
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1

export CMOCKA_MESSAGE_OUTPUT=TAP
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$root/tests/lsan.supp:print_suppressions=0
unit_limit_s=${TEST_LIMIT_S:-300}
script_limit_s=${TEST_LIMIT_S:-1200}
[ "$mode" = long ] && script_limit_s=${TEST_LIMIT_S:-14400}

# What takes longest begins first, so that no core has nothing to do at the end.
slow=(fuzz/analyze_source e2e/docs fuzz/db_damage e2e/shipped e2e/probe-source e2e/pipeline e2e/sanitizer bad/interrupt bad/outside
    bad/kill e2e/slurm e2e/synth e2e/schemas train/test_training train/test_predict)

jobs=${TEST_JOBS:-$(nproc)}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# A suite is a number, its place in these. Its process is that of `timeout`, which ends the whole suite when it is ended itself.
names=() limits=() commands=() alone=() starts=()
ended=()        # "STATUS SECONDS" of what has ended
declare -A of=() # number by process id, of what runs
told=0
stop() {
    [ ${#of[@]} = 0 ] || kill "${!of[@]}"
    exit "$1"
}
trap 'stop 130' INT
trap 'stop 143' TERM
passed=0
failed=0
skipped=0

# add NAME LIMIT_S SOURCE COMMAND...: a suite for run_all
add() {
    names+=("$1") limits+=("$2")
    if sed 5q "$3" 2>/dev/null | grep -q 'Runs alone:'; then alone+=(yes); else alone+=(no); fi
    shift 3
    commands+=("${*@Q}")
}

# begin NUMBER
begin() {
    local command
    eval "command=(${commands[$1]})"
    starts[$1]=$SECONDS
    # In the background, so that Ctrl-C is seen at once; the shell makes such programs ignore SIGINT, env undoes that.
    env --default-signal=INT timeout -k 10 "${limits[$1]}" "${command[@]}" </dev/null >"$dir/$1" 2>&1 &
    of[$!]=$1
}

# tell NAME LIMIT_S STATUS SECONDS LOG
tell() {
    local name=$1 limit_s=$2 status=$3 seconds=$4 log=$5 ok bad skip note=""
    count() { grep -Ec -e "$1" "$log" || true; }
    skip=$(count '^(not )?ok .*# SKIP')
    ok=$(($(count '^ok ') - $(count '^ok .*# SKIP')))
    bad=$(($(count '^not ok ') - $(count '^not ok .*# SKIP')))
    if [ "$status" != 0 ] && [ "$seconds" -ge "$limit_s" ]; then
        note=" (killed after $limit_s s)"
        bad=$((bad + 1))
    elif [ "$bad" = 0 ] && [ "$status" != 0 ]; then
        note=" (status $status without a failed test)"
        bad=1
    elif [ $((ok + bad + skip)) = 0 ]; then
        note=" (no test ran)"
        bad=1
    fi
    [ "$skip" = 0 ] || note="$note, $skip skipped"
    [ "$seconds" -lt 5 ] || note="$note, $seconds s"
    passed=$((passed + ok))
    failed=$((failed + bad))
    skipped=$((skipped + skip))
    if [ "$bad" = 0 ]; then
        printf '%-32s %d ok%s\n' "$name" "$ok" "$note"
    else
        printf '%-32s %d ok, %d FAILED%s\n' "$name" "$ok" "$bad" "$note"
        tail -n 100 "$log" | sed 's/^/    /'
    fi
}

# Waits until one more has ended, and tells of those that have no unfinished one before them.
finish_one() {
    local pid number status=0
    wait -n -p pid "${!of[@]}" || status=$?
    number=${of[$pid]}
    unset "of[$pid]"
    ended[number]="$status $((SECONDS - starts[number]))"
    while [ -n "${ended[told]:-}" ]; do
        # shellcheck disable=SC2086
        tell "${names[told]}" "${limits[told]}" ${ended[told]} "$dir/$told"
        told=$((told + 1))
    done
}

# Numbers of what is not done yet, those of the list `slow` first, those that run alone last.
order() {
    local i n alone_too
    for alone_too in no yes; do
        for n in "${slow[@]}"; do
            for ((i = told; i < ${#names[@]}; i++)); do
                [ "${names[i]} ${alone[i]}" = "$n $alone_too" ] && echo "$i"
            done
        done
        for ((i = told; i < ${#names[@]}; i++)); do
            [ "${alone[i]}" = "$alone_too" ] && [[ " ${slow[*]} " != *" ${names[i]} "* ]] && echo "$i"
        done
    done
}

# Runs and tells what was added.
run_all() {
    local i at_once
    for i in $(order); do
        at_once=$jobs
        [ "${alone[i]}" = no ] || at_once=1
        while [ ${#of[@]} -ge "$at_once" ]; do finish_one; done
        begin "$i"
    done
    while [ ${#of[@]} -gt 0 ]; do finish_one; done
}

# programs FOLDER PREFIX: every test program below FOLDER
programs() {
    local p name
    for p in "$1"/*/test_*; do
        name=${p#"$1"/}
        [ -f "$p" ] && [ -x "$p" ] && add "$2$name" "$unit_limit_s" "tests/unit/$name.c" "$p"
    done
}

# scripts FOLDER
scripts() {
    local s
    for s in "tests/$1"/*.sh; do
        [ -f "$s" ] && add "$1/$(basename "$s" .sh)" "$script_limit_s" "$s" "$s" "$build"
    done
}

if [ "$mode" = long ]; then
    jobs=1 # they keep the whole machine busy themselves
    scripts long
elif [ "$mode" = train ]; then
    scripts=(tests/train/test_*.py)
    [ "$jobs" -le ${#scripts[@]} ] || jobs=${#scripts[@]}
    export OMP_NUM_THREADS=$((($(nproc) + jobs - 1) / jobs)) # of torch and the libraries of trees, so that they share the cores
    for s in "${scripts[@]}"; do
        add "train/$(basename "$s" .py)" "$script_limit_s" "$s" "$build/.venv/bin/python" "$s" "$build"
    done
else
    programs "$build/tests" ""
    programs "$build/san/tests" "san/"
    scripts e2e
    scripts bad
    for s in tests/fuzz/*.c; do
        name=$(basename "$s" .c)
        [ -x "$build/fuzz/$name" ] && add "fuzz/$name" "$script_limit_s" "$s" tests/fuzz.sh "$build/fuzz" 1000 "$name"
    done
fi
run_all

[ "$skipped" = 0 ] || echo "$skipped skipped"
# A run without any test is a broken build, not a success.
[ $((passed + failed + skipped)) -gt 0 ] || failed=1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
