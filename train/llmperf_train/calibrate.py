"""Calibration from validation rows: factors by access pattern and saturation class, and how much an interval is widened.

Predictions and times are in log2 of microseconds. The factors are those that `llmperf validate --fit-calibration` writes into
calibration.json (model/fit.c); `widen` is a key of perf_head (docs/formats.md) and part of every prediction.
"""

import numpy as np

LEAST_ROWS, LEAST_KERNELS, SHRINK_ROWS = 20, 4, 20
CLASSES = (None, "idle", "under", "saturated")
MOST_WIDEN = 10
MARGIN = 1e-5  # so that the row which decides is inside whatever the last bits of a prediction are


def widening(median, lo, hi, y, family, share):
    """What both sides of an interval need so that it covers `share` of rows as those given: split-conformal, with families
    instead of rows as what is drawn, because the rows of a family err together. 0 without rows."""
    if len(y) == 0 or np.isnan(lo).any():
        return 0.0
    lacking = np.maximum(np.minimum(lo, median) - y, y - np.maximum(hi, median))
    level = min(share * (1 + 1 / len(np.unique(family))), 1)
    return float(np.clip(np.quantile(lacking, level, method="higher") + MARGIN, -MOST_WIDEN, MOST_WIDEN))


def half_of(family):
    """0 or 1: which half of the families helps to judge factors of the other one. FNV-1a, as in model/fit.c."""
    h = 0xCBF29CE484222325
    for byte in family.encode():
        h = (h ^ byte) * 0x100000001B3 % 2**64
    return h >> 40 & 1


def shrunk_median(errors):
    return float(np.median(errors)) * len(errors) / (len(errors) + SHRINK_ROWS)


def helps(halves):
    """Whether either half's factor lowers the error of the other half."""
    for own, other in (halves, halves[::-1]):
        if len(own) == 0 or len(other) == 0:
            return False
        if np.abs(other - shrunk_median(own)).mean() >= np.abs(other).mean():
            return False
    return True


def factors(p, data, rows):
    """{(pattern or None, class or None): log2 of the factor}, fitted on predictions of the rows."""
    found = {}
    error = data.y[rows].astype(np.float64) - p
    pattern, cls, kernel = data.pattern[rows], data.cls[rows], data.kernel[rows]
    names, at = np.unique(data.family[rows], return_inverse=True)
    half = np.array([half_of(n) for n in names], int)[at]
    for pat in [*(str(v) for v in np.unique(pattern) if v), None]:
        for c in CLASSES:
            here = (pattern == pat if pat else np.ones(len(rows), bool)) & (cls == c if c else True)
            enough = here.sum() >= LEAST_ROWS and len(np.unique(kernel[here])) >= LEAST_KERNELS
            if enough and helps([error[here & (half == h)] for h in (0, 1)]):
                found[pat, c] = float(np.clip(shrunk_median(error[here]), np.log2(1e-3), np.log2(1e3)))
    return found


def shifts(found, data, rows):
    """What the factors add to predictions of the rows: the most specific one to each."""
    out = np.zeros(len(rows))
    pairs, at = np.unique(np.stack([data.pattern[rows], data.cls[rows]]), axis=1, return_inverse=True)
    for i, (pattern, cls) in enumerate(pairs.T):
        for key in ((pattern, cls), (pattern, None), (None, cls), (None, None)):
            if key in found:
                out[at == i] = found[key]
                break
    return out
