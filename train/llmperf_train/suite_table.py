"""The table of a suite: what each fit reached, the mean over its seeds and how far they are apart."""

import json

import numpy as np

FIGURES = ("mape", "median_ape", "bias_log2", "rank", "coverage")
FORMS = {"mape": "{:.1f}", "median_ape": "{:.1f}", "bias_log2": "{:+.3f}", "rank": "{:.3f}", "coverage": "{:.3f}"}
HEAD = (
    "| {} | seeds | parameters | rows | steps | s | MAPE % | median % | bias log2 | rank | coverage"
    " | MAPE % >= 10 us | median % >= 10 us |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)
WORDS = {"test": "test rows", "val": "validation rows", "heldout": "held-out rows"}


def summary(reports, part, which):
    """{figure: (mean, standard deviation over seeds or None, values)} of one part of some reports."""
    out = {}
    for name in FIGURES:
        values = [r[part][which].get(name) for r in reports]
        values = [v for v in values if v is not None]
        if values:
            out[name] = float(np.mean(values)), float(np.std(values, ddof=1)) if len(values) > 1 else None, values
    return out


def cell(found, name):
    if name not in found:
        return "-"
    mean, spread, _ = found[name]
    form = FORMS[name]
    return form.format(mean) + ("" if spread is None else f" ± {form.replace('+', '').format(spread)}")


def line(name, reports, part):
    every, large = summary(reports, part, "all"), summary(reports, part, "from_10us")
    first = reports[0]
    facts = [len(reports), f"{first['parameters'] / 1e6:.2f} M", first["train_rows"], first["steps"], f"{first['seconds']:.0f}"]
    cells = [*map(str, facts), *(cell(every, f) for f in FIGURES), *(cell(large, f) for f in ("mape", "median_ape"))]
    return f"| {name} | {' | '.join(cells)} |"


def write_tables(out, jobs):
    """Writes suite.md and suite.json of all that is done. Returns the text."""
    found = {}
    for job in jobs:
        if job.done():
            found.setdefault(job.name, []).append(json.loads((job.out / "report.json").read_text()))
    lines = []
    for part in ("test", "val", "heldout"):
        rows = [line(n, r, part) for n, r in found.items() if r[0][part]["all"]["samples"]]
        lines += [HEAD.format(WORDS[part]), *rows, ""] if rows else []
    missing = [f"{j.out.name} ({j.state})" for j in jobs if not j.done()]
    if missing:
        lines += [f"Not done: {', '.join(missing)}.", ""]
    text = "\n".join(lines)
    short = {
        n: {p: {w: summary(r, p, w) for w in ("all", "from_10us")} for p in WORDS}
        | {k: [one[k] for one in r] for k in ("parameters", "train_rows", "steps", "best_step", "seconds", "ms_per_step")}
        for n, r in found.items()
    }
    (out / "suite.md").write_text(text, encoding="utf-8")
    (out / "suite.json").write_text(json.dumps(short, indent=1) + "\n", encoding="utf-8")
    return text
