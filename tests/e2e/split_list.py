#!/usr/bin/env python3
"""Is what a model is judged by absent from its training data? split_list.py LIST CORPUS.db

LIST is what `llmperf db split --list` wrote for the campaign that a model was trained on (it may end in .xz). CORPUS.db is the
hand-written corpus analysed now with the benchmarks held out, so that they and their near-duplicates are known by what they are
and not by what the list says of them. Prints a TAP line a check. Needs no package.
"""
import lzma
import sqlite3
import sys

DIGITS = 12
HELD_OUT = """SELECT path, hash, family FROM kernel WHERE family IN (SELECT family FROM kernel WHERE held_out = 1)
              OR hash IN (SELECT hash FROM kernel WHERE held_out = 1)"""


def read(path):
    """The rows of a list: part, family, hash, path."""
    with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as f:
        assert f.readline().startswith("# llmperf split 1 "), "a list of another version"
        assert f.readline() == "part\tfamily\thash\tpath\n"
        return [tuple(line.rstrip("\n").split("\t")) for line in f]


def tap(name, bad):
    print(f"{'not ' if bad else ''}ok - {name}")
    if bad:
        print(f"# {len(bad)}: {bad[:10]}")
    return bool(bad)


def parted(rows, field):
    """What stands in that field of rows of more than one part."""
    parts = {}
    for row in rows:
        parts.setdefault(row[field], set()).add(row[0])
    return sorted(key for key, of in parts.items() if len(of) > 1)


def main():
    path, corpus = sys.argv[1:]
    rows = read(path)
    ours = sqlite3.connect(corpus).execute(HELD_OUT).fetchall()
    hashes = {h[:DIGITS] for _, h, f in ours} | {f[:DIGITS] for _, h, f in ours if f}
    paths = {p for p, _, _ in ours}
    names = {"train", "val", "test", "heldout"}
    seen = [r for r in rows if r[2] in hashes]
    print(f"# {path}: {len(rows)} kernels; of {len(ours)} benchmarks and near-duplicates {len(seen)} are in it")
    failed = [
        tap("every row has a part, a family, a hash and a path",
            [r for r in rows if len(r) != 4 or r[0] not in names or not all(r)] or ([] if rows else ["no row"])),
        tap("no kernel is in two parts", parted(rows, 2)),
        tap("no family is in two parts", parted(rows, 1)),
        tap("there are benchmarks to look for", [] if ours else [corpus]),
        tap("no benchmark or near-duplicate of one is in training, validation or test",
            [r for r in rows if r[0] != "heldout" and hashes & {r[1], r[2]}]),
        tap("nor is one that was written in another way then", [r for r in rows if r[0] != "heldout" and r[3] in paths]),
    ]
    return 1 if any(failed) else 0


if __name__ == "__main__":
    sys.exit(main())
