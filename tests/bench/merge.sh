#!/bin/bash
# Benchmark: `llmperf db merge` of shards, which matches every row by what it means, against SQLite copying the same timings from the
# same files without looking (ids taken as they are, constraints and indices as in the real table). Prints both times and their ratio.
set -euo pipefail
build=${1:?usage: merge.sh BUILD}
shards=${BENCH_SHARDS:-8}
per_shard=${BENCH_TIMINGS:-50000}
per_kernel=20
kernels=$((shards * per_shard / per_kernel))
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

quick() {
    sqlite3 "$1" "PRAGMA synchronous = OFF; BEGIN; $2; COMMIT" >/dev/null
}
# Kernels, arguments and samples as large as those of real campaigns.
"$build/llmperf-db" init -q --db "$dir/plan.db" >/dev/null
quick "$dir/plan.db" "
UPDATE campaign SET plan_hash = '0123', nsm = 132;
INSERT INTO device VALUES (1, 'P', 'GPU', 'V', '3', '1', 'gpu', 132, 1024, 49152, 1, 1, 1000, 1, 1000, 32, 5600, 4000);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $kernels - 1)
    INSERT INTO kernel (path, name, line, hash, family, source, std, dims, status, pattern, probe)
    SELECT printf('d%d/k%d.cl', i % 37, i), 'k', 1, printf('%032x', i), printf('%032x', i), hex(randomblob(400)), 'CL1.2', 1, 'ok',
        'direct', hex(randomblob(1500)) FROM n;
WITH RECURSIVE a(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM a WHERE j < 4)
    INSERT INTO argument SELECT id, j, 'x' || j, 'buffer', 'float', 4, 'r', 'direct', NULL, NULL, 'n', NULL FROM kernel, a;
WITH RECURSIVE a(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM a WHERE j < 20)
    INSERT INTO feature SELECT id, 'feature' || j, '2 * n / global + ' || j FROM kernel, a;
WITH RECURSIVE a(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM a WHERE j < $per_kernel - 1)
    INSERT INTO sample (kernel_id, idx, strategy, global_size, local_size, class, fill_seed, bytes)
    SELECT id, j, 'memory-analysis', 64 * (1 + j * id % 4000), 64, 'under', abs(random()), 65536 FROM kernel, a ORDER BY id, j;
WITH RECURSIVE a(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM a WHERE j < 4)
    INSERT INTO sample_arg SELECT id, j, global_size, NULL, 'uniform(0,1)' FROM sample, a"
for s in $(seq 0 $((shards - 1))); do
    cp "$dir/plan.db" "$dir/shard-$s.db"
    quick "$dir/shard-$s.db" "
    INSERT INTO run VALUES (1, 1, '2026-01-01T00:00:0$s', '$s/$shards', $per_shard, $per_shard, 0, 1, 1, '2026-01-01T01:00:00');
    WITH v AS (SELECT id, 1000 + id % 90000 AS t FROM sample WHERE kernel_id % $shards = $s ORDER BY kernel_id * 7919 % 100003, id),
        r(i) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8))
    INSERT INTO timing SELECT NULL, id, 1, 'warm', 'under', t, t, t, t, t, t, 9, (SELECT json_group_array(i * 2 * t) FROM r),
        (SELECT json_group_array((i * 2 + 1) * t) FROM r), '', 1, 1, NULL, NULL FROM v"
done

# seconds NAME COMMAND...: processor time, which other programs on the machine change little
seconds() {
    local TIMEFORMAT='%U %S'
    cp "$dir/plan.db" "$dir/$1.db"
    { time "${@:2}" >/dev/null; } 2>&1 | awk '{ printf "%.2f", $1 + $2 }'
}
copy_rows() {
    local s
    for s in $(seq 0 $((shards - 1))); do
        sqlite3 "$dir/copied.db" "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; ATTACH '$dir/shard-$s.db' AS s; BEGIN;
            INSERT INTO run SELECT id + $s, device_id, started, shard, planned, timed, failed, wall_ns, busy_ns, ended FROM s.run;
            INSERT INTO timing SELECT NULL, sample_id, device_id, policy, class, median_ns, mean_ns, min_ns, max_ns, ci_lo_ns, ci_hi_ns,
                reps, start_ns, end_ns, flags, epoch, run_id + $s, NULL, NULL FROM s.timing; COMMIT"
    done
}
merged=$(seconds merged "$build/llmperf-db" merge -q --db "$dir/merged.db" "$dir"/shard-*.db)
copied=$(seconds copied copy_rows)
for db in merged copied; do
    [ "$(sqlite3 "$dir/$db.db" 'SELECT count(*) FROM timing')" = $((shards * per_shard)) ] || {
        echo "bench merge: $db.db does not hold all timings" >&2
        exit 1
    }
done
echo "bench merge: $shards shards of $per_shard timings: merged in $merged s, copied in $copied s of processor time, ratio $(
    awk -v a="$merged" -v b="$copied" 'BEGIN { printf "%.1f", a / b }')"
