#!/bin/sh
# The report's pages about a model and about single kernels: figures are those of llmperf validate, predictions are asked of the model
# or read, answers that are no predictions are refused.
. "$(dirname "$0")/../lib.sh"
if ! command -v gnuplot >/dev/null; then
    t_skip "the report of a model" "there is no gnuplot"
    exit 0
fi

cp -R "$ROOT/tests/fixtures/model/trees" "$T/m"
db=$T/c.db
t_plan "$db"
t_run "a campaign" 0 "$BUILD/llmperf" profile -q --db "$db" --device cpu

# report FOLDER WORDS...
report() {
    folder=$1
    shift
    timeout -k 5 120 "$BUILD/llmperf" report -q --db "$db" --out "$folder" "$@"
}

# same NAME FOLDER: the page says what validate says
same() {
    "$BUILD/llmperf" validate -q --model "$T/m" --db "$db" --split all --worst 1000000 --json >"$T/all.json" 2>/dev/null
    t_true "$1: the figures of validate" python3 "$ROOT/tests/e2e/report_model.py" "$2" "$T/all.json"
}

# ---- without a model ----
t_run "no predictions" 0 report "$T/none"
t_true "no predictions: no page of a model" test ! -e "$T/none/model.html"
t_true "no predictions: no link to it" sh -c "! grep -rq model.html '$T/none'"
t_eq "a page for each kernel" "$(t_sql "$db" "SELECT count(*) FROM kernel WHERE status = 'ok'")" \
    "$(find "$T/none/kernels" -name '*.html' | wc -l)"

# ---- asked of the model ----
t_run "not split" 0 report "$T/r" --model "$T/m"
same "not split" "$T/r"
t_run "split" 0 "$BUILD/llmperf" db split -q --db "$db"
t_run "by parts" 0 report "$T/r" --model "$T/m"
same "by parts" "$T/r"
t_run "some samples" 0 report "$T/some" --model "$T/m" --samples 8
t_grep "some samples: said" "8 launches are predicted, chosen evenly over kernels from 21 that are timed" "$T/some/model.html"
for picture in model-density model-decades model-patterns model-intervals; do
    t_true "there is img/$picture.svg" test -s "$T/r/img/$picture.svg"
done
before=$(cksum "$db")
t_run "again" 0 report "$T/again" --model "$T/m"
t_true "again: the same bytes" diff -r "$T/r" "$T/again"
t_eq "the campaign is as it was" "$before" "$(cksum "$db")"

# ---- stored ----
t_run "predictions are stored" 0 "$BUILD/llmperf" predict -q --model "$T/m" --db "$db"
t_run "stored predictions" 0 report "$T/stored"
same "stored predictions" "$T/stored"
t_grep "stored predictions: said" "its predictions are those stored in the campaign" "$T/stored/model.html"
t_sql "$db" "UPDATE prediction SET median_ns = -1 WHERE sample_id = (SELECT min(sample_id) FROM prediction);
    INSERT INTO prediction SELECT sample_id, 'other', 5000, NULL, NULL FROM prediction LIMIT 3"
t_run "one of them is no time" 0 report "$T/stored"
t_grep "one of them is no time: said" "1 could not be predicted" "$T/stored/model.html"
t_grep "one of them is no time: another model has fewer" "predictions of 1 other models, with fewer rows" "$T/stored/model.html"
t_sql "$db" "DELETE FROM prediction WHERE model <> 'other'"
t_run "without intervals" 0 report "$T/stored"
t_true "without intervals: no picture of them" test ! -e "$T/stored/img/model-intervals.svg"

# ---- numbers of strangers ----
cp "$db" "$T/bad.db"
t_sql "$T/bad.db" "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
    UPDATE sample SET local_size = 0 WHERE id = (SELECT min(id) FROM sample);
    UPDATE sample SET global_size = 9223372036854775807 WHERE id = (SELECT max(id) FROM sample);
    UPDATE sample_arg SET value = '9223372036854775807' WHERE value IS NOT NULL; UPDATE access SET line = -line, arg = 99 WHERE seq = 0;
    UPDATE timing SET ci_lo_ns = -5, ci_hi_ns = 9223372036854775807, reps = -1, flags = 'noisy ' || char(0) || 'x';
    INSERT OR REPLACE INTO prediction SELECT sample_id, 'big', 1e308, 1e-308, 9e999 FROM timing;
    INSERT OR REPLACE INTO prediction SELECT sample_id, 'big', 1e18, 2, 1e18 FROM timing WHERE sample_id % 2 = 0;
    UPDATE kernel SET line = -1, source = source || char(13) || 'x[' || printf('%.*c', 100000, '[') || char(10) WHERE id % 2 = 0"
t_run "strange numbers: a report" 0 timeout -k 5 120 "$BUILD/llmperf" report -q --db "$T/bad.db" --out "$T/bad"
t_true "strange numbers: no picture is large" test -z "$(find "$T/bad/img" -size +300k)"

# ---- a few kernels ----
t_run "two kernels" 0 report "$T/two" --model "$T/m" --kernels 2
t_eq "two kernels: two pages" 2 "$(find "$T/two/kernels" -name '*.html' | wc -l)"
t_grep "two kernels: said" "2 of the [0-9]+ kernels have a page" "$T/two/kernels.html"
page=$(grep -l "Kernel <code>" "$T"/r/kernels/*.html | head -n 1)
for part in Source Accesses Arguments Probe Launches Features; do
    t_grep "a kernel's page has $part" "<h2 id=\"[a-z]*\">$part</h2>" "$page"
done
t_grep "a kernel's page has its curve" 'src="../img/kernel-[0-9]{4}.svg"' "$page"

# ---- what is refused ----
t_refuse "no model there" 1 llmperf-report "--model $T/gone: llmperf-model validate: it failed with status 1" sh -c \
    "'$BUILD/llmperf-report' -q --db '$db' --out '$T/x' --model '$T/gone' 2>&1 | grep -v ^llmperf-model: >&2; exit 1"
t_true "no model there: no index" test ! -e "$T/x/index.html"
mkdir "$T/bin"
cp "$BUILD/llmperf-report" "$T/bin/"
for answer in '' 'no JSON' '{"model":"m","worst":[{"sample":1,"median_us":-1}]}' '{"model":"m","worst":[{"sample":1'; do
    printf "#!/bin/sh\nprintf '%%s\\\\n' '%s'\n" "$answer" >"$T/bin/llmperf-model"
    chmod +x "$T/bin/llmperf-model"
    t_refuse "a model that answers '$answer'" 1 llmperf-report "--model $T/m: llmperf-model validate: " "$T/bin/llmperf-report" -q \
        --db "$db" --out "$T/x" --model "$T/m"
done
rm "$T/bin/llmperf-model"
t_refuse "no llmperf-model beside the program" 1 llmperf-report "llmperf-model" "$T/bin/llmperf-report" -q --db "$db" --out "$T/x" --model "$T/m"
