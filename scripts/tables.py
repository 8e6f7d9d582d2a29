#!/usr/bin/env python3
"""The tables and columns of a campaign database as a page: scripts/tables.py [--check]

In: db/schema.sql, whose comments are the descriptions. Out: docs/tables.md, or with --check status 1 when it is not up to date.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/tables.md"
HEAD = """# Tables and columns

The database of a campaign, schema version {version}, as `db/schema.sql` has it (`make docs` makes this page). What tables are for, who
writes them and what may change: [formats.md](formats.md).
"""


def cell(text):
    return re.sub(r"\s+", " ", text).strip().replace("|", "\\|")


def column(line):
    """(name, type, meaning) of a line of a table, or nothing for one that is a key over several columns."""
    found = re.match(r"\s+(\w+)\s+(TEXT|INTEGER|REAL)\b(.*?)(?:--\s*(.*))?$", line)
    if not found:
        return None
    name, kind, rest, comment = found.groups()
    words = [comment or ""]
    among = re.search(r"IN \(([^)]*)\)", rest)
    if among:
        words.append("one of " + among[1].replace("'", "`").replace("`, `", "` `"))
    refers = re.search(r"REFERENCES (\w+)", rest)
    if refers:
        words.append(f"a row of `{refers[1]}`")
    if "NOT NULL" not in rest and "PRIMARY KEY" not in rest and "NULL" not in (comment or ""):
        words.append("may be NULL")
    return name, kind.lower(), cell("; ".join(w for w in words if w))


def page():
    text = (ROOT / "db/schema.sql").read_text(encoding="utf-8")
    parts = [HEAD.format(version=re.search(r"schema version (\d+)", text)[1])]
    for before, name, body, end in re.findall(r"((?:^--[^\n]*\n)*)^CREATE TABLE (\w+) \(\n(.*?)^\)([^;]*);", text, re.M | re.S):
        what = cell(" ".join(line[2:] for line in before.splitlines()))
        parts.append(f"\n## {name}\n\n")
        if what and not what.startswith("The campaign database"):
            parts.append(what + "\n\n")
        columns = [column(line) for line in body.splitlines()]
        parts.append("| column | type | meaning |\n|---|---|---|\n")
        parts += [f"| `{c[0]}` | {c[1]} | {c[2]} |\n" for c in columns if c]
        keys = [cell(k) for k in re.findall(r"^\s+((?:UNIQUE|PRIMARY KEY) \([^)]*\))", body, re.M)]
        if keys:
            parts.append("\n" + "; ".join(keys) + "\n")
    return "".join(parts)


def main():
    made = page()
    if sys.argv[1:] == ["--check"]:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != made:
            sys.exit("docs/tables.md is not what db/schema.sql says: make docs")
        return
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
