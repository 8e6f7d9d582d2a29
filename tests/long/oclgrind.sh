#!/bin/bash
# An independent judge of the extents: every kernel of the corpus that analyze keeps, 12 random small launches each, in oclgrind.
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
cat >"$T/judge.yaml" <<YAML
name: judge
seed: 77
corpus: {paths: [$ROOT/kernels-corpus]}
target: {compute_units: 2, max_work_group: 256, local_mem_bytes: 32768}
launch:
  {per_kernel: 12, local_sizes: [32, 64, 96, 128], locals_per_kernel: 2, global_max: 256, saturation_k: 2, work_max: 300000}
scalars: {bound_max: 300, stride_max: 7, offset_max: 20, tile_max: 9, trips_max: 12, shift_max: 4, pitch_max: 40}
buffers: {bytes_max: 200000}
YAML
t_run "analyze the corpus" 0 "$BUILD/llmperf-analyze" -q --db "$T/judge.db" "$ROOT/kernels-corpus"
t_run "plan small launches" 0 "$BUILD/llmperf-gen" -q --config "$T/judge.yaml" --db "$T/judge.db"
mkdir "$T/sims"
python3 "$ROOT/tests/long/oclgrind.py" "$T/judge.db" "$T/sims"
