#!/bin/sh
# The programs built with AddressSanitizer and UndefinedBehaviorSanitizer: the whole pipeline, and the tests of bad files.
san=$1/san
. "$(dirname "$0")/../lib.sh"
if [ ! -x "$san/llmperf" ]; then
    t_fail "the sanitizer build" "$san/llmperf is missing: make test builds it"
    exit 1
fi
# 99: a report, told apart from the programs' own failures.
ASAN_OPTIONS=${ASAN_OPTIONS:-}:exitcode=99
LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$ROOT/tests/lsan.supp:print_suppressions=0}
export ASAN_OPTIONS LSAN_OPTIONS

# A report of a worker goes where everything of a worker goes, to /dev/null: it shows as a sample that failed.
t_run "the pipeline" 0 "$san/llmperf" run "$ROOT/tests/fixtures/tiny.yaml" --out "$T/made"
t_eq "the pipeline: nothing is reported" "" "$(grep -E 'Sanitizer|runtime error' "$T/err")"
t_all_timed "the pipeline" "$T/made/campaign.db"
t_check "the pipeline: the data set agrees" "$T/made/campaign.db" "$T/made/dataset.jsonl"
t_run "again" 0 "$san/llmperf" run "$ROOT/tests/fixtures/tiny.yaml" --out "$T/made"
t_eq "again: nothing is reported" "" "$(grep -E 'Sanitizer|runtime error' "$T/err")"
if command -v gnuplot >/dev/null; then
    t_run "its report" 0 "$san/llmperf" report --db "$T/made/campaign.db" --out "$T/report"
    t_eq "its report: nothing is reported" "" "$(grep -E 'Sanitizer|runtime error' "$T/err")"
fi
t_run "every kernel of the corpus" 0 "$san/llmperf" analyze -q --db "$T/corpus.db" "$ROOT/kernels-corpus"
for script in config sources; do
    "$ROOT/tests/bad/$script.sh" "$san"
done
