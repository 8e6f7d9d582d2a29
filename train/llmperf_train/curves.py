"""Curves of predicted and measured time against the number of work-groups, an SVG a kernel, drawn by gnuplot.

Reads predictions.npz of eval. A line is a local size and a set of scalars; a global size among the scalars goes with the launch and
makes no line of its own. Measured times are points, predictions lines, with the interval as a band.
"""

import fnmatch
import json
import pathlib
import re

import numpy as np

from . import gnuplot
from .config import UserError

DEFAULTS = {
    "out": None,
    "predictions": None,  # predictions.npz of eval
    "model": None,  # one of its models; the last one
    "worst": 5,  # kernels with the largest mean error
    "kernels": [],  # further kernels, by patterns of PATH:NAME
}
BENCHMARKS = "*benchmarks/*"  # always drawn
MOST_LINES = 4
LEAST_POINTS = 3  # of a line
# Okabe and Ito's colours, which colour-blind people tell apart; the points' shapes differ too.
STYLES = [("#0072B2", 7), ("#D55E00", 5), ("#009E73", 9), ("#CC79A7", 13)]


def save(path, data, parts):
    """What curves are made of: the rows of some models, and what each predicts."""
    rows = next(iter(parts.values())).rows
    names, kernel = np.unique(data.kernel[rows], return_inverse=True)
    texts, scalars = np.unique(data.scalars[rows], return_inverse=True)
    predictions = {f"p{i}": np.stack([p.p, p.lo, p.hi]).astype(np.float32) for i, p in enumerate(parts.values())}
    np.savez_compressed(
        path,
        head=json.dumps([list(parts), names.tolist(), [data.scalar_texts[t] for t in texts]]),
        kernel=kernel,
        scalars=scalars,
        gsize=data.gsize[rows],
        lsize=data.lsize[rows],
        y=data.y[rows],
        **predictions,
    )


def load(path):
    """The same as a dict, with models, kernels and scalar_texts."""
    try:
        with np.load(path) as z:
            found = {k: z[k] for k in z.files}
    except (OSError, ValueError) as e:
        raise UserError(f"{path}: {e}; python -m llmperf_train eval writes it") from e
    found["models"], found["kernels"], found["scalar_texts"] = json.loads(str(found.pop("head")))
    return found


def lines_of(found, at):
    """[(title, places)]: the lines of a kernel's rows, those with most points first; where scalars leave too few points to each,
    lines of a local size alone."""
    keys = [(int(found["lsize"][i]), found["scalar_texts"][found["scalars"][i]]) for i in at]
    for title in ("local {}, {}", "local {}"):
        groups = {}
        for i, (lsize, scalars) in zip(at, keys, strict=True):
            groups.setdefault(title.format(lsize, scalars).removesuffix(", "), []).append(i)
        kept = [(t, np.array(g)) for t, g in groups.items() if len(g) >= LEAST_POINTS]
        if 2 * sum(len(g) for _, g in kept) >= len(at):
            break
    return sorted(kept or [(t, np.array(g)) for t, g in groups.items()], key=lambda line: -len(line[1]))[:MOST_LINES]


def quoted(text):
    """A string of gnuplot's that holds nothing but characters."""
    return "'" + re.sub(r"[^ -&(-\[\]-~]", "?", text) + "'"


def script(title, lines, found, p):
    """What gnuplot reads; times in microseconds."""
    groups, y = found["gsize"] / found["lsize"], found["y"]
    blocks, plots = [], []
    for n, (name, places) in enumerate(lines):
        colour, shape = STYLES[n]
        places = places[np.lexsort((y[places], groups[places]))]
        columns = np.stack([groups[places], np.exp2(y[places]), *np.exp2(p[:, places])], 1)
        values = "\n".join(" ".join(f"{v:.6g}" if np.isfinite(v) else "NaN" for v in row) for row in columns)
        blocks.append(f"$line{n} << EOD\n{values}\nEOD\n")
        if np.isfinite(p[1:, places]).all():
            plots.insert(n, f"$line{n} using 1:4:5 with filledcurves fs transparent solid 0.12 noborder lc rgb '{colour}' notitle")
        plots.append(f"$line{n} using 1:3 with lines lw 2 lc rgb '{colour}' notitle")
        plots.append(f"$line{n} using 1:2 with points pt {shape} ps 0.7 lc rgb '{colour}' title {quoted(name)} noenhanced")
    return "".join(blocks) + (
        "set encoding utf8\nset terminal svg size 760,520 font 'Helvetica,13' background rgb 'white'\n"
        "set logscale xy\nset format x '10^{%T}'\nset format y '10^{%T}'\nset grid lc rgb '#DDDDDD'\nset border 3\nset tics nomirror\n"
        f"set title {quoted(title)} noenhanced\nset xlabel 'work-groups'\nset ylabel 'time in us: points measured, lines predicted'\n"
        "set key top left Left reverse samplen 1\n"
        f"plot {', '.join(plots)}\n"
    )


def file_name(kernel):
    """The kernel's path as one name."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", kernel).strip("-.") + ".svg"


def chosen(found, p, worst, patterns):
    """{kernel number: why}: the worst ones, then those of the patterns."""
    ape = 100 * np.abs(np.exp2(p[0] - found["y"]) - 1)
    mean = np.bincount(found["kernel"], ape) / np.bincount(found["kernel"])
    out = {int(k): f"worst {n + 1}" for n, k in enumerate(np.argsort(-mean, kind="stable")[:worst])}
    for k, name in enumerate(found["kernels"]):
        path = name.rpartition(":")[0]
        if any(fnmatch.fnmatch(path, f) or fnmatch.fnmatch(name, f) for f in [BENCHMARKS, *patterns]):
            out.setdefault(k, "")
    return out, mean


def draw_all(out, found, model, worst, patterns):
    """The curves of one model into a folder, with a README.md that shows them."""
    if model not in found["models"]:
        raise UserError(f"curves.model: one of {', '.join(found['models'])} is expected, not {model!r}")
    p = found[f"p{found['models'].index(model)}"]
    kernels, mean = chosen(found, p, worst, patterns)
    out.mkdir(parents=True, exist_ok=True)
    lines = [f"# Predicted and measured times: {model}", "", "| kernel | MAPE % | launches | |", "|---|---|---|---|"]
    for k, why in kernels.items():
        name, at = found["kernels"][k], np.flatnonzero(found["kernel"] == k)
        file = file_name(name)
        title = f"{name}: MAPE {mean[k]:.1f} %, {len(at)} launches"
        (out / file).write_bytes(gnuplot.draw(script(title, lines_of(found, at), found, p)))
        lines.append(f"| [{name}]({file}) | {mean[k]:.1f} | {len(at)} | {why} |")
    (out / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{out}: curves of {len(kernels)} kernels")


def run(config):
    if not config["out"] or not config["predictions"]:
        raise UserError("predictions: predictions.npz of eval is needed, and out: a folder")
    found = load(config["predictions"])
    draw_all(pathlib.Path(config["out"]), found, config["model"] or found["models"][-1], config["worst"], config["kernels"])
