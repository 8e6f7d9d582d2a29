#!/bin/sh
# llmperf doctor: a campaign whose times are made up so that a trouble shows, and the campaign that it writes.
. "$(dirname "$0")/../lib.sh"

model=$ROOT/tests/fixtures/model/trees
db=$T/c.db
sed 's/per_kernel: 3/per_kernel: 12/; s/global_max: 2048/global_max: 4194304/; s/work_max: 1000000/work_max: 0/; s/bytes_max: 1048576/bytes_max: 1073741824/; s/bound_max: 4096/bound_max: 10000000/' "$ROOT/tests/fixtures/tiny.yaml" >"$T/c.yaml"
cp -R "$ROOT/tests/fixtures/corpus" "$T/corpus"
t_run "a plan" 0 "$BUILD/llmperf" analyze -q --db "$db" "$T/corpus"
t_run "a plan of many launches" 0 "$BUILD/llmperf" gen -q --config "$T/c.yaml" --db "$db"
t_run "predictions" 0 "$BUILD/llmperf" predict -q --model "$model" --db "$db" --name m

# made FACTOR: a timing for each sample, its prediction times the factor, an SQL expression of the pattern p and the sample's index i
made() {
    t_sql "$db" "DELETE FROM timing;
        INSERT OR IGNORE INTO device (id, platform, name, vendor, version, driver, type, compute_units, max_work_group, local_mem_bytes,
            global_mem_bytes, max_alloc_bytes, clock_mhz, fp64, advertised_resolution_ns)
            VALUES (1, 'p', 'n', 'v', '1', '1', 'gpu', 2, 128, 16384, 1000000000, 1000000000, 1000, 1, 1);
        INSERT OR IGNORE INTO run (id, device_id, started, planned) VALUES (1, 1, '', 0);
        INSERT INTO timing (sample_id, device_id, policy, class, median_ns, mean_ns, min_ns, max_ns, ci_lo_ns, ci_hi_ns, reps, start_ns,
            end_ns, epoch, run_id)
        SELECT id, 1, 'warm', class, ns, ns, ns, ns, ns, ns, 1, '[0]', '[' || ns || ']', 0, 1 FROM (
            SELECT id, class, max(1, CAST(median_ns * ($1) AS INTEGER)) AS ns FROM (
                SELECT s.id, s.class, q.median_ns, k.pattern AS p, s.idx AS i, s.global_size AS g FROM sample s
                JOIN kernel k ON k.id = s.kernel_id JOIN prediction q ON q.sample_id = s.id))"
}

# verdicts: of each check in the last JSON, one a line
verdicts() {
    python3 -c '
import json, sys
for c in json.load(open(sys.argv[1]))["checks"]:
    print(c["check"], c["verdict"], sep=": ")' "$T/out"
}

doctor() {
    "$BUILD/llmperf" doctor -q --model "$model" --db "$db" "$@"
}

made 1
t_run "a good model" 0 doctor --json
verdicts >"$T/verdicts"
t_grep "a good model: predictions differ" '^predictions differ: fine' "$T/verdicts"
t_eq "a good model: no trouble" "" "$(grep trouble "$T/verdicts")"

made "CASE WHEN p = 'reduction' THEN CASE i % 2 WHEN 0 THEN 8 ELSE 0.125 END ELSE 1 + 0.02 * (i % 5) END"
t_run "a pattern that is new" 0 doctor --out "$T/help"
t_grep "a pattern that is new: named" '^trouble +errors of a pattern +reduction: errors spread by ' "$T/out"
yaml=$T/help/more-reduction/campaign.yaml
t_grep "a pattern that is new: what helps" "-> llmperf run $yaml" "$T/out"
t_run "a pattern that is new: the campaign is one" 0 "$BUILD/llmperf" config check "$yaml"
sed 's/count: 300/count: 6/' "$yaml" >"$T/help/more-reduction/small.yaml"
t_run "a pattern that is new: kernels of that campaign" 0 "$BUILD/llmperf" gen -q --synth 6 --config "$T/help/more-reduction/small.yaml" \
    --out "$T/synthesis"
t_run "a pattern that is new: as they are read" 0 "$BUILD/llmperf" analyze -q --db "$T/synth.db" "$T/help/more-reduction" "$T/synthesis"
t_true "a pattern that is new: most have it" test "$(t_sql "$T/synth.db" "SELECT count(*) FROM kernel WHERE pattern = 'reduction'")" -ge 3

t_run "no trouble without samples" 1 "$BUILD/llmperf" doctor -q --model "$model" --db "$T/synth.db"
t_run "no database" 2 "$BUILD/llmperf" doctor --model "$model"
t_grep "no database: said" "--db FILE is missing" "$T/err"
