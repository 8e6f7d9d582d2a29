#!/usr/bin/env python3
"""Checks a data set: check_jsonl.py dataset.jsonl

Every row must have every field that docs/formats.md describes, of its type, and the fields must agree with each other. Prints
one TAP line a check; the first rows that fail it below. Needs no package.
"""
import json
import sys

NUMBER = (int, float)
NULL = type(None)
ROW = {
    "code": str, "gsize": int, "lsize": int, "kernel_path": str, "kernel": str, "std": str, "execution_time": int,
    "input_sizes": str, "prompt": str, "args": list, "fill_seed": int, "class": str, "pattern": str, "family": str,
    "split": (str, NULL), "weight": (int, float, NULL), "features": dict, "device": dict, "timing": dict,
}
ARG = {
    "index": int, "name": str, "kind": str, "type": str, "elem_bytes": int, "access": str, "elems": (int, NULL),
    "value": (str, NULL), "recipe": (str, NULL),
}
DEVICE = {
    "name": str, "platform": str, "vendor": str, "version": str, "driver": str, "type": str, "compute_units": int,
    "clock_mhz": int,
}
TIMING = {
    "median_ns": int, "mean_ns": NUMBER, "min_ns": int, "max_ns": int, "ci_lo_ns": int, "ci_hi_ns": int, "reps": int,
    "flags": str, "policy": str, "raw_ns": list,
}
PATTERNS = {
    "direct", "tiling", "offset-stride", "bounds-check", "grid-stride", "indirect", "reduction", "stencil", "composite",
    "opaque",
}


def has(o, fields):
    """Exactly these fields, each of its type (true and false are no numbers)."""
    return set(o) == set(fields) and all(
        isinstance(o[k], t) and not isinstance(o[k], bool) for k, t in fields.items())


def well_typed(r):
    return (has(r, ROW) and has(r["device"], DEVICE) and has(r["timing"], TIMING)
            and all(has(a, ARG) for a in r["args"])
            and all(v is None or type(v) is int for v in r["features"].values()))


def words(r):
    return (r["class"] in ("idle", "under", "saturated") and r["split"] in ("train", "val", "test", "heldout", None)
            and r["weight"] in (0, 1, None) and r["pattern"] in PATTERNS and r["std"] in ("CL1.2", "CL2.0", "CL3.0")
            and r["timing"]["policy"] == "warm" and r["family"] != "" and len(r["features"]) > 0)


def launch(r):
    return r["gsize"] > 0 and r["lsize"] > 0 and r["gsize"] % r["lsize"] == 0


def argument(a):
    if a["kind"] == "scalar":
        return a["elems"] is None and a["value"] is not None and a["recipe"] is None
    if a["kind"] == "local":
        return a["elems"] > 0 and a["value"] is None and a["recipe"] is None
    return (a["kind"] in ("buffer", "constant") and a["elems"] > 0 and a["elem_bytes"] > 0 and a["value"] is None
            and bool(a["recipe"]))


def arguments(r):
    return [a["index"] for a in r["args"]] == list(range(len(r["args"]))) and all(map(argument, r["args"]))


def input_sizes(r):
    lines = r["input_sizes"].split("\n")
    return len(lines) == len(r["args"]) and all(
        line.startswith(f"Argument {a['index']} is {a['name']}, ") and
        (f"[{a['elems']}]" in line if a["elems"] is not None else line.endswith(f" = {a['value']}"))
        for line, a in zip(lines, r["args"]))


def prompt(r):
    """Task line, prepared kernel, arguments, launch, in this order and nothing else."""
    task, rest = r["prompt"].split("\n", 1)
    end = "\n".join(["", "Given input:", r["input_sizes"], f"Given global_size={r['gsize']}, local_size={r['lsize']}"])
    code = rest[:-len(end)]
    return (task.startswith("Predict ") and rest.endswith(end) and f" {r['kernel']}(" in code
            and all(line and not line[0].isspace() for line in code.split("\n")))


def timing(r):
    t = r["timing"]
    raw = sorted(t["raw_ns"])
    n = len(raw)
    return (n == t["reps"] > 0 and raw[0] > 0 and t["min_ns"] == raw[0] and t["max_ns"] == raw[-1]
            and abs(t["mean_ns"] - sum(raw) / n) < 1e-6 * t["mean_ns"]
            and t["median_ns"] == r["execution_time"] == (raw[(n - 1) // 2] + raw[n // 2]) // 2
            and t["ci_lo_ns"] <= t["median_ns"] <= t["ci_hi_ns"])


CHECKS = [
    ("every row has every field, of its type", well_typed),
    ("words are known ones", words),
    ("global size is a multiple of local size", launch),
    ("arguments are numbered and hold what their kind needs", arguments),
    ("input_sizes has a line for each argument", input_sizes),
    ("the prompt is made of code, arguments and launch", prompt),
    ("times agree with the raw times", timing),
]


def holds(check, row):
    try:
        return check(row)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError):
        return False


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        text = f.read()
    rows = [json.loads(line) for line in text.splitlines()]
    failed = not rows or not text.endswith("\n")
    print(f"{'not ' if failed else ''}ok - the data set has whole rows ({len(rows)})")
    for name, check in CHECKS:
        bad = [i + 1 for i, row in enumerate(rows) if not holds(check, row)]
        print(f"{'not ' if bad else ''}ok - {name}")
        if bad:
            print(f"# rows {bad[:20]}; the first: {json.dumps(rows[bad[0] - 1])[:2000]}")
        failed = failed or bool(bad)
    keys = [(r.get("kernel_path", ""), r.get("kernel", "")) for r in rows]
    print(f"{'ok' if keys == sorted(keys) else 'not ok'} - rows are in the order of kernels")
    families = {}
    for r in rows:
        families.setdefault(r.get("family"), set()).add(r.get("split"))
    parted = [f for f, parts in families.items() if len(parts) > 1]
    print(f"{'not ' if parted else ''}ok - no family is in two parts")
    return 1 if failed or parted or keys != sorted(keys) else 0


if __name__ == "__main__":
    sys.exit(main())
