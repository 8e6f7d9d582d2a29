"""What models predict for the rows of a split, put together and judged: folds as one, averages, calibration, figures and files."""

import dataclasses
import fnmatch
import json
import pathlib
import sys

import numpy as np

from . import best_local, calibrate, curves, gnuplot, metrics
from .config import UserError
from .table import markdown

DEFAULTS = {
    "averages": {},  # name: [two or more names of models]
    "select": "mape",  # what the shares of an average make least on validation rows
    "interval": 0.9,  # what the interval of an average covers
    # Kernels that tables name, by patterns of their paths.
    "named": {
        "reduce": "*benchmarks/reduce_*",
        "nn": "*benchmarks/nn.cl",
        "spmv": "*benchmarks/spmv_*",
        "triad": "*benchmarks/triad.cl",
        "bfs": "*benchmarks/bfs_*",
        "kmeans": "*benchmarks/kmeans_*",
    },
    "curves": {"model": None, "worst": 5},  # of one model (the last one); null: none
}


@dataclasses.dataclass
class Part:
    """Predictions of some rows, in log2 of microseconds; NaN: none."""

    rows: np.ndarray
    p: np.ndarray
    lo: np.ndarray
    hi: np.ndarray

    def at(self, keep):
        return Part(self.rows[keep], self.p[keep], self.lo[keep], self.hi[keep])

    def shifted(self, by):
        return Part(self.rows, self.p + by, self.lo + by, self.hi + by)

    def widened(self, by):
        """Both ends further off the median; none beyond it."""
        return Part(self.rows, self.p, np.minimum(self.lo - by, self.p), np.maximum(self.hi + by, self.p))


def best_share(first, second, y, kernel, select, steps):
    """(share of the first, figure): the share that makes the figure least."""
    shares = np.linspace(0, 1, steps + 1)[1:-1]
    values = [metrics.figures(s * first + (1 - s) * second, y, kernel)[select] for s in shares]
    return float(shares[int(np.argmin(values))]), float(min(values))


def add_averages(config, data, found):
    """Adds the averages to {name: folds}."""
    for name, members in config["averages"].items():
        missing = [m for m in members if m not in found]
        if missing or len(members) < 2 or len({len(found[m]) for m in members if m in found}) > 1:
            raise UserError(f"averages.{name}: two or more of models with the same folds are expected, not {members}")
        folds = zip(*(found[m] for m in members), strict=True)
        found[name] = [average(config, data, fold) for fold in folds]


def average(config, data, models):
    """(validation, test) of the mean of models of one fold."""
    val = [v for v, _ in models]
    known = ~np.isnan([v.p for v in val]).any(0)
    y, kernel = data.y[val[0].rows[known]], data.doc[val[0].rows[known]]
    shares, mean = [1.0], val[0].p[known]
    for v in val[1:]:  # each is given its best share of what was averaged before
        share = best_share(mean, v.p[known], y, kernel, config["select"], 20)[0] if known.any() else 1 / (len(shares) + 1)
        mean = share * mean + (1 - share) * v.p[known]
        shares = [s * share for s in shares] + [1 - share]

    def joined(parts):
        p = sum(s * m.p for s, m in zip(shares, parts, strict=True))
        ends = [(s, m) for s, m in zip(shares, parts, strict=True) if not np.isnan(m.lo).all()]
        if not ends:
            return Part(parts[0].rows, p, p * np.nan, p * np.nan)
        total = sum(s for s, _ in ends)
        return Part(
            parts[0].rows,
            p,
            p - sum(s * (m.p - m.lo) for s, m in ends) / total,
            p + sum(s * (m.hi - m.p) for s, m in ends) / total,
        )

    joint = [joined([m[k] for m in models]) for k in (0, 1)]
    v = joint[0].at(known)
    more = calibrate.widening(v.p, v.lo, v.hi, data.y[v.rows], data.family[v.rows], config["interval"])
    return tuple(j.widened(more) for j in joint)


