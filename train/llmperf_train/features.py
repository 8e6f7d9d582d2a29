"""Features of a launch, as the model folder defines them: names, x = log2(1 + max(v, 0)), normalising."""

import math

import numpy as np

LAUNCH = ["launch.global_size", "launch.local_size", "launch.groups", "launch.bytes"]


def launch_bytes(args):
    """Bytes of all buffers of a row's `args`."""
    return sum(a["elems"] * a["elem_bytes"] for a in args if a["kind"] in ("buffer", "constant") and (a["elems"] or 0) > 0)


def log_of(values, n):
    """x of one feature of n launches as float32, NaN where there is no value; None: it is not known at all."""
    if values is None:
        return np.full(n, np.nan, np.float32)
    v = np.array([math.nan if v is None else v for v in values], np.float64)
    return np.log2(1 + np.maximum(v, 0)).astype(np.float32)


class Normaliser:
    """(x - mean) / std in double, 0 where there is no value; made from the training rows."""

    def __init__(self, names, mean, std):
        self.names, self.mean, self.std = list(names), np.asarray(mean, np.float64), np.asarray(std, np.float64)

    @classmethod
    def fit(cls, names, x):
        with np.errstate(all="ignore"):
            known = ~np.isnan(x)
            n = np.maximum(known.sum(0), 1)
            mean = np.where(known, x, 0).sum(0, dtype=np.float64) / n
            std = np.sqrt((np.where(known, x - mean, 0) ** 2).sum(0) / n)
        return cls(names, mean, np.where(std < 1e-3, 1.0, std))

    def __call__(self, x):
        return np.nan_to_num((x.astype(np.float64) - self.mean) / self.std, nan=0.0).astype(np.float32)

    def as_config(self):
        return {"names": self.names, "mean": self.mean.tolist(), "std": self.std.tolist()}


def ranges(names, x):
    """feature_lo and feature_hi of `training`: what training saw of each feature."""
    low = np.where(np.isnan(x), np.inf, x).min(0)
    high = np.where(np.isnan(x), -np.inf, x).max(0)
    seen = np.isfinite(low)
    return {
        "features": [n for n, s in zip(names, seen, strict=True) if s],
        "feature_lo": [float(v) for v in low[seen]],
        "feature_hi": [float(v) for v in high[seen]],
    }
