"""Choosing the local size: what the prediction chooses against the best that was measured.

Rows that differ in local size alone (`Data.same`) are a sweep. The figures: how often the chosen one is within 5 % of the best
time, and how much longer it takes. For comparison always 256 (or the nearest there is) and a choice at random.
"""

import numpy as np

WITHIN = 0.05
USUAL = 256


def sweeps(same, lsize):
    """Places of the rows of each group with two local sizes or more."""
    order = np.argsort(same, kind="stable")
    cuts = np.flatnonzero(np.diff(same[order])) + 1
    return [g for g in np.split(order, cuts) if len(np.unique(lsize[g])) > 1] if len(order) else []


def summary(regret, weight):
    order = np.argsort(regret)
    share = np.cumsum(weight[order]) / weight.sum()
    last = regret[order][np.searchsorted(share, 0.95 - 1e-9)]
    return {
        "within_5": float(weight[regret <= WITHIN].sum() / weight.sum()),
        "mean_regret": float((regret * weight).sum() / weight.sum()),
        "regret_95": float(last),
    }


def figures(p, y, same, lsize):
    """{sweeps, launches, predicted, always_256, random}; None where there is no sweep."""
    groups = sweeps(same, lsize)
    if not groups:
        return None
    chosen, usual, every, weight = [], [], [], []
    for g in groups:
        regret = np.exp2(y[g].astype(np.float64) - y[g].min()) - 1
        chosen.append(regret[np.argmin(p[g])])
        usual.append(regret[np.argmin(np.abs(np.log2(lsize[g] / USUAL)))])
        every.append(regret)
        weight.append(np.full(len(g), 1 / len(g)))
    ones = np.ones(len(groups))
    return {
        "sweeps": len(groups),
        "launches": int(sum(map(len, groups))),
        "predicted": summary(np.array(chosen), ones),
        "always_256": summary(np.array(usual), ones),
        "random": summary(np.concatenate(every), np.concatenate(weight)),
    }