def one_part(parts, heldout):
    """The parts of all folds as one: held-out rows are those of each fold, others belong to one."""
    if not heldout:
        return Part(*(np.concatenate([getattr(p, f.name) for p in parts]) for f in dataclasses.fields(Part)))
    return Part(parts[0].rows, *(np.mean([getattr(p, name) for p in parts], 0) for name in ("p", "lo", "hi")))


def calibrated(data, folds):
    """The test parts by the factors of their own validation rows, and the factors."""
    out, fitted = [], []
    for val, test in folds:
        v = val.at(~np.isnan(val.p))
        found = calibrate.factors(v.p, data, v.rows)
        out.append(test.shifted(calibrate.shifts(found, data, test.rows)))
        fitted.append([{"pattern": p, "class": c, "factor": 2**f} for (p, c), f in found.items()])
    return out, fitted


def named(config, part, data):
    """Figures of the kernels that have a name."""
    kernel, found = data.kernel[part.rows], {}
    for name, pattern in config["named"].items():
        matching = [k for k in np.unique(kernel) if fnmatch.fnmatch(k.rpartition(":")[0], pattern)]
        at = np.isin(kernel, matching)
        if at.any():
            found[name] = metrics.figures(part.p[at], data.y[part.rows[at]], kernel[at], part.lo[at], part.hi[at])
    return found


def judge(config, data, folds, usable):
    """(report, test part) of one model: the figures are of what it predicts as it is, `calibrated` has them with factors."""
    heldout = config["split"].get("part") == "heldout"
    part = one_part([t for _, t in folds], heldout)
    tuned, fitted = calibrated(data, folds)
    tuned = one_part(tuned, heldout).at(usable)
    too_long, part = int(np.isnan(part.p).sum()), part.at(usable)
    y = data.y[part.rows]
    report = metrics.report(part.p, y, data, part.rows, part.lo, part.hi)
    report["calibrated"] = metrics.totals(tuned.p, y, data, part.rows, tuned.lo, tuned.hi) | {"factors": fitted}
    report["named"] = named(config, part, data)
    if heldout:
        report["by"]["kernel"] = metrics.by_of(part.p, y, data.kernel[part.rows], data.kernel[part.rows], part.lo, part.hi)
    report["local_size"] = best_local.figures(part.p, y, data.same[part.rows], data.lsize[part.rows])
    return report | {"rows_too_long": too_long, "rows_left_out": int(len(usable) - usable.sum())}, part


def finish(config, data, found, name):
    """Judges {model: [(validation part, test part)] by fold} on the rows that all of them predict; writes NAME.json, NAME.md,
    predictions.npz and the curves into config["out"], and prints the tables."""
    add_averages(config, data, found)
    heldout = config["split"].get("part") == "heldout"
    whole = [one_part([t for _, t in folds], heldout) for folds in found.values()]
    if any(not np.array_equal(w.rows, whole[0].rows) for w in whole):
        raise UserError("models: all need as many folds, so that they are judged on the same rows")
    usable = ~np.isnan([w.p for w in whole]).any(0)
    reports, parts = {}, {}
    for model, folds in found.items():
        reports[model], parts[model] = judge(config, data, folds, usable)
    out = pathlib.Path(config["out"])
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.json").write_text(json.dumps({"split": config["split"], "models": reports}, indent=1) + "\n")
    text = markdown(reports, config["split"])
    (out / f"{name}.md").write_text(text)
    curves.save(out / "predictions.npz", data, parts)
    print(text)
    if config["curves"]:
        model = config["curves"]["model"] or list(reports)[-1]
        try:
            curves.draw_all(out / "curves", curves.load(out / "predictions.npz"), model, config["curves"]["worst"], [])
        except gnuplot.NoGnuplot as e:  # the tables are there, and predictions.npz to draw of elsewhere
            print(f"llmperf_train: curves: {e} or leave curves out", file=sys.stderr)
