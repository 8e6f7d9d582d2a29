#!/bin/sh
# Benchmarks stay out of training: the shipped ones are in no family with another kernel of the corpus, and of what somebody adds
# to a training folder, near-duplicates and copies of a benchmark are held out with it, down to the exported rows. So they did for
# the models that ship: the lists of what those were trained on say so.
. "$(dirname "$0")/../lib.sh"

# ---- the corpus that ships ----
corpus=$ROOT/kernels-corpus
t_run "the corpus is read" 0 "$BUILD/llmperf" analyze -q --db "$T/corpus.db" --held-out "$corpus/benchmarks" "$corpus"
t_eq "every benchmark is kept, and nothing else is held out" "$(find "$corpus/benchmarks" -name '*.cl' | wc -l) 0" \
    "$(t_sql "$T/corpus.db" "SELECT sum(held_out AND status = 'ok') || ' ' || sum(held_out <> (path LIKE 'benchmarks/%')) FROM kernel")"
t_true "there are benchmarks" test "$(find "$corpus/benchmarks" -name '*.cl' | wc -l)" -ge 48
t_eq "no kernel outside is in a family with a benchmark: write that benchmark in another style" "" "$(t_sql "$T/corpus.db" \
    "SELECT group_concat(path, ' ') FROM kernel GROUP BY family HAVING min(held_out) <> max(held_out)")"

# ---- the lists of the models that ship ----
for list in "$ROOT"/models/*/split.tsv "$ROOT"/models/*/split.tsv.xz; do
    [ -f "$list" ] && python3 "$ROOT/tests/e2e/split_list.py" "$list" "$T/corpus.db"
done

# ---- near-duplicates and copies in a training folder ----
mkdir -p "$T/k/bench" "$T/k/train" "$T/k/attic"
cp "$corpus/benchmarks/hotspot_flat.cl" "$corpus/benchmarks/fwt_pass.cl" "$corpus/benchmarks/nn.cl" "$T/k/bench/"
sed 's/hotspot_flat/chip_heat/; s/temp_dst/next/g; s/temp_src/now/g; s/80\.0f/70.0f/; s/grid_cells/cells/g' \
    "$corpus/benchmarks/hotspot_flat.cl" >"$T/k/train/chip_heat.cl"
cp "$corpus/benchmarks/fwt_pass.cl" "$T/k/attic/copy.cl" # comes before bench/: there it is the duplicate
for f in map/activation_select stencil/life_torus blas1/axpy_inc; do cp "$corpus/$f.cl" "$T/k/train/"; done
cat >"$T/c.yaml" <<EOF
name: heldout
corpus: {paths: [k], held_out: [k/bench]}
target: {compute_units: 2, max_work_group: 64, local_mem_bytes: 16384}
launch: {per_kernel: 2, local_sizes: [32], global_max: 1024, work_max: 100000}
probe: {samples: 1}
profile: {reps_min: 3, reps_max: 3, ci_target: 0.9, burn_in_s: 0, cold_share: 0, retime_share: 0, sentinel_every_s: 0}
EOF
db=$T/c/campaign.db
t_run "a campaign with benchmarks" 0 "$BUILD/llmperf" run -q "$T/c.yaml" --out "$T/c"
t_check "the database is in order" "$db" "$T/c/dataset.jsonl"
python3 "$ROOT/tests/e2e/check_jsonl.py" "$T/c/dataset.jsonl"
t_eq "heldout: benchmarks, a near-duplicate and a copy of theirs, nothing else" \
    "attic/copy.cl bench/hotspot_flat.cl bench/nn.cl train/chip_heat.cl" "$(t_sql "$db" "SELECT group_concat(path, ' ') FROM
    (SELECT path FROM kernel JOIN split USING (family) WHERE part = 'heldout' AND status = 'ok' ORDER BY path)")"
t_eq "heldout: in every exported row" "attic/copy.cl bench/hotspot_flat.cl bench/nn.cl train/chip_heat.cl" "$(python3 -c '
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
held = sorted({r["kernel_path"] for r in rows if r["split"] == "heldout"})
assert not [r for r in rows if r["split"] != "heldout" and r["kernel_path"] in held], held
print(" ".join(held))' "$T/c/dataset.jsonl")"
"$BUILD/llmperf" db stats --json --db "$db" >"$T/stats"
t_grep "heldout: in the summary" '"heldout":\{"families":3,' "$T/stats"

# ---- the list of a split ----
list=$T/split.tsv
t_run "list: written" 0 "$BUILD/llmperf" db split --db "$db" --list "$list"
t_eq "list: every kernel, by path" "attic/copy.cl bench/hotspot_flat.cl bench/nn.cl train/activation_select.cl train/axpy_inc.cl
train/chip_heat.cl train/life_torus.cl" "$(sed 1,2d "$list" | cut -f 4 | fmt -w 100)"
t_eq "list: the same kernels are held out" "attic/copy.cl bench/hotspot_flat.cl bench/nn.cl train/chip_heat.cl" \
    "$(sed -n 's/^heldout.*\t//p' "$list" | xargs)"
