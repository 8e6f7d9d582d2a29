#!/bin/sh
# The report of a campaign: every page and picture, hostile texts, the same bytes again, several devices, campaigns without data, and
# what is refused.
. "$(dirname "$0")/../lib.sh"
if ! command -v gnuplot >/dev/null; then
    t_skip "the report" "there is no gnuplot"
    echo "1..$t_count"
    exit 0
fi
db=$T/tiny/campaign.db

# report DATABASE FOLDER
report() {
    timeout -k 5 120 "$BUILD/llmperf" report -q --db "$1" --out "$2"
}

# pages NAME FOLDER [TEXT...]: its files are in order
pages() {
    t_what=$1
    shift
    t_true "$t_what" python3 "$ROOT/tests/e2e/report.py" "$@"
}

# ---- a campaign, with everything that a long one has ----
t_run "a campaign is run" 0 "$BUILD/llmperf" run -q "$ROOT/tests/fixtures/tiny.yaml" --out "$T/tiny" --validate none
cp "$db" "$T/plain.db"
t_sql "$db" "INSERT INTO timing SELECT NULL, sample_id, device_id, policy.name, class, median_ns + id % 3, mean_ns, min_ns, max_ns, ci_lo_ns,
    ci_hi_ns, reps, start_ns, end_ns, flags, epoch, run_id, NULL, NULL FROM timing, (SELECT 'cold' AS name UNION SELECT 'retime') policy;
    INSERT INTO sentinel SELECT 1, 10 * look.n + name.n, 1 + (look.n > 3), name.s, look.n * 1000000000, 100000 + look.n * name.n FROM
    (SELECT 1 AS n, 'compute' AS s UNION SELECT 2, 'bandwidth' UNION SELECT 3, 'latency') name,
    (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5) look;
    INSERT INTO failure SELECT NULL, sample_id, device_id, run_id, 'time-out', 'took too long' FROM timing WHERE policy = 'warm' LIMIT 2;
    DELETE FROM timing WHERE sample_id IN (SELECT sample_id FROM failure)"
t_run "its report" 0 report "$db" "$T/out1"
pages "its files are in order" "$T/out1" "time-out" "took too long" "Data card: tiny"
for page in index times quality corpus; do
    t_true "there is $page.html" test -s "$T/out1/$page.html"
done
for picture in times-groups times-histogram quality-failures quality-precision quality-again quality-drift quality-cold corpus-plane \
    corpus-patterns; do
    t_true "there is img/$picture.svg" test -s "$T/out1/img/$picture.svg"
done
t_eq "the card is the one of llmperf db card" "$("$BUILD/llmperf" db card --db "$db" | sed -n 's/^- \(plan .*\)/\1/p')" \
    "$(sed -n 's,^<li>\(plan .*\)</li>,\1,p' "$T/out1/index.html")"
t_eq "as many samples as are timed" "$(t_sql "$db" "SELECT count(*) FROM timing WHERE policy = 'warm'")" \
    "$(sed -n 's/.*Each point is a sample (n = \([0-9]*\)).*/\1/p' "$T/out1/times.html")"

# ---- again ----
t_sql "$db" "PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
before=$(cksum "$db")
t_run "again, elsewhere" 0 report "$db" "$T/out2"
t_true "the same bytes" diff -r "$T/out1" "$T/out2"
echo mine >"$T/out2/notes.txt"
echo old >"$T/out2/img/old.svg"
t_run "over an older report" 0 report "$T/plain.db" "$T/out2"
t_true "what is no part of a report stays" test -s "$T/out2/notes.txt"
t_true "old pictures go" test ! -e "$T/out2/img/old.svg"
t_true "and those that have no data now" test ! -e "$T/out2/img/quality-drift.svg"
rm "$T/out2/notes.txt"
pages "its files are in order" "$T/out2" "no sample was timed again" "no sentinel was timed" "none of"
t_eq "the database is as it was" "$before" "$(cksum "$db")"

