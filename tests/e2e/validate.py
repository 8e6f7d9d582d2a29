#!/usr/bin/env python3
"""The figures of llmperf validate --json, worked out again: validate.py DATABASE MODEL PART JSON

From the tables `prediction` and `timing`. Exit status 1 with the difference when one is another.
"""
import json
import math
import sqlite3
import statistics
import sys

database, model, part, path = sys.argv[1:]
rows = sqlite3.connect(database).execute(
    """SELECT k.path || ':' || k.name, t.median_ns, p.median_ns, p.lo_ns, p.hi_ns, s.id, k.family, d.name, coalesce(x.part, '-')
       FROM timing t JOIN sample s ON s.id = t.sample_id JOIN kernel k ON k.id = s.kernel_id JOIN prediction p ON p.sample_id = s.id
       JOIN device d ON d.id = t.device_id LEFT JOIN split x ON x.family = k.family
       WHERE t.policy = 'warm' AND p.model = ? AND (? = 'all' OR k.family IN (SELECT family FROM split WHERE part = ?))""",
    (model, part, part)).fetchall()


def ranks(values):
    """Ranks from 0, ties at their mean."""
    return [statistics.mean(i for i, v in enumerate(sorted(values)) if v == w) for w in values]


def rank(of_kernel):
    """None for too few launches or times that are all the same; 0 where predictions are."""
    measured, predicted = ranks([r[1] for r in of_kernel]), ranks([r[2] for r in of_kernel])
    if len(of_kernel) < 3 or len(set(measured)) < 2:
        return None
    m = statistics.mean(measured)
    xy = sum((a - m) * (b - m) for a, b in zip(measured, predicted))
    xx, yy = (sum((a - m) ** 2 for a in side) for side in (measured, predicted))
    return xy / math.sqrt(xx * yy) if yy > 0 else 0.0


kernels = {r[0] for r in rows}
correlations = [c for c in (rank([r for r in rows if r[0] == k]) for k in sorted(kernels)) if c is not None]
want = {
    "samples": len(rows),
    "kernels": len(kernels),
    "mape": 100 * statistics.mean(abs(p / m - 1) for _, m, p, *_ in rows),
    "median_ape": 100 * statistics.median(abs(p / m - 1) for _, m, p, *_ in rows),
    "log2_error": statistics.mean(abs(math.log2(p / m)) for _, m, p, *_ in rows),
    "bias_log2": statistics.mean(math.log2(p / m) for _, m, p, *_ in rows),
    "coverage": statistics.mean(lo <= m <= hi for _, m, _, lo, hi, *_ in rows),
    "rank": statistics.mean(correlations) if correlations else None,
}
report = json.load(open(path, encoding="utf-8"))
got = report["all"]
bad = [k for k in want if (got[k] is None) != (want[k] is None) or (want[k] is not None and abs(got[k] - want[k]) > 1e-6 * (1 + abs(want[k])))]
if bad or not rows:
    sys.exit(f"differ: {[(k, got[k], want[k]) for k in bad]}, {len(rows)} rows")

# The rows of `worst`: those of the database, the largest error first.
known = {r[5]: r for r in rows}
worst = report["worst"]
for r in worst:
    kernel, measured, median, lo, hi, _, family, device, split = known[r["sample"]]
    same = [(r["measured_us"], measured), (r["median_us"], median), (r["lo_us"], lo), (r["hi_us"], hi)]
    if (r["kernel"], r["family"], r["device"], r["split"]) != (kernel, family, device, split) or any(abs(a - b / 1000) > 1e-9 * a for a, b in same):
        sys.exit(f"a row of worst differs: {r}, {known[r['sample']]}")
if len(worst) != min(20, len(rows)) or [r["ape"] for r in worst] != sorted((r["ape"] for r in worst), reverse=True):
    sys.exit(f"worst: {len(worst)} rows of {len(rows)}, or not in order")
