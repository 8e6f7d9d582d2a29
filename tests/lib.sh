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

# t_eq NAME EXPECTED GOT
t_eq() {
    if [ "$2" = "$3" ]; then t_ok "$1"; else t_fail "$1" "expected: $2
got:      $3"; fi
}

# t_true NAME COMMAND...: it must succeed.
t_true() {
    t_name=$1
    shift
    if t_output=$("$@" 2>&1); then t_ok "$t_name"; else t_fail "$t_name" "failed: $*
$t_output"; fi
}

# t_error NAME PROGRAM PATTERN: what the last t_run wrote to stderr is one line, `PROGRAM: ` and a message that matches the
# extended regular expression. Run commands that also write notes with -q.
t_error() {
    if [ "$(wc -l <"$T/err")" = 1 ] && grep -Eq -e "^$2: .*($3)" "$T/err"; then
        t_ok "$1"
    else
        t_fail "$1" "not one line of $2 that matches: $3
$(tail -n 20 "$T/err")"
    fi
}

# t_refuse NAME STATUS PROGRAM PATTERN COMMAND...: t_run, then t_error.
t_refuse() {
    t_what=$1
    t_who=$3
    t_pattern=$4
    t_status_wanted=$2
    shift 4
    t_run "$t_what" "$t_status_wanted" "$@"
    t_error "$t_what: one clear line" "$t_who" "$t_pattern"
}

# t_sql DATABASE SQL: prints the result; waits for other processes.
t_sql() {
    sqlite3 -cmd ".timeout 5000" "$1" "$2"
}

# t_check NAME DATABASE [JSONL]: `llmperf db check` is content.
t_check() {
    t_name=$1
    if t_output=$("$BUILD/llmperf" db check --db "$2" ${3:+--jsonl "$3"} 2>&1); then
        t_ok "$t_name"
    else
        t_fail "$t_name" "$t_output"
    fi
}

# t_await SECONDS COMMAND...: until it succeeds; fails when it does not in time.
t_await() {
    t_until=$(($(date +%s) + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$(date +%s)" -lt "$t_until" ] || return 1
        sleep 0.05
    done
}

# t_child_of PID: the id of a child of this process, nothing when it has none.
t_child_of() {
    grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status | sed -n '1s,/proc/\([0-9]*\)/.*,\1,p'
}

# t_plan DATABASE: the kernels and the plan of tests/fixtures/tiny.yaml
t_plan() {
    "$BUILD/llmperf" analyze -q --db "$1" "$ROOT/tests/fixtures/corpus" >/dev/null &&
        "$BUILD/llmperf" gen -q --config "$ROOT/tests/fixtures/tiny.yaml" --db "$1" >/dev/null || t_fail "a plan" "cannot be made"
}

# t_start COMMAND...: in the background; its id is in t_pid, its output in $T/out and $T/err.
t_start() {
    "$@" </dev/null >"$T/out" 2>"$T/err" &
    t_pid=$!
}

# t_ended NAME STATUS: what t_start began ends with this status.
t_ended() {
    t_status=0
    wait "$t_pid" || t_status=$?
    if [ "$t_status" = "$2" ]; then t_ok "$1"; else t_fail "$1" "status $t_status, expected $2
$(tail -n 20 "$T/err")"; fi
}

# t_driver_aborts: the compiler of this OpenCL is known to fail assertions of its own on valid kernels with barriers or asynchronous
# copies (PoCL from version 4 on).
t_driver_aborts() {
    "$BUILD/llmperf" devices --json | grep -Eq '"version":"[^"]*PoCL[^"]*","driver":"([4-9]|[1-9][0-9])\.'
}

# t_has DATABASE TABLE N: at least N rows; for t_await
t_has() {
    [ "$(t_sql "$1" "SELECT count(*) FROM $2" 2>/dev/null)" -ge "$3" ]
}

# t_outcomes DATABASE: what is known of each sample, without the times: a line each
t_outcomes() {
    t_sql "$1" "SELECT k.path, k.name, s.idx, o.what FROM kernel k JOIN sample s ON s.kernel_id = k.id JOIN (SELECT sample_id, device_id,
        policy AS what FROM timing UNION ALL SELECT sample_id, device_id, reason FROM failure) o ON o.sample_id = s.id ORDER BY 1, 2, 3, 4"
}

# t_same NAME UNDISTURBED DATABASE: the same samples are timed and failed, and the database is in order.
t_same() {
    t_outcomes "$2" >"$T/outcomes"
    if t_output=$(t_outcomes "$3" | diff "$T/outcomes" - && test -s "$T/outcomes"); then
        t_ok "$1: the finished set is that of an undisturbed run"
    else
        t_fail "$1: the finished set is that of an undisturbed run" "$t_output"
    fi
    t_check "$1: the database is in order" "$3"
}

# t_all_timed NAME DATABASE: every sample of the plan has one warm timing, none failed, and the database is in order.
t_all_timed() {
    t_eq "$1: every sample timed once, none failed" "$(t_sql "$2" "SELECT count(*) FROM sample") 0" "$(t_sql "$2" \
        "SELECT count(DISTINCT sample_id) || ' ' || (count(*) - count(DISTINCT sample_id) + (SELECT count(*) FROM failure)) FROM timing")"
    t_check "$1: the database is in order" "$2"
}
