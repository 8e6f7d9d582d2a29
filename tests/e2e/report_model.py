#!/usr/bin/env python3
"""The figures of a report's model page against llmperf validate --json: report_model.py FOLDER JSON

JSON is of all parts with all rows in `worst`. Exit status 1 with the differences.
"""
import json
import math
import pathlib
import re
import statistics
import sys
from html.parser import HTMLParser


class Tables(HTMLParser):
    """{caption: [rows of {column: value}]}; a number cell is its data-v, a text cell its text."""

    def __init__(self):
        super().__init__()
        self.tables, self.text, self.caption = {}, "", None
        self.columns, self.row, self.value = [], [], None

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.caption, self.columns = None, []
        if tag in ("caption", "th", "td"):
            self.text, self.value = "", dict(attributes).get("data-v")
        if tag == "tr":
            self.row = []

    def handle_endtag(self, tag):
        if tag == "caption":
            self.caption = self.text
            self.tables[self.caption] = []
        if tag == "th":
            self.columns.append(self.text)
        if tag == "td":
            self.row.append(self.text if self.value is None else float(self.value))
        if tag == "tr" and self.row and self.caption:
            self.tables[self.caption].append(dict(zip(self.columns, self.row)))

    def handle_data(self, data):
        self.text += data


def near(a, b):
    return a == b == "-" or (a != "-" and b != "-" and abs(a - b) <= 1e-6 * (1 + abs(b)))


def figures(rows):
    """What a row of a table must say, from rows of `worst`."""
    ratios = [math.log2(r["median_us"] / r["measured_us"]) for r in rows]
    apes = [r["ape"] for r in rows]
    inside = [r["lo_us"] is not None and r["lo_us"] <= r["measured_us"] <= r["hi_us"] for r in rows]
    has = all(r["lo_us"] is not None for r in rows)
    return {
        "launches": len(rows),
        "MAPE %": statistics.mean(apes),
        "median %": statistics.median(apes),
        "|log2|": statistics.mean(abs(x) for x in ratios),
        "bias": statistics.mean(ratios),
        "within %": 100 * statistics.mean(inside) if has else "-",
        "width": 2 ** statistics.mean(math.log2(r["hi_us"] / r["lo_us"]) for r in rows) if has else "-",
    }


folder, path = sys.argv[1:]
page = Tables()
page.feed((pathlib.Path(folder) / "model.html").read_text(encoding="utf-8"))
report = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
worst = report["worst"]
faults = []


def compare(caption, column, key, most=math.inf):
    got = {(r["part"], r[column]): r for r in page.tables[caption]}
    want = {}
    for r in worst:
        want.setdefault((r["split"], key(r)), []).append(r)
    if len(got) != min(most, len(want)) or not set(got) <= set(want):
        faults.append(f"{caption}: {len(got)} groups instead of {len(want)}, not known are {sorted(map(str, set(got) - set(want)))}")
        return
    for name in got:
        for figure, value in figures(want[name]).items():
            if not near(got[name][figure], value):
                faults.append(f"{caption}, {name}: {figure} is {got[name][figure]} instead of {value}")


for row in page.tables["By part"]:  # with the rank, which takes more than rows to work out again
    want = report["by"]["split"][row["part"]]
    for figure, value in (("launches", want["samples"]), ("kernels", want["kernels"]), ("MAPE %", want["mape"]),
                          ("median %", want["median_ape"]), ("|log2|", want["log2_error"]), ("bias", want["bias_log2"]),
                          ("rank", "-" if want["rank"] is None else want["rank"]),
                          ("within %", "-" if want["coverage"] is None else 100 * want["coverage"])):
        if not near(row[figure], value):
            faults.append(f"part {row['part']}: {figure} is {row[figure]} instead of {value}")
order = [r["part"] for r in page.tables["By part"]]
if order != [p for p in ("test", "heldout", "-", "val", "train") if p in report["by"]["split"]]:
    faults.append(f"parts are in the order {order}")
first = report["by"]["split"][order[0]]
words = "mean error of the model" + ("" if order[0] == "-" else f" in part {order[0]}")
index = (pathlib.Path(folder) / "index.html").read_text(encoding="utf-8")
if not re.search(rf"{first['mape']:.1f} %<.*{words}<", index, re.S):
    faults.append(f"the first page does not say {first['mape']:.1f} %: {words}")
compare("By class", "class", lambda r: r["class"])
compare("By pattern", "pattern", lambda r: r["pattern"])
compare("By decade", "measured time", lambda r: math.floor(math.log10(r["measured_us"])))
compare("By kernel", "kernel", lambda r: r["kernel"].replace(":", ": "), most=100)
if sum(r["launches"] for r in page.tables["By part"]) != len(worst):
    faults.append(f"the page has not the {len(worst)} launches of validate")
launches = page.tables["Launches"]
if launches[0]["error %"] < launches[-1]["error %"] and launches[0]["part"] == launches[-1]["part"]:
    faults.append("launches are not in the order of their error")
sys.exit("\n".join(faults) or 0)
