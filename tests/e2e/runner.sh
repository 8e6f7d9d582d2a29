#!/bin/sh
# tests/run.sh itself, on suites made up here: what it says and counts, what runs side by side and what alone, Ctrl-C.
. "$(dirname "$0")/../lib.sh"

mkdir -p "$T/house/tests/e2e" "$T/house/tests/bad" "$T/house/tests/unit/x" "$T/build/tests/x" "$T/at-work"
cp "$ROOT/tests/run.sh" "$T/house/tests/"

# script FILE: a suite, from stdin
script() {
    {
        echo '#!/bin/sh'
        cat
    } >"$T/house/tests/$1"
    chmod +x "$T/house/tests/$1"
}
# suites LIMIT_S JOBS
suites() {
    TEST_LIMIT_S=$1 TEST_JOBS=$2 "$T/house/tests/run.sh" "$T/build"
}
# what the last t_run printed, without the time that suites took
said() {
    tr -s ' ' <"$T/out" | sed 's/, [0-9]* s$//'
}

# ---- success: a program and three scripts, of which two wait for each other ----
echo '/* nothing */' >"$T/house/tests/unit/x/test_a.c"
printf '#!/bin/sh\necho "ok 1 - a"\necho "ok 2 - b"\n' >"$T/build/tests/x/test_a"
chmod +x "$T/build/tests/x/test_a"
for pair in "a z" "z a"; do
    script "e2e/${pair% *}.sh" <<SH
touch "$T/at-work/${pair% *}"
i=0
while [ ! -e "$T/at-work/${pair#* }" ] && [ ! -e "$T/met" ]; do
    i=\$((i + 1))
    [ \$i -lt 300 ] || { echo "not ok 1 - met"; break; }
    sleep 0.1
done
touch "$T/met"
echo "ok 1 - this"
echo "ok 2 - that # SKIP no time"
sleep 1
[ ! -e "$T/alone" ] || echo "not ok 3 - beside one that runs alone"
rm "$T/at-work/${pair% *}"
SH
done
script e2e/b.sh <<SH
# Runs alone: it says so.
touch "$T/alone"
sleep 1
[ -z "\$(ls "$T/at-work")" ] && echo "ok 1 - alone"
rm "$T/alone"
SH
t_run "suites that pass: status 0" 0 suites 60 2
t_eq "suites that pass: the lines, in their order" "x/test_a 2 ok
e2e/a 1 ok, 1 skipped
e2e/b 1 ok
e2e/z 1 ok, 1 skipped
2 skipped
5 passed, 0 failed" "$(said)"

# ---- failures ----
script e2e/a.sh <<'SH'
echo "ok 1 - this"
echo "not ok 2 - that"
echo "# the reason"
exit 1
SH
script e2e/z.sh <<'SH'
echo "ok 1 - this"
exit 3
SH
script bad/a.sh <<'SH'
echo "ok 1 - this"
sleep 60
SH
script bad/b.sh <<'SH'
exit 0
SH
t_run "suites that fail: status 1" 1 suites 4 1
t_eq "suites that fail: the lines" "x/test_a 2 ok
e2e/a 1 ok, 1 FAILED
 ok 1 - this
 not ok 2 - that
 # the reason
e2e/b 1 ok
e2e/z 1 ok, 1 FAILED (status 3 without a failed test)
 ok 1 - this
bad/a 1 ok, 1 FAILED (killed after 4 s)
 ok 1 - this
bad/b 0 ok, 1 FAILED (no test ran)
6 passed, 4 failed" "$(said)"
rm -r "$T/build/tests" "$T"/house/tests/e2e/* "$T"/house/tests/bad/*
t_run "no suite at all: status 1" 1 suites 4 1
t_eq "no suite at all: says so" "0 passed, 1 failed" "$(said)"

# ---- Ctrl-C ends what runs; the shell lets what it starts in the background ignore it ----
for i in a b; do
    script "e2e/$i.sh" <<SH
echo \$\$ >"$T/pid.$i"
sleep 300
SH
done
TEST_JOBS=2 t_start env --default-signal=INT "$T/house/tests/run.sh" "$T/build"
t_true "Ctrl-C: two are at work" t_await 20 test -s "$T/pid.a" -a -s "$T/pid.b"
kill -INT "$t_pid"
t_ended "Ctrl-C: status 130" 130
t_true "Ctrl-C: nothing goes on" t_await 10 eval '! kill -0 "$(cat "$T/pid.a")" && ! kill -0 "$(cat "$T/pid.b")"'
