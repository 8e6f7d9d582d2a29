"""Figures of predictions: the same as those of `llmperf validate`."""

import numpy as np

RANKED_LEAST = 3  # launches of a kernel


def ranks(v, group):
    """Ranks within groups (numbers from 0), less the group's mean rank; ties share their mean."""
    order = np.lexsort((v, group))
    first = np.r_[True, (np.diff(v[order]) != 0) | (np.diff(group[order]) != 0)]
    run = np.cumsum(first) - 1
    out = np.empty(len(v))
    out[order] = (np.bincount(run, np.arange(len(v))) / np.bincount(run))[run]
    return out - (np.bincount(group, out) / np.bincount(group))[group]


def spearman(p, y, group):
    """Of each group the rank correlation of p and y: NaN where y is constant, 0 where only p is."""
    a, b = ranks(p, group), ranks(y, group)
    aa, bb, ab = (np.bincount(group, v) for v in (a * a, b * b, a * b))
    with np.errstate(all="ignore"):
        return np.where(bb > 0, np.where(aa > 0, ab / np.sqrt(aa * bb), 0), np.nan)


def rank_within(p, y, kernel):
    """Mean over kernels of the rank correlation, and over how many kernels: those with RANKED_LEAST launches or more of different
    times. A model that says the same for all of them has found no order: 0."""
    at = np.unique(kernel, return_inverse=True)[1]
    found = spearman(p, y, at)[np.bincount(at) >= RANKED_LEAST]
    found = found[~np.isnan(found)]
    return (float(found.mean()) if len(found) else None), len(found)


def figures(p, y, kernel, lo=None, hi=None):
    """All figures of predictions p for times y, both in log2 of microseconds."""
    if len(y) == 0:
        return {"samples": 0, "kernels": 0}
    _, at = np.unique(kernel, return_inverse=True)
    error = p.astype(np.float64) - y
    ape = 100 * np.abs(np.exp2(error) - 1)
    rank, ranked = rank_within(p, y, at)
    known = lo is not None and not np.isnan(lo).any()
    return {
        "samples": len(y),
        "kernels": int(at.max()) + 1,
        "mape": float(ape.mean()),
        "kernel_mape": float((np.bincount(at, ape) / np.bincount(at)).mean()),
        "median_ape": float(np.median(ape)),
        "log2_error": float(np.abs(error).mean()),
        "bias_log2": float(error.mean()),
        "rank": rank,
        "kernels_ranked": ranked,
        "coverage": float(((lo <= y) & (y <= hi)).mean()) if known else None,
        "width_log2": float((hi - lo).mean()) if known else None,
    }


def totals(p, y, data, rows, lo=None, hi=None):
    """all and from_10us; the arrays are those of the rows."""
    parts = {"all": np.ones(len(rows), bool), "from_10us": y >= np.log2(10) - 1e-6}
    kernel = data.doc[rows]
    return {name: figures(p[at], y[at], kernel[at], *(None if v is None else v[at] for v in (lo, hi))) for name, at in parts.items()}


def report(p, y, data, rows, lo=None, hi=None):
    """The same, with figures by class and pattern and the worst kernels."""
    columns = {"class": data.cls[rows], "pattern": data.pattern[rows]}
    by = {name: by_of(p, y, data.doc[rows], column, lo, hi) for name, column in columns.items()}
    return totals(p, y, data, rows, lo, hi) | {"by": by, "worst_kernels": worst(p, y, data.kernel[rows])}


def by_of(p, y, kernel, column, lo=None, hi=None):
    """Figures of the rows of each value of a column."""
    out = {}
    for v in np.unique(column):
        at = column == v
        out[str(v)] = figures(p[at], y[at], kernel[at], *(None if e is None else e[at] for e in (lo, hi)))
    return out


def worst(p, y, kernel, most=20):
    """Kernels with the largest mean error."""
    names, at = np.unique(kernel, return_inverse=True)
    ape = 100 * np.abs(np.exp2(p - y) - 1)
    mean = np.bincount(at, ape) / np.bincount(at)
    bias = np.bincount(at, p - y) / np.bincount(at)
    order = np.argsort(-mean)[:most]
    return [{"kernel": str(names[i]), "mape": float(mean[i]), "bias_log2": float(bias[i])} for i in order]
