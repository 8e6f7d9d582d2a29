"""Curves of trainings from their log.jsonl: loss, and the error of validation rows, against steps; drawn by gnuplot.

Colours are Okabe and Ito's, which everybody can tell apart, and lines have different dashes and points, so that print keeps them too.
"""

import json
import pathlib

from . import gnuplot
from .config import UserError

DEFAULTS = {
    "out": None,  # .svg, .pdf or .png
    "logs": {},  # NAME: log.jsonl, or the folder of a training
    "smooth": 0.0,  # share of the past in the shown loss: 0 shows what was logged
    "title": "",
}
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"]
TERMINALS = {
    ".svg": "svg size 900,960 font 'sans,13' background 'white'",
    ".pdf": "pdfcairo size 18cm,19cm",
    ".png": "pngcairo size 1200,1280",
}
PANELS = (  # title of the axis, kind of entry, its figure
    ("loss of training batches", "train", "loss"),
    ("validation MAPE, %", "val", "mape"),
    ("validation error, log2", "val", "log2_error"),
)


def points(path, smooth):
    """{(kind, figure): [(step, value)]} of a log."""
    path = path / "log.jsonl" if path.is_dir() else path
    out = {(kind, figure): [] for _, kind, figure in PANELS}
    try:
        entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as e:
        raise UserError(f"{path}: not a log of a training: {e}") from e
    for e in entries:
        for (kind, figure), found in out.items():
            if e["kind"] == kind and e.get(figure) is not None:
                before = found[-1][1] if found and kind == "train" else e[figure]
                found.append((e["step"], smooth * before + (1 - smooth) * e[figure]))
    if not any(out.values()):
        raise UserError(f"{path}: no entry of a training")
    return out


def quoted(text):
    """A text in gnuplot's single quotes, without its markup."""
    return "'" + str(text).replace("'", "''").replace("_", r"\_") + "'"


def script(suffix, title, logs):
    """What gnuplot reads."""
    lines = [
        f"set terminal {TERMINALS[suffix]}",
        f"set multiplot layout {len(PANELS)},1 title {quoted(title)}",
        "set grid lc rgb '#dddddd' lt 1; set border 3; set xtics nomirror; set ytics nomirror; set logscale y",
        "set key outside right top; set format y '%g'",
    ]
    for axis, kind, figure in PANELS:
        plots, blocks = [], []
        for i, (name, found) in enumerate(logs.items()):
            if not found[kind, figure]:
                continue
            style = f"lc rgb '{COLOURS[i % len(COLOURS)]}' dt {i % 5 + 1} lw 2"
            points_too = f"linespoints {style} pt {i % 8 + 4} ps 0.6" if kind == "val" else f"lines {style}"
            plots.append(f"'-' using 1:2 with {points_too} title {quoted(name)}")
            blocks += [*(f"{x} {y:.8g}" for x, y in found[kind, figure]), "e"]
        lines += [f"set ylabel {quoted(axis)}; set xlabel 'steps'"]
        lines += ["plot " + ", ".join(plots), *blocks] if plots else ["set multiplot next"]
    return "\n".join([*lines, "unset multiplot", ""])


def run(config):
    out = pathlib.Path(str(config["out"]))
    if out.suffix not in TERMINALS or not config["logs"]:
        raise UserError(f"out: a file that ends in {' '.join(TERMINALS)} is needed, and logs: names and files")
    logs = {name: points(pathlib.Path(path), config["smooth"]) for name, path in config["logs"].items()}
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(gnuplot.draw(script(out.suffix, config["title"], logs)))
    print(out)
