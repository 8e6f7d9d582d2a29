#!/bin/sh
# A folder that cannot be written and a disk that is full: one clear line, no half-written file, and nothing that was finished
# is lost. Works on small file systems in memory, mounted where nobody else sees them.
if [ -z "$LLMPERF_TEST_MOUNTS" ]; then
    LLMPERF_TEST_MOUNTS=yes
    export LLMPERF_TEST_MOUNTS
    for how in "unshare -m" "unshare -rm"; do
        $how sh -c 'mount -t tmpfs -o size=64k tmpfs /mnt' 2>/dev/null && exec $how "$0" "$@"
    done
    echo "ok 1 - full disks and read-only folders # SKIP this user may not mount"
    exit 0
fi
. "$(dirname "$0")/../lib.sh"
trap 'umount "$T"/*/ 2>/dev/null; rm -rf "$T"' EXIT

config=$ROOT/tests/fixtures/tiny.yaml
corpus=$ROOT/tests/fixtures/corpus
"$BUILD/llmperf" analyze -q --db "$T/good.db" "$corpus" >"$T/log" 2>&1
"$BUILD/llmperf" gen -q --config "$config" --db "$T/good.db" >>"$T/log" 2>&1
cp "$T/good.db" "$T/plan.db"
kib=$(($(wc -c <"$T/good.db") / 1024))
all=$(t_sql "$T/good.db" "SELECT count(*) FROM sample")

# disk NAME KIB: an empty file system of this size at $T/NAME
disk() {
    mkdir "$T/$1"
    mount -t tmpfs -o "size=${2}k" tmpfs "$T/$1"
}

# ---- a folder that cannot be written ----
disk ro 4096
cp "$T/good.db" "$T/ro/good.db"
mount -o remount,bind,ro "$T/ro"
readonly_line="(cannot be (made|written)|[Rr]ead-only)"
t_refuse "read-only: analyze, a new database" 1 llmperf-analyze "new.db: $readonly_line" \
    "$BUILD/llmperf" analyze --db "$T/ro/new.db" "$corpus/arith"
t_refuse "read-only: analyze" 1 llmperf-analyze "good.db: $readonly_line" "$BUILD/llmperf" analyze --db "$T/ro/good.db" "$corpus/arith"
t_refuse "read-only: gen" 1 llmperf-gen "good.db: $readonly_line" "$BUILD/llmperf" gen --config "$config" --db "$T/ro/good.db"
t_refuse "read-only: profile" 1 llmperf-profile "good.db: $readonly_line" "$BUILD/llmperf" profile --db "$T/ro/good.db"
t_refuse "read-only: db balance" 1 llmperf-db "good.db: $readonly_line" "$BUILD/llmperf" db balance --db "$T/ro/good.db"
t_refuse "read-only: db export" 1 llmperf-db "x.jsonl: $readonly_line" \
    "$BUILD/llmperf" db export --db "$T/good.db" --out "$T/ro/x.jsonl"
t_refuse "read-only: run" 1 llmperf "ro/made: .*[Rr]ead-only" "$BUILD/llmperf" run "$config" --out "$T/ro/made"
t_run "read-only: stats can be read" 0 "$BUILD/llmperf" db stats --db "$T/ro/good.db"
t_check "read-only: and it checks" "$T/ro/good.db"

# ---- a full disk ----
full="no space left"
disk small 128
t_run "full: analyze" 1 "$BUILD/llmperf" analyze -q --db "$T/small/c.db" "$corpus"
t_error "full: analyze: one clear line" llmperf-analyze "c.db: .*$full"
t_run "full: run" 1 "$BUILD/llmperf" run -q "$config" --out "$T/small/out"
t_eq "full: run: the stage's line, then the stage's name" 1 "$(sed 1d "$T/err" | grep -c '^llmperf: stage [a-z]* failed with status 1$')"
t_grep "full: run: the stage's line is clear" "^llmperf-[a-z]*: .*campaign.db: .*$full" "$T/err"

# Room for the plan, not for the timings.
disk tight $((kib + 160))
cp "$T/good.db" "$T/tight/good.db"
t_run "full: profile" 1 "$BUILD/llmperf" profile -q --db "$T/tight/good.db"
t_error "full: profile: one clear line" llmperf-profile "good.db: .*$full"
cp "$T"/tight/good.db* "$T/"
timed=$(t_sql "$T/good.db" "SELECT count(*) FROM timing")
t_true "full: profile: what was timed before is kept ($timed)" test "$timed" -gt 0 -a "$timed" -lt "$all"
t_check "full: profile: the database is in order" "$T/good.db"
t_run "with room again: the same command goes on" 0 "$BUILD/llmperf" profile -q --db "$T/good.db"
t_eq "with room again: every sample is there once" "$all $all" \
    "$(t_sql "$T/good.db" "SELECT count(*) || ' ' || count(DISTINCT sample_id) FROM timing")"
t_eq "with room again: none failed" 0 "$(t_sql "$T/good.db" "SELECT count(*) FROM failure")"
t_check "with room again: the database is in order" "$T/good.db"

disk tiny 16
echo "the old one" >"$T/tiny/x.jsonl"
t_run "full: db export" 1 "$BUILD/llmperf" db export -q --db "$T/good.db" --out "$T/tiny/x.jsonl"
t_error "full: db export: one clear line" llmperf-db "x.jsonl: .*No space left"
t_eq "full: db export: the old file is as it was, no other is left" "the old one x.jsonl" \
    "$(cat "$T/tiny/x.jsonl") $(ls -A "$T/tiny")"

# The scratch folder, where drivers keep what they compile.
sed 's/per_kernel: 3/per_kernel: 4/' "$config" >"$T/more.yaml"
"$BUILD/llmperf" gen -q --config "$T/more.yaml" --db "$T/good.db" >"$T/log" 2>&1
t_run "full: the scratch folder" 1 env TMPDIR="$T/tiny" "$BUILD/llmperf" profile -q --db "$T/good.db"
t_error "full: the scratch folder: one clear line" llmperf-profile "$full"
t_eq "full: the scratch folder: no sample is blamed" 0 "$(t_sql "$T/good.db" "SELECT count(*) FROM failure")"
t_check "full: the scratch folder: the database is in order" "$T/good.db"
t_run "full: the scratch folder: with room again the same command goes on" 0 "$BUILD/llmperf" profile -q --db "$T/good.db"
t_all_timed "full: the scratch folder: with room again" "$T/good.db"

# Where compiled programs are kept for later.
t_run "full: the cache of programs" 0 env XDG_CACHE_HOME="$T/tiny" "$BUILD/llmperf" profile -q --db "$T/plan.db"
t_all_timed "full: the cache of programs" "$T/plan.db"