# A list of the split is good; whoever trains on a benchmark, on what is like one, or parts a family is found.
"$BUILD/llmperf" analyze -q --db "$T/k.db" --held-out "$T/k/bench" "$T/k" >/dev/null
judge() { python3 "$ROOT/tests/e2e/split_list.py" "$1" "$T/k.db"; }
judge "$list"
sed '/bench.hotspot_flat/s/^heldout/train/' "$list" >"$T/bench.tsv"
t_run "list: a benchmark that was trained on" 1 judge "$T/bench.tsv"
t_grep "list: is named" "^# 1: .*bench/hotspot_flat.cl" "$T/out"
sed '/chip_heat/s/^heldout/val/' "$list" >"$T/near.tsv"
t_run "list: a near-duplicate that was validated with" 1 judge "$T/near.tsv"
t_grep "list: is named, too" "^not ok - no benchmark or near-duplicate" "$T/out"
t_grep "list: for its family" "^not ok - no family is in two parts" "$T/out"
awk -F '\t' 'BEGIN { OFS = FS } $4 == "train/chip_heat.cl" { $1 = "train"; $2 = $3 = "0123456789ab" } { print }' "$list" >"$T/old.tsv"
t_run "list: one that analyze wrote in another way then" 1 judge "$T/old.tsv"
t_eq "list: is known by its path" 1 "$(grep -c '^not ok' "$T/out")"
sed 's/^# llmperf split 1/# llmperf split 2/' "$list" >"$T/newer.tsv"
t_run "list: of another version" 1 judge "$T/newer.tsv"
xz -c "$list" >"$T/split.tsv.xz"
t_run "list: compressed" 0 judge "$T/split.tsv.xz"
t_refuse "list: over the database" 1 llmperf-db "$db: is the campaign database itself" "$BUILD/llmperf" db split -q --db "$db" --list "$db"

# ---- benchmarks that are no part of the corpus ----
sed 's,paths: \[k\],paths: [k/train\, k/attic],' "$T/c.yaml" >"$T/apart.yaml"
t_run "a campaign without the benchmarks" 0 "$BUILD/llmperf" run -q "$T/apart.yaml" --out "$T/a"
t_check "apart: the database is in order" "$T/a/campaign.db" "$T/a/dataset.jsonl"
t_eq "apart: the same near-duplicate and copy are held out" "copy.cl chip_heat.cl" "$(t_sql "$T/a/campaign.db" \
    "SELECT group_concat(path, ' ') FROM (SELECT path FROM kernel JOIN split USING (family)
    WHERE part = 'heldout' AND status = 'ok' ORDER BY path DESC)")"
t_eq "apart: no benchmark is planned" "3 0" "$(t_sql "$T/a/campaign.db" "SELECT count(*) || ' ' || sum(EXISTS (SELECT 1 FROM sample
    WHERE kernel_id = kernel.id)) FROM kernel WHERE reason = 'held-out'")"

# ---- shards ----
cp "$db" "$T/shard.db"
t_sql "$db" "UPDATE kernel SET held_out = 0"
t_run "merge: a shard that was told" 0 "$BUILD/llmperf" db merge -q --db "$db" "$T/shard.db"
t_eq "merge: held out again" 3 "$(t_sql "$db" "SELECT count(*) FROM kernel WHERE held_out = 1")"
t_run "merge: split" 0 "$BUILD/llmperf" db split -q --db "$db"
t_check "merge: the same split" "$db" "$T/c/dataset.jsonl"
t_sql "$db" "UPDATE split SET part = 'train' WHERE part = 'heldout'"
t_run "a split that forgets is found" 1 "$BUILD/llmperf" db check --db "$db"
t_grep "a split that forgets is found: says so" "is in part train, but is held out" "$T/out"

# ---- a limit, and what is forgotten ----
sed 's,k/bench\],k/bench]\, limit: 3,' "$T/c.yaml" >"$T/limit.yaml"
"$BUILD/llmperf" analyze -q --db "$T/limit.db" --held-out "$T/k/bench" "$T/k" >/dev/null
t_run "limit" 0 "$BUILD/llmperf" gen -q --config "$T/limit.yaml" --db "$T/limit.db"
t_eq "limit: none of it for what is held out" "train/activation_select.cl train/axpy_inc.cl train/life_torus.cl" "$(t_sql "$T/limit.db" \
    "SELECT group_concat(path, ' ') FROM (SELECT DISTINCT path FROM kernel k JOIN sample ON kernel_id = k.id ORDER BY path)")"
"$BUILD/llmperf" analyze -q --db "$T/untold.db" "$T/k" >/dev/null
t_refuse "a corpus that was read without --held-out" 1 llmperf-gen \
    "kernel bench/hotspot_flat.cl lies in $T/k/bench, which corpus.held_out names" \
    "$BUILD/llmperf" gen -q --config "$T/c.yaml" --db "$T/untold.db"
t_refuse "a folder that is not there" 1 llmperf-analyze "$T/none: no such file or folder to hold out" \
    "$BUILD/llmperf" analyze -q --db "$T/none.db" --held-out "$T/none" "$T/k"
