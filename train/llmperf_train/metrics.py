"""Figures of predictions: the same as those of `llmperf validate`."""

import numpy as np

RANKED_LEAST = 3  # launches of a kernel


def ranks(v):
    """Ranks from 0, ties share their mean."""
    _, inverse, counts = np.unique(v, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts + 1) / 2)[inverse]


def spearman(a, b):
    """Rank correlation, None where either is constant."""
    a, b = ranks(a), ranks(b)
    a, b = a - a.mean(), b - b.mean()
    size = np.sqrt((a**2).sum() * (b**2).sum())
    return float((a * b).sum() / size) if size > 0 else None


def rank_within(p, y, kernel):
    """Mean over kernels of the rank correlation, and over how many kernels: those with RANKED_LEAST launches or more of different
    times. A model that says the same for all of them has found no order: 0."""
    order = np.argsort(kernel, kind="stable")
    cuts = np.flatnonzero(kernel[order][1:] != kernel[order][:-1]) + 1
    ranked = [g for g in np.split(order, cuts) if len(g) >= RANKED_LEAST and np.ptp(y[g]) > 0]
    found = [spearman(p[g], y[g]) or 0.0 for g in ranked]
    return (float(np.mean(found)) if found else None), len(found)


def figures(p, y, kernel, lo=None, hi=None):
    """All figures of predictions p for times y, both in log2 of microseconds."""
    if len(y) == 0:
        return {"samples": 0, "kernels": 0}
    _, at = np.unique(kernel, return_inverse=True)
    error = p.astype(np.float64) - y
    ape = 100 * np.abs(np.exp2(error) - 1)
    rank, ranked = rank_within(p, y, kernel)
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


def report(p, y, data, rows, lo=None, hi=None):
    """all, from_10us, by class and pattern, worst kernels; the arrays are those of the rows."""

    kernel = data.doc[rows]

    def some(at):
        return figures(p[at], y[at], kernel[at], *(None if v is None else v[at] for v in (lo, hi)))

    everything = np.ones(len(rows), bool)
    kernel = data.kernel[rows]
    by = {name: by_of(p, y, kernel, column, lo, hi) for name, column in (("class", data.cls[rows]), ("pattern", data.pattern[rows]))}
    return {
        "all": some(everything),
        "from_10us": some(y >= np.log2(10) - 1e-6),
        "by": by,
        "worst_kernels": worst(p, y, data.kernel[rows]),
    }


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
