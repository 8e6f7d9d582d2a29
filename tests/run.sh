#!/bin/bash
# Runs the tests: tests/run.sh BUILD [train|long]
#
# Unit test programs of BUILD/tests and BUILD/san/tests, the scripts of tests/e2e and tests/bad, and short fuzzing; with `long` the
# scripts of tests/long instead, with `train` tests/train/test_*.py. One line a suite, the output of what failed, and at the very end `N passed, N failed`. A program that
# fails without saying which test failed, or that runs no test, counts as one failed.
set -u
build=$(cd "${1:?usage: tests/run.sh BUILD [train|long]}" && pwd) || exit 1
mode=${2:-}
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1

export CMOCKA_MESSAGE_OUTPUT=TAP
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$root/tests/lsan.supp:print_suppressions=0
unit_limit_s=300
script_limit_s=1200
[ "$mode" = long ] && script_limit_s=14400

jobs=$(nproc)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
running=() # process ids of the suites' `timeout`, which ends the whole suite when it is ended itself
names=() limits=() starts=()
stop() {
    [ ${#running[@]} = 0 ] || kill "${running[@]}"
    exit "$1"
}
trap 'stop 130' INT
trap 'stop 143' TERM
passed=0
failed=0
skipped=0

# begin NAME LIMIT_S COMMAND...
begin() {
    local i=${#running[@]}
    names+=("$1") limits+=("$2") starts+=("$SECONDS")
    shift 2
    # In the background, so that Ctrl-C is seen at once; the shell makes such programs ignore SIGINT, env undoes that.
    env --default-signal=INT timeout -k 10 "${limits[$i]}" "$@" </dev/null >"$dir/$i" 2>&1 &
    running+=($!)
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

# Waits for what was begun, and tells.
finish() {
    local i status
    for i in "${!running[@]}"; do
        status=0
        wait "${running[$i]}" 2>/dev/null || status=$?
        tell "${names[$i]}" "${limits[$i]}" "$status" $((SECONDS - starts[i])) "$dir/$i"
    done
    running=() names=() limits=() starts=()
}

suite() {
    begin "$@"
    finish
}

# programs FOLDER PREFIX: every test program below FOLDER, as many at a time as there are cores; those of profile/, which time out
# what hangs, by themselves
programs() {
    local p
    for p in "$1"/*/test_*; do
        [ -f "$p" ] && [ -x "$p" ] || continue
        case $p in */profile/*) finish ;; esac
        begin "$2${p#"$1"/}" "$unit_limit_s" "$p"
        case $p in */profile/*) finish ;; esac
        [ ${#running[@]} -lt "$jobs" ] || finish
    done
    finish
}

# scripts FOLDER
scripts() {
    local s
    for s in "tests/$1"/*.sh; do
        [ -f "$s" ] && suite "$1/$(basename "$s" .sh)" "$script_limit_s" "$s" "$build"
    done
}

if [ "$mode" = long ]; then
    scripts long
elif [ "$mode" = train ]; then
    for s in tests/train/test_*.py; do
        suite "train/$(basename "$s" .py)" "$script_limit_s" "$build/.venv/bin/python" "$s" "$build"
    done
else
    programs "$build/tests" ""
    programs "$build/san/tests" "san/"
    scripts e2e
    scripts bad
    [ -d "$build/fuzz" ] && suite fuzz "$script_limit_s" tests/fuzz.sh "$build/fuzz" 1000
fi

[ "$skipped" = 0 ] || echo "$skipped skipped"
# A run without any test is a broken build, not a success.
[ $((passed + failed + skipped)) -gt 0 ] || failed=1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
