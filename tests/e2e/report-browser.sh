#!/bin/sh
# Pages in headless Chromium: no message, no failed request, every image there, nothing too wide, tables that sort.
. "$(dirname "$0")/../lib.sh"

browser=$ROOT/tests/browser
if ! python3 -c "import sys; sys.path.insert(0, '$browser'); import chromium; chromium.find()" 2>/dev/null; then
    t_skip "pages in a browser" "no chromium is installed"
    exit 0
fi

# look FOLDER: what the browser finds in its pages
look() {
    timeout -k 5 300 python3 "$browser/check.py" "$@"
}

# ---- the driver itself: it sees faults, and only where there are some ----
t_run "a page without a fault" 0 look "$browser/pages/good"
t_run "a page full of faults" 1 look "$browser/pages/bad"
cp "$T/out" "$T/faults"
while read -r fault; do
    t_grep "a page full of faults: $fault" "^index.html: .*$fault" "$T/faults"
done <<EOF
console: a message
exception: Error: an exception
request leaves the folder: http://127.0.0.1:9/
request failed
image did not load: gone.png
420 px: overflows: [0-9]+ > 420, by div
table t, column "number": not ascending at row 1: 10, 9
a link to a place that is not there: #nowhere
a link to a file that is not there: gone.html
EOF

# ---- a report ----
if ! command -v gnuplot >/dev/null; then
    t_skip "a report in a browser" "there is no gnuplot"
    exit 0
fi
db=$T/c.db
t_plan "$db"
t_run "a campaign" 0 "$BUILD/llmperf" profile -q --db "$db" --device cpu
t_run "split" 0 "$BUILD/llmperf" db split -q --db "$db"
t_run "its report" 0 "$BUILD/llmperf" report -q --db "$db" --out "$T/r" --model "$ROOT/tests/fixtures/model/trees"
t_run "the report in a browser: no fault" 0 look --shots "$T/shots" "$T/r"
t_grep "the report in a browser: every page, and tables are sorted" \
    "^$(find "$T/r" -name '*.html' | wc -l) pages, 0 with faults, [1-9][0-9]+ columns sorted$" "$T/out"
t_true "the report in a browser: pictures of the pages" test -s "$T/shots/model-420.png"
