#!/bin/sh
# The coverage report: three sets of kernels from two databases, as text, JSON and a picture; the same in any order; what is wrong
# is one clear line.
. "$(dirname "$0")/../lib.sh"
own=$T/own.db
other=$T/other.db
db="$BUILD/llmperf db"

t_run "kernels are made" 0 "$BUILD/llmperf" gen -q --synth 12 --seed 5 --out "$T/synth"
t_run "ours are analysed" 0 "$BUILD/llmperf" analyze -q --db "$own" "$ROOT/kernels-corpus/blas1" "$T/synth"
mkdir "$T/far"
cat >"$T/far/far.cl" <<'CL'
kernel void crowd(global int *bins, global const int *key, int n, int rounds) {
    local int seen[512];
    int i = get_global_id(0), l = get_local_id(0);
    for (int k = l; k < 512; k += get_local_size(0)) seen[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < rounds; r++)
        if (i < n) for (int k = 0; k < 300; k++) atomic_inc(&bins[(key[i] + k * r) & 511]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) atomic_add(&bins[i & 511], seen[l & 511]);
}
CL
cp "$(find "$ROOT/kernels-corpus/blas1" -name '*.cl' | sort | head -n 1)" "$T/far/"
t_run "others are analysed" 0 "$BUILD/llmperf" analyze -q --db "$other" "$T/far"

# shellcheck disable=SC2086 # two words
t_run "the report" 0 $db stats --corpus --db "$own" --imported "$other"
t_grep "counts the hand-written" "^hand-written +$(t_sql "$own" "SELECT count(*) FROM kernel WHERE template IS NULL AND status = 'ok'") kernels" "$T/out"
t_grep "and the synthesised" "^synthesised +12 kernels" "$T/out"
t_grep "and the imported" "^imported +2 kernels" "$T/out"
t_grep "the farthest is the strange one" "^ +[0-9.]+  far.cl:crowd$" "$T/out"
t_grep "because of its atomics" "atomics 4801 \(nearest: [0-9.]+\)" "$T/out"
t_grep "which are a region that we lack" "^  .*atomics >= .*: 1 imported, none of ours$" "$T/out"
t_eq "no line without a path is wider than 120 columns" "" "$(grep -v / "$T/out" | grep -E '.{121}')"
if command -v gnuplot >/dev/null; then
    cp "$T/out" "$T/text"
    # shellcheck disable=SC2086
    t_run "a picture of it" 0 $db stats --corpus --db "$own" --imported "$other" --plot "$T/c.svg"
    t_true "does not change the text" cmp "$T/text" "$T/out"
    t_true "and is SVG" python3 -c "import sys, xml.dom.minidom as m; sys.exit(m.parse(sys.argv[1]).documentElement.tagName != 'svg')" "$T/c.svg"
    t_grep "with the imported kernels in it" "imported \(2\)" "$T/c.svg"
    t_eq "no other file is left behind" "$T/c.svg" "$(echo "$T"/c.svg*)"
else
    t_skip "a picture of it" "there is no gnuplot"
fi

# shellcheck disable=SC2086
t_run "the same as JSON" 0 $db stats --corpus --db "$own" --imported "$other" --json
cp "$T/out" "$T/first.json"
cat >"$T/check.py" <<'PY'
import json, sys
r = json.load(open(sys.argv[1]))
d = r["distance"]
names = [f["name"] for f in r["features"]]
assert len(names) == 10 and set(d["made_of"]) == set(names), names
assert abs(sum(d["made_of"].values()) - 1) < 0.01, d
assert r["farthest"][0]["kernel"] == "crowd" and r["farthest"][1]["distance"] == 0, r["farthest"]
assert r["farthest"][0]["distance"] == d["imported_to_ours"]["max"] > r["far_beyond"] == d["handwritten_families"]["median"]
assert r["far"] == 1 and r["far_elsewhere"] == 0, r
for s in r["sets"].values():
    for q in s["quantiles"].values():
        assert q["min"] <= q["p10"] <= q["p25"] <= q["median"] <= q["p75"] <= q["p90"] <= q["max"], q
PY
t_true "whose figures agree with each other" python3 "$T/check.py" "$T/first.json"

t_run "all in one database, in another order" 0 "$BUILD/llmperf" analyze -q --db "$T/all.db" "$T/far/far.cl" "$T/synth"
t_run "and the rest of it" 0 "$BUILD/llmperf" analyze -q --db "$T/all.db" "$T/far" "$T/synth" "$ROOT/kernels-corpus/blas1"
# shellcheck disable=SC2086
t_run "imported by the start of the path" 0 $db stats --corpus --db "$T/all.db" --imported far.cl --json
t_eq "is the same kernel, as far" "$(python3 -c "import json,sys; print(json.load(open(sys.argv[1]))['farthest'][0]['distance'])" "$T/first.json")" \
    "$(python3 -c "import json,sys; print(json.load(open(sys.argv[1]))['farthest'][0]['distance'])" "$T/out")"

# shellcheck disable=SC2086
t_run "nothing imported" 0 $db stats --corpus --db "$own"
t_grep "says so" "^nothing is imported" "$T/out"
t_refuse "a folder" 1 llmperf-db "--imported .*neither a database nor .* read a folder with .llmperf analyze" "$BUILD/llmperf" db stats --corpus --db "$own" --imported "$T/far"
t_refuse "no such place for the picture" 1 llmperf-db "--plot: .*/none/c.svg" "$BUILD/llmperf" db stats --corpus --db "$own" --plot "$T/none/c.svg"
mkdir "$T/bin"
t_refuse "no gnuplot" 1 llmperf-db "--plot: gnuplot: cannot start: .*; install gnuplot" env PATH="$T/bin" "$BUILD/llmperf-db" stats --corpus --db "$own" --plot "$T/d.svg"
printf '#!/bin/sh\necho half\nexit 3\n' >"$T/bin/gnuplot"
chmod +x "$T/bin/gnuplot"
t_refuse "a gnuplot that fails" 1 llmperf-db "--plot: " env PATH="$T/bin:$PATH" "$BUILD/llmperf-db" stats --corpus --db "$own" --plot "$T/d.svg"
t_true "and nothing is written then" test ! -e "$T/d.svg"
for bad in "--plot c.svg" "--imported x" "--corpus --live" "--corpus --plot c.png"; do
    # shellcheck disable=SC2086
    t_run "wrong usage: $bad" 2 "$BUILD/llmperf" db stats --db "$own" $bad
done
echo "1..$t_count"
