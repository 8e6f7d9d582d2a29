#!/bin/sh
# Databases that cannot be used: one line that says why, the file unchanged, by every command that opens one.
. "$(dirname "$0")/../lib.sh"

config=$ROOT/tests/fixtures/tiny.yaml
"$BUILD/llmperf" analyze -q --db "$T/good.db" "$ROOT/tests/fixtures/corpus" >"$T/log" 2>&1
"$BUILD/llmperf" gen -q --config "$config" --db "$T/good.db" >>"$T/log" 2>&1
t_check "a database to damage" "$T/good.db"

# refuse NAME PATTERN FILE: by readers and writers, for the same reason
refuse() {
    before=$(cksum <"$3")
    t_refuse "$1: analyze" 1 llmperf-analyze "$2" "$BUILD/llmperf" analyze --db "$3" "$ROOT/tests/fixtures/corpus/arith"
    t_refuse "$1: gen" 1 llmperf-gen "$2" "$BUILD/llmperf" gen --config "$config" --db "$3"
    t_refuse "$1: profile" 1 llmperf-profile "$2" "$BUILD/llmperf" profile --db "$3"
    t_refuse "$1: db export" 1 llmperf-db "$2" "$BUILD/llmperf" db export --db "$3" --out "$T/made.jsonl"
    t_refuse "$1: db balance" 1 llmperf-db "$2" "$BUILD/llmperf" db balance --db "$3"
    t_eq "$1: unchanged, nothing made" "$before" "$(cksum <"$3")$(ls "$T/made.jsonl" 2>/dev/null)"
}

cp "$T/good.db" "$T/newer.db"
t_sql "$T/newer.db" "PRAGMA user_version = 99"
refuse "a newer schema" "newer.db: schema version 99 is newer than version [0-9]+ of this program" "$T/newer.db"

size=$(wc -c <"$T/good.db")
head -c $((size / 2)) "$T/good.db" >"$T/half.db"
refuse "half a database" "half.db: .*(truncated|damaged|malformed)" "$T/half.db"
head -c $((size - 1)) "$T/good.db" >"$T/short.db"
refuse "a database without its last byte" "short.db: .*truncated" "$T/short.db"
head -c 300 "$T/good.db" >"$T/head.db"
refuse "the first 300 bytes" "head.db: .*(truncated|not a database)" "$T/head.db"

echo "name: tiny" >"$T/text.db"
refuse "a text file" "text.db: .*(too short|not a database)" "$T/text.db"
head -c 100000 /dev/zero >"$T/zero.db"
refuse "zeros" "zero.db: .*not a .*database" "$T/zero.db"
t_sql "$T/other.db" "CREATE TABLE t (x); INSERT INTO t VALUES (1)"
refuse "another program's database" "other.db: not a llmperf database" "$T/other.db"

# A page in the middle overwritten: found when it is read, at the latest by check.
cp "$T/good.db" "$T/page.db"
dd if=/dev/urandom of="$T/page.db" bs=4096 seek=$((size / 8192)) count=1 conv=notrunc 2>/dev/null
t_run "a damaged page: check" 1 "$BUILD/llmperf" db check --db "$T/page.db"
cat "$T/err" >>"$T/out"
t_grep "a damaged page: check says where" "(malformed|damaged|integrity|corrupt|[Pp]age)" "$T/out"

: >"$T/empty.db"
t_refuse "an empty file: gen" 1 llmperf-gen "empty.db: is empty; " "$BUILD/llmperf" gen --config "$config" --db "$T/empty.db"
t_refuse "no file: gen" 1 llmperf-gen "none.db: no such database; " "$BUILD/llmperf" gen --config "$config" --db "$T/none.db"
t_refuse "a folder: gen" 1 llmperf-gen ": is a folder" "$BUILD/llmperf" gen --config "$config" --db "$T"
t_refuse "a folder that is missing: analyze" 1 llmperf-analyze "no/such.db: cannot be made" \
    "$BUILD/llmperf" analyze --db "$T/no/such.db" "$ROOT/tests/fixtures/corpus/arith"

sed 's/per_kernel: 3/per_kernel: 4/' "$config" >"$T/more.yaml" # a plan to be written

# Another process holds the lock for longer than the 5 s that are waited.
mkfifo "$T/hold"
sqlite3 "$T/good.db" <"$T/hold" >"$T/holder" 2>&1 &
holder=$!
exec 9>"$T/hold"
printf 'BEGIN EXCLUSIVE;\n.print locked\n' >&9
t_await 10 grep -q locked "$T/holder"
# All at once: each waits on its own.
"$BUILD/llmperf" analyze -q --db "$T/good.db" "$ROOT/tests/fixtures/corpus/arith" >"$T/a.out" 2>"$T/a.err" &
analyze=$!
"$BUILD/llmperf" profile -q --db "$T/good.db" >"$T/p.out" 2>"$T/p.err" &
profile=$!
"$BUILD/llmperf" db balance --db "$T/good.db" >"$T/b.out" 2>"$T/b.err" &
balance=$!
t_run "locked: gen" 1 "$BUILD/llmperf" gen -q --config "$T/more.yaml" --db "$T/good.db"
t_error "locked: gen: one clear line" llmperf-gen "good.db: .*(locked|busy|another)"
for stage in analyze profile balance; do
    eval "pid=\$$stage"
    status=0
    wait "$pid" || status=$?
    t_eq "locked: $stage: status" 1 "$status"
    cp "$T/$(printf %.1s $stage).err" "$T/err"
    t_error "locked: $stage: one clear line" "llmperf-[a-z]*" "good.db: .*(locked|busy|another)"
done
printf 'COMMIT;\n' >&9
exec 9>&-
wait "$holder"
t_run "free again: gen" 0 "$BUILD/llmperf" gen -q --config "$T/more.yaml" --db "$T/good.db"
t_check "free again: nothing was lost" "$T/good.db"
