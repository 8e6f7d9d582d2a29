"""Markdown of reports: one line a model, then each model by class and pattern."""

COLUMNS = "samples | kernels | MAPE % | median % | bias log2 | rank | coverage | width log2"
HEAD = "| {} | " + COLUMNS + " |\n" + "|---" * 9 + "|"


def number(v, form):
    return "-" if v is None else format(v, form)


def line(name, f):
    if not f["samples"]:
        return f"| {name} | 0 | 0 |" + " - |" * 6
    cells = [
        f"{f['mape']:.1f}",
        f"{f['median_ape']:.1f}",
        f"{f['bias_log2']:+.3f}",
        number(f["rank"], ".3f"),
        number(f["coverage"], ".3f"),
        number(f["width_log2"], ".2f"),
    ]
    return f"| {name} | {f['samples']} | {f['kernels']} | {' | '.join(cells)} |"


def split_words(split):
    """Which rows the tables are of."""
    words = {"field": "the parts of the data", "kernel": "kernels held out", "family": "families held out"}[split["by"]]
    if split.get("part", "test") != "test":
        words = f"{split['part']} rows, {words}"
    return words + ("" if split["by"] == "field" else f", {split['folds']} folds, seed {split['seed']}")


def choices(reports):
    """How well local sizes are chosen."""
    found = {name: r["local_size"] for name, r in reports.items() if r.get("local_size")}
    if not found:
        return []
    first = next(iter(found.values()))
    lines = [
        f"| local size of {first['sweeps']} sweeps, {first['launches']} launches | within 5 % | mean regret % | 95 % below % |",
        "|---|---|---|---|",
    ]
    rows = {**{n: f["predicted"] for n, f in found.items()}, "always 256": first["always_256"], "at random": first["random"]}
    for name, f in rows.items():
        lines.append(f"| {name} | {f['within_5']:.3f} | {100 * f['mean_regret']:.1f} | {100 * f['regret_95']:.1f} |")
    return [*lines, ""]


def per_kernel(reports):
    """Means over kernels, which long lists of launches do not weigh down, and the kernels with a name."""
    names = list(dict.fromkeys(n for r in reports.values() for n in r.get("named", {})))
    lines = [f"| MAPE % | mean over kernels | {' | '.join(names)} |" if names else "| MAPE % | mean over kernels |"]
    lines += ["|---" * (2 + len(names)) + "|"]
    for name, r in reports.items():
        cells = [number(r["named"][n]["mape"] if n in r.get("named", {}) else None, ".1f") for n in names]
        lines.append(f"| {' | '.join([name, number(r['all'].get('kernel_mape'), '.1f'), *cells])} |")
    return [*lines, ""]


def worst_kernels(name, report, most=5):
    lines = [f"| {name}: worst kernels | MAPE % | bias log2 |", "|---|---|---|"]
    lines += [f"| {w['kernel']} | {w['mape']:.1f} | {w['bias_log2']:+.3f} |" for w in report["worst_kernels"][:most]]
    return [*lines, ""]


def markdown(reports, split):
    """The tables of some reports by model name."""
    lines = [f"Split: {split_words(split)}", ""]
    for part, what in (("all", "all samples"), ("from_10us", "10 us and more")):
        lines += [HEAD.format(what)]
        for name, r in reports.items():
            lines.append(line(name, r[part]))
            if "calibrated" in r:
                lines.append(line(f"{name}, calibrated", r["calibrated"][part]))
        lines.append("")
    lines += per_kernel(reports)
    lines += choices(reports)
    for name, r in reports.items():
        for group, found in r["by"].items():
            lines += [HEAD.format(f"{name}: {group}"), *(line(v, f) for v, f in found.items()), ""]
        lines += worst_kernels(name, r)
    return "\n".join(lines)
