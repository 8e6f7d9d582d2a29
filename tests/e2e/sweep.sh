#!/bin/sh
# Launches that differ in local size alone (launch.sweep_locals): planned, timed and exported in whole groups.
. "$(dirname "$0")/../lib.sh"

mkdir -p "$T/k"
for f in map/activation_select strided/pitched_copy; do cp "$ROOT/kernels-corpus/$f.cl" "$T/k/"; done
cat >"$T/k/block_sums.cl" <<'EOF'
__kernel void block_sums(__global const float *x, __global float *sums, __local float *part) {
    int l = get_local_id(0);
    part[l] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        float s = 0.0f;
        for (int i = 0; i < (int)get_local_size(0); i++) s += part[i];
        sums[get_group_id(0)] = s;
    }
}
EOF
cat >"$T/c.yaml" <<'EOF'
name: sweep
corpus: {paths: [k]}
target: {compute_units: 2, max_work_group: 128, local_mem_bytes: 16384}
launch: {sweep_locals: true, per_kernel: 7, local_sizes: [128, 32, 64], global_max: 4096, work_max: 1000000, saturation_k: 4}
probe: {samples: 1}
profile: {reps_min: 3, reps_max: 3, ci_target: 0.9, burn_in_s: 0, cold_share: 0, retime_share: 0, sentinel_every_s: 0}
EOF
t_run "a campaign of sweeps" 0 "$BUILD/llmperf" run -q "$T/c.yaml" --out "$T/c"
t_check "the database is in order" "$T/c/campaign.db" "$T/c/dataset.jsonl"
python3 - "$T/c/dataset.jsonl" >"$T/groups" <<'EOF'
import collections, json, sys
groups = collections.defaultdict(list)
for line in open(sys.argv[1], encoding="utf-8"):
    row = json.loads(line)
    groups[row["kernel"], row["fill_seed"]].append(row)
for (kernel, _), rows in sorted(groups.items()):
    same = {(r["gsize"], *((a["name"], a["value"], a["recipe"], None if a["kind"] == "local" else a["elems"]) for a in r["args"]))
            for r in rows}
    print(kernel, *[r["lsize"] for r in rows], "alike" if len(same) == 1 else sorted(same))
EOF
t_eq "two groups a kernel, each with every local size, alike in all else" 6 "$(grep -c ' 32 64 128 alike$' "$T/groups")"
t_eq "and nothing else" 6 "$(wc -l <"$T/groups")"
t_grep "a kernel whose sizes follow the local size is among them" "^block_sums 32 64 128 alike" "$T/groups"

t_run "the same plan again" 0 "$BUILD/llmperf" gen --config "$T/c.yaml" --db "$T/c/campaign.db"
t_grep "again: nothing changes" "up to date, nothing changed" "$T/out"
sed 's/per_kernel: 7/per_kernel: 2/' "$T/c.yaml" >"$T/few.yaml"
t_refuse "too few launches for a group" 1 "llmperf" "launch.per_kernel is 2; with launch.sweep_locals it must be at least 3" \
    "$BUILD/llmperf" config check "$T/few.yaml"