# ---- texts of strangers ----
cp "$db" "$T/bad.db"
hostile="<script>alert(1)</script>\"'&amp;"
t_sql "$T/bad.db" "UPDATE kernel SET name = '<script>alert(1)</script>\"''&amp;' || id, path = '../../<img src=x onerror=alert(1)>/' || id ||
    '.cl', pattern = '\"><svg onload=alert(1)>%s', family = 'f' || char(10) || id, source = '</pre><script>alert(1)</script>';
    UPDATE device SET name = '</title><script>alert(2)</script>' || char(27) || CAST(X'ff' AS TEXT);
    UPDATE campaign SET name = '<b onclick=alert(3)>\`set\` | x', tool_version = '<i>';
    UPDATE failure SET reason = ''';system(\"touch gone\");#' || char(10) || '%d <', detail = 'javascript:alert(4) ' || char(8238) || 'x';
    INSERT INTO kernel (path, name, line, dims, status, reason, detail) VALUES ('<a href=\"x\">.cl', '', 1, 0, 'skipped', '<hr>', '\"on\"')"
t_run "hostile texts: a report" 0 report "$T/bad.db" "$T/bad"
pages "hostile texts: are shown and do nothing" "$T/bad" "$hostile" "<img src=x onerror=alert(1)>" "</title><script>alert(2)</script>" \
    "<b onclick=alert(3)>" "';system(\"touch gone\");#" "javascript:alert(4) [U+202E]x" "\"><svg onload=alert(1)>%s" "<hr>"
t_true "hostile texts: nothing ran" test ! -e gone
t_grep "hostile texts: a picture has them, too" '<text>.;system\("touch gone"\);#\?%d &lt;' "$T/bad/img/quality-failures.svg"

cp "$db" "$T/odd.db"
t_sql "$T/odd.db" "PRAGMA ignore_check_constraints = 1; UPDATE sample SET local_size = 0 WHERE id % 3 = 0; UPDATE sample SET global_size = 1
    WHERE id % 3 = 1; UPDATE timing SET ci_hi_ns = 9223372036854775807, ci_lo_ns = -9223372036854775807; UPDATE timing SET median_ns = 0
    WHERE policy = 'cold' OR sample_id % 5 = 0; UPDATE sentinel SET time_ns = 0 WHERE epoch = 1; UPDATE device SET compute_units = 0;
    UPDATE timing SET ci_lo_ns = 0, ci_hi_ns = 0 WHERE sample_id IN (SELECT id FROM sample WHERE kernel_id % 2);
    UPDATE kernel SET pattern = printf('%.*c', 5000, 'x') WHERE id % 2; UPDATE run SET wall_ns = -1;
    INSERT INTO run SELECT value, device_id, started, shard, 0, 0, 0, 9223372036854775807, 0, NULL FROM run, json_each('[1001, 1002, 1003]')
    WHERE run.id = (SELECT min(id) FROM run);
    INSERT INTO sentinel SELECT 1003, seq, epoch, name, at_ns, time_ns FROM sentinel"
t_run "numbers that cannot be: a report" 0 report "$T/odd.db" "$T/odd"
pages "numbers that cannot be: its files are in order" "$T/odd"

# ---- two devices ----
cp "$T/plain.db" "$T/two.db"
t_sql "$T/two.db" "INSERT INTO device SELECT 99, platform, 'Second', vendor, version, driver, type, 7, max_work_group, local_mem_bytes,
    global_mem_bytes, max_alloc_bytes, clock_mhz, fp64, advertised_resolution_ns, tick_ns, null_kernel_ns, enqueue_latency_ns FROM device;
    INSERT INTO run SELECT 99, 99, started, shard, planned, 1, 0, wall_ns, busy_ns, ended FROM run LIMIT 1;
    INSERT INTO timing SELECT NULL, sample_id, 99, policy, class, median_ns, mean_ns, min_ns, max_ns, ci_lo_ns, ci_hi_ns, reps, start_ns,
    end_ns, flags, epoch, 99, weight, weight_reason FROM timing LIMIT 4"
t_run "two devices: a report" 0 report "$T/two.db" "$T/two"
pages "two devices: both are named" "$T/two" "This campaign has 2 devices." "Second"
t_grep "two devices: with their counts" '<td>Second</td><td class="n" data-v="7">7</td><td class="n" data-v="4">4</td>' "$T/two/index.html"
t_grep "two devices: the one with most timings is plotted" "Each point is a sample \\(n = $(t_sql "$T/plain.db" 'SELECT count(*) FROM timing')\\)" "$T/two/times.html"

# ---- little or nothing in it ----
t_plan "$T/plan.db"
t_run "planned only: a report" 0 report "$T/plan.db" "$T/plan"
pages "planned only: says so" "$T/plan" "Nothing is timed yet" "no sample was tried yet" "Nothing was profiled yet."
t_run "an empty campaign is made" 0 "$BUILD/llmperf" db init --db "$T/empty.db"
t_run "an empty campaign: a report" 0 report "$T/empty.db" "$T/empty"
pages "an empty campaign: says so" "$T/empty" "fewer than three kernels" "no kernel was found"

# ---- what is refused ----
mkdir "$T/mine" "$T/bin"
echo precious >"$T/mine/index.html"
t_refuse "a folder that is no report" 1 llmperf-report "mine: is neither empty nor a report" report "$db" "$T/mine"
t_eq "a folder that is no report: left alone" precious "$(cat "$T/mine/index.html")"
t_refuse "a file" 1 llmperf-report "index.html: is no folder" report "$db" "$T/mine/index.html"
t_refuse "no database" 1 llmperf-report "none.db" report "$T/none.db" "$T/x"
echo "no database at all" >"$T/text.db"
t_refuse "another file" 1 llmperf-report "text.db" report "$T/text.db" "$T/x"
head -c 40000 "$T/plain.db" >"$T/half.db"
t_refuse "half a database" 1 llmperf-report "half.db" report "$T/half.db" "$T/x"
t_true "no folder is made then" test ! -e "$T/x"
t_refuse "no gnuplot" 1 llmperf-report "gnuplot: cannot start: .*; install gnuplot .package gnuplot-nox." env PATH="$T/bin" \
    "$BUILD/llmperf-report" -q --db "$db" --out "$T/x"
t_true "no gnuplot: no folder is made" test ! -e "$T/x"
printf '#!/bin/sh\necho half\nexit 3\n' >"$T/bin/gnuplot"
chmod +x "$T/bin/gnuplot"
t_refuse "a gnuplot that fails" 1 llmperf-report "gnuplot failed" env PATH="$T/bin:$PATH" "$BUILD/llmperf-report" -q --db "$db" --out "$T/x"
t_true "a gnuplot that fails: no index" test ! -e "$T/x/index.html"

# ---- Ctrl-C while gnuplot draws ----
cat >"$T/bin/gnuplot" <<EOF
#!/bin/sh
echo \$\$ >"$T/drawing"
exec sleep 100
EOF
interrupt() { # OUT
    rm -f "$T/drawing"
    PATH="$T/bin:$PATH" "$BUILD/llmperf-report" --db "$db" --out "$1" 2>"$T/stopped" &
    pid=$!
    for _ in $(seq 100); do
        [ -s "$T/drawing" ] && [ -d "$1/kernels" ] && break
        sleep 0.1
    done
    kill -INT $pid
    wait $pid
}
t_run "interrupted" 130 interrupt "$T/y"
t_eq "interrupted: one line says what is left" "llmperf-report: interrupted; the report is incomplete: run the same command again" "$(cat "$T/stopped")"
t_true "interrupted: no index" test ! -e "$T/y/index.html"
t_run "interrupted: gnuplot is gone" 1 kill -0 "$(cat "$T/drawing")"

for bad in "" "--db $db" "--out $T/x" "--db $db --out $T/x --samples -1" "--db $db --out $T/x --kernels x" "--db $db --out $T/x more"; do
    # shellcheck disable=SC2086
    t_run "wrong usage: $bad" 2 "$BUILD/llmperf" report $bad
done
echo "1..$t_count"
