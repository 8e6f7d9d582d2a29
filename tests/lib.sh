# Sourced by the shell tests (tests/e2e, tests/bad, tests/long), which get the build folder as $1 and print TAP lines:
#
#     . "$(dirname "$0")/../lib.sh"
#     t_run "no arguments is wrong usage" 2 "$BUILD/llmperf"
#     t_grep "and says so" "^try llmperf --help" "$T/err"
#
# Sets BUILD (absolute), ROOT (the repository) and T (a folder of this script's own, removed at its end). A failed test does
# not end the script: the functions return 0 and set t_passed to yes or no. Plain POSIX shell.

BUILD=$(cd "$1" && pwd) || exit 1
ROOT=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
t_count=0
t_passed=yes

# t_ok NAME
t_ok() {
    t_count=$((t_count + 1))
    t_passed=yes
    printf 'ok %d - %s\n' "$t_count" "$1"
}

# t_fail NAME DETAIL: every line of DETAIL becomes a comment below the test's line.
t_fail() {
    t_count=$((t_count + 1))
    t_passed=no
    printf 'not ok %d - %s\n' "$t_count" "$1"
    printf '%s\n' "$2" | sed 's/^/# /'
}

# t_skip NAME REASON: for what this machine cannot do (no root, no GPU).
t_skip() {
    t_count=$((t_count + 1))
    t_passed=yes
    printf 'ok %d - %s # SKIP %s\n' "$t_count" "$1" "$2"
}

# t_run NAME EXPECTED_STATUS COMMAND...: runs it with empty input; its output is in $T/out and $T/err, its status in
# t_status afterwards.
t_run() {
    t_name=$1
    t_expected=$2
    shift 2
    t_status=0
    "$@" </dev/null >"$T/out" 2>"$T/err" || t_status=$?
    if [ "$t_status" = "$t_expected" ]; then
        t_ok "$t_name"
    else
        t_fail "$t_name" "status $t_status, expected $t_expected: $*
$(tail -n 20 "$T/out" "$T/err")"
    fi
}

# t_grep NAME PATTERN FILE: an extended regular expression that some line of the file must match.
t_grep() {
    if grep -Eq -e "$2" "$3" 2>/dev/null; then
        t_ok "$1"
    else
        t_fail "$1" "no line of $3 matches: $2
$(tail -n 20 "$3" 2>&1)"
    fi
}
