#!/bin/sh
# Probes: kernels whose plan was spoilt in the database are repaired or quarantined before they are timed, each for its own reason;
# kills cost no outcome; probing alone; no probing.
. "$(dirname "$0")/../lib.sh"

folder=$ROOT/tests/fixtures/probe
sed "s,paths: \[corpus\],paths: [$folder]," "$ROOT/tests/fixtures/tiny.yaml" >"$T/probe.yaml"

# plan DATABASE [SED]: the kernels of the folder and their plan, with another configuration
plan() {
    sed "${2:-}" "$T/probe.yaml" >"$T/now.yaml"
    "$BUILD/llmperf" analyze -q --db "$1" "$folder" >/dev/null &&
        "$BUILD/llmperf" gen -q --config "$T/now.yaml" --db "$1" >/dev/null || t_fail "a plan" "cannot be made"
}

id() {
    echo "(SELECT id FROM kernel WHERE name = '$1')"
}

# scalar KERNEL ARGUMENT VALUE: every launch gets it
scalar() {
    t_sql "$db" "UPDATE sample_arg SET value = '$3' WHERE idx = $2 AND sample_id IN (SELECT id FROM sample WHERE kernel_id = $(id "$1"));
        UPDATE probe_sample SET args = json_set(args, '\$[$2].value', '$3') WHERE kernel_id = $(id "$1")"
}

# shorten KERNEL ARGUMENT HOW: the extent and every planned length, ELEMS - 2 or ELEMS / 2
shorten() {
    t_sql "$db" "UPDATE argument SET extent = '(' || extent || ')$3' WHERE idx = $2 AND kernel_id = $(id "$1");
        UPDATE sample_arg SET elems = elems $3 WHERE idx = $2 AND sample_id IN (SELECT id FROM sample WHERE kernel_id = $(id "$1"));
        UPDATE probe_sample SET args = json_set(args, '\$[$2].elems', json_extract(args, '\$[$2].elems') $3)
            WHERE kernel_id = $(id "$1")"
}

# outcome NAME KERNEL STATUS REASON DETAIL: of its probe (DETAIL: an extended regular expression), and of its samples
outcome() {
    t_eq "$1: $3" "$3 $4" "$(t_sql "$db" "SELECT status || ' ' || coalesce(reason, '') FROM probe WHERE kernel_id = $(id "$2")")"
    t_sql "$db" "SELECT coalesce(detail, '') FROM probe WHERE kernel_id = $(id "$2")" >"$T/detail"
    t_grep "$1: says why" "$5" "$T/detail"
    if [ "$3" = quarantined ]; then
        wanted="0 3 quarantined"
    else
        wanted="3 0 "
    fi
    t_eq "$1: its samples" "$wanted" "$(t_sql "$db" "SELECT count(t.id) || ' ' || count(f.id) || ' ' || coalesce(max(f.reason), '')
        FROM sample s LEFT JOIN timing t ON t.sample_id = s.id LEFT JOIN failure f ON f.sample_id = s.id WHERE s.kernel_id = $(id "$2")")"
}

# ---- kernels that are well ----
db=$T/clean.db
plan "$db"
t_eq "clean: every kernel is instrumented" "9 9" "$(t_sql "$db" "SELECT count(*) || ' ' || count(probe) FROM kernel")"
t_run "clean: probing alone" 0 "$BUILD/llmperf" profile --db "$db" --probe-only
t_grep "clean: the summary counts" "^kernels probed +9 +in [0-9.]+ s$" "$T/out"
t_grep "clean: all of them" "^  clean +9$" "$T/out"
t_eq "clean: nothing is timed" "9 0 0" "$(t_sql "$db" "SELECT (SELECT count(*) FROM probe) || ' ' || (SELECT count(*) FROM timing) || ' ' ||
    (SELECT count(*) FROM run)")"
t_eq "clean: three launches of each" "9" "$(t_sql "$db" "SELECT count(*) FROM probe WHERE launches = 3")"
t_eq "clean: every buffer is touched to its last element and no further" "0" "$(t_sql "$db" "SELECT count(*) FROM probe_range r
    JOIN kernel k ON k.id = r.kernel_id WHERE lo < 0 OR (hi IS NOT elems - 1 AND k.name <> 'far_store')")"
t_run "clean: probing alone again" 0 "$BUILD/llmperf" profile --db "$db" --probe-only
t_grep "clean: nothing is left to probe" "nothing to do: all kernels" "$T/err"
t_run "clean: then timing" 0 "$BUILD/llmperf" profile -q --db "$db"
t_all_timed "clean" "$db"
t_run "probing alone has no limit" 2 "$BUILD/llmperf" profile --db "$db" --probe-only --limit 2
t_grep "probing alone has no limit: says so" "neither with --register nor with --limit" "$T/err"

