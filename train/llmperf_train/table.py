"""Markdown of reports: one line a model, then each model by class and pattern."""

HEAD = "| {} | samples | kernels | MAPE % | median % | bias log2 | rank | coverage |\n|---|---|---|---|---|---|---|---|"


def number(v, form):
    return "-" if v is None else format(v, form)


def line(name, f):
    if not f["samples"]:
        return f"| {name} | 0 | 0 | - | - | - | - | - |"
    cells = [
        f"{f['mape']:.1f}",
        f"{f['median_ape']:.1f}",
        f"{f['bias_log2']:+.3f}",
        number(f["rank"], ".3f"),
        number(f["coverage"], ".3f"),
    ]
    return f"| {name} | {f['samples']} | {f['kernels']} | {' | '.join(cells)} |"


def markdown(reports, split):
    """The tables of some reports by model name."""
    words = {"field": "the parts of the data", "kernel": "kernels held out", "family": "families held out"}[split["by"]]
    lines = [
        f"Split: {words}" + ("" if split["by"] == "field" else f", {split['folds']} folds, seed {split['seed']}"),
        "",
    ]
    for part, what in (("all", "all samples"), ("from_10us", "10 us and more")):
        lines += [HEAD.format(what), *(line(name, r[part]) for name, r in reports.items()), ""]
    for name, r in reports.items():
        for group, found in r["by"].items():
            lines += [HEAD.format(f"{name}: {group}"), *(line(v, f) for v, f in found.items()), ""]
    return "\n".join(lines)