t_run "clean: the benchmark's figures" 0 python3 "$ROOT/tests/bench/inference.py" "$db" -v
t_grep "clean: no violations" "9 kernels, 27 launches, 0 index violations, 0 kernels not clean" "$T/out"
t_grep "clean: what is half used is not tight" "^not tight: far_store.cl: far_store: argument [01] " "$T/out"

# ---- kernels that are not ----
db=$T/ill.db
plan "$db" 's/^  per_kernel:.*/  per_kernel: 3/'
lengths="SELECT s.idx, a.elems, s.bytes FROM sample s JOIN sample_arg a ON a.sample_id = s.id
    WHERE s.kernel_id = $(id window_sum) AND a.idx = 0 ORDER BY 1"
right=$(t_sql "$db" "$lengths")
shorten window_sum 0 "- 2"
t_sql "$db" "UPDATE sample SET bytes = bytes - 8 WHERE kernel_id = $(id window_sum)"
shorten double_all 0 "/ 2"
shorten fill_ramp 0 "- 3"
scalar shifted_copy 2 -5
scalar strided_sum 3 0
scalar far_store 2 1099511627776
scalar far_mark 1 1099511627776
scalar own_table 1 -1
t_sql "$db" "UPDATE kernel SET probe = NULL, probe_gap = 'a.cl:1:1: by hand' WHERE name IN ('fill_ramp', 'far_mark')"
t_run "ill: the run goes to its end" 0 "$BUILD/llmperf" profile --db "$db"
cp "$T/out" "$T/summary"
outcome "a kernel that is well" add_pairs clean "" "^$"
outcome "too short by a constant" window_sum repaired "" "^argument 0 'src': 2 elements added$"
t_eq "too short by a constant: one repair" "0 2" "$(t_sql "$db" "SELECT arg || ' ' || elems FROM repair")"
t_eq "too short by a constant: timed with the repaired length" "$right" "$(t_sql "$db" "$lengths")"
outcome "too short by a factor" double_all quarantined extent-too-small "argument 0 'v': element [0-9]+ of [0-9]+ touched, line 2"
outcome "a negative index" shifted_copy quarantined negative-index "argument 0 'src': element -5 of"
outcome "an endless loop" strided_sum quarantined endless-loop "loop without end, line [0-9]+"
outcome "a wild store" far_store quarantined wild-access "in no buffer, line [0-9]+"
outcome "a wild store that nothing checks" far_mark quarantined probe-crash "signal 11"
outcome "an index outside an array" own_table quarantined array-bounds "outside its array, line [0-9]+"
outcome "not instrumented, writing beyond its end" fill_ramp quarantined guard-damaged "argument 0 'dst': element [0-9]+ of [0-9]+ overwritten"
t_grep "ill: the summary counts them" "^  quarantined +7$" "$T/summary"
t_grep "ill: and the repair" "^  repaired +1 " "$T/summary"
t_grep "ill: and the samples" "^  quarantined +21 " "$T/summary"
t_check "ill: the database is in order" "$db"
t_run "ill: the same command again" 0 "$BUILD/llmperf" profile --db "$db"
t_grep "ill: nothing to do" "nothing to do: all samples" "$T/err"

t_run "ill: the benchmark fails" 1 python3 "$ROOT/tests/bench/inference.py" "$db"
t_grep "ill: a repaired extent counts as violated" "^outside: window_sum.cl: window_sum: argument 0 'src': elements 0 to [0-9]+ of " "$T/out"
t_grep "ill: so does a quarantined one" "^quarantined: shifted_copy.cl: shifted_copy: negative-index" "$T/out"

# ---- kills ----
# A hundred launches of each, so that there is time to kill.
db=$T/kill.db
plan "$db" '$a probe: {samples: 100}'
t_start "$BUILD/llmperf" profile -q --db "$db"
t_await 60 t_has "$db" probe 1
worker=$(t_child_of "$t_pid" | head -n 1)
t_true "kill: there is a worker" test -n "$worker"
kill -KILL "$worker"
t_await 60 t_has "$db" probe 4
kill -KILL "$t_pid"
t_ended "kill: the supervisor, half-way" 137
t_check "kill: the database is in order" "$db"
before=$(t_sql "$db" "SELECT count(*) FROM probe")
t_true "kill: some outcomes are missing" test "$before" -lt 9
t_sql "$db" "UPDATE probe SET detail = 'before'"
t_run "kill: the same command again" 0 "$BUILD/llmperf" profile -q --db "$db"
t_eq "kill: all are clean, none was probed twice" "9 $before" "$(t_sql "$db" "SELECT sum(status = 'clean') || ' ' ||
    sum(coalesce(detail, '') = 'before') FROM probe")"
t_all_timed "kill" "$db"

# ---- switched off ----
db=$T/off.db
plan "$db" '$a probe: {samples: 0}'
t_run "off: the run goes to its end" 0 "$BUILD/llmperf" profile --db "$db"
t_eq "off: no probes" "0" "$(t_sql "$db" "SELECT (SELECT count(*) FROM probe) + (SELECT count(*) FROM probe_sample)")"
t_all_timed "off" "$db"
