"""Imports the kernels of real projects and prints a table in Markdown; used by real-kernels.sh.

usage: real-kernels.py table ANALYZE TABLE NAME=FOLDER[:SAMPLE]...    one row a project; SAMPLE files only, chosen with a fixed seed
       real-kernels.py timed DB TABLE                                 what profiling the kernels came to
Prints TAP lines without numbers ("ok NAME"); the caller counts them.
"""
import collections
import json
import os
import random
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bench"))
import inference  # pylint: disable=wrong-import-position

FILE_LIMIT_S = 240      # of one file
BROKEN = ("syntax", "preprocess", "unreadable")
FILE_REASONS = BROKEN + ("no-kernel",)


def files_of(folder, sample):
    found = []
    for where, _, names in os.walk(folder):
        found += [os.path.join(where, n) for n in names if n.endswith((".cl", ".ocl"))]
    found.sort()
    return random.Random(1).sample(found, sample) if sample and sample < len(found) else found


def analyse(program, target, limit_s):
    """(records, status): the status of a killed program is None."""
    try:
        done = subprocess.run([program, "-q", "--json", target], stdin=subprocess.DEVNULL, capture_output=True, timeout=limit_s,
                              check=False)
    except subprocess.TimeoutExpired:
        return [], None
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def import_project(program, folder, sample):
    """Files and what became of them: {path: records}, a list of troubles, seconds."""
    files, troubles, start = files_of(folder, sample), [], time.monotonic()
    if sample:
        runs = [(f, *analyse(program, f, FILE_LIMIT_S)) for f in files]
    else:
        runs = [(folder, *analyse(program, folder, FILE_LIMIT_S))]
    by_file = collections.defaultdict(list)
    for target, records, status in runs:
        if status not in (0, 1):
            troubles.append(f"{target}: " + ("no end" if status is None else f"status {status}"))
        for r in records:
            by_file[target if sample else r["path"]].append(r)
    others = sum(not f.endswith((".cl", ".ocl")) for f in by_file)  # with kernels in strings
    if len(by_file) != len(files) + others:
        troubles.append(f"{len(files)} files, records of {len(by_file) - others}")
    return len(files) + others, by_file, troubles, time.monotonic() - start


def percent(part, whole):
    return f"{part} ({100 * part / whole:.0f} %)" if whole else "0"


def row(name, n_files, by_file):
    """The table's row, and (files, files that parse)."""
    parsed = [f for f in by_file.values() if not any(r["reason"] in BROKEN for r in f)]
    plain = [f for f in parsed if not f[0]["guesses"]]
    kernels = [r for f in parsed for r in f if r["kernel"]]
    distinct = [r for r in kernels if r["reason"] != "duplicate"]
    skipped = collections.Counter(r["reason"] for r in kernels if r["status"] != "ok")
    one = [r for r in distinct if r["dims"] == 1]
    kept = [r for r in one if r["status"] == "ok"]
    reasons = ", ".join(f"{n} {why}" for why, n in skipped.most_common())
    cells = [name, n_files, percent(len(plain), n_files), percent(len(parsed), n_files), len(kernels), len(distinct), len(one),
             percent(len(kept), len(one)), reasons]
    return "| " + " | ".join(str(c) for c in cells) + " |", len(parsed)


def table(program, out, projects):
    lines = ["| project | files | parse as they are | parse with guesses | kernels | distinct | 1-D of them | kept of those | skipped, by "
             "reason |", "|---|---|---|---|---|---|---|---|---|"]
    total = parsing = 0
    for project in projects:
        name, _, folder = project.partition("=")
        folder, _, sample = folder.partition(":")
        n, by_file, troubles, seconds = import_project(program, folder, int(sample or 0))
        text, parsed = row(name + (f" ({n} files by chance)" if sample else ""), n, by_file)
        lines.append(text)
        total += n
        parsing += parsed
        print(f"{'not ok' if troubles or n == 0 else 'ok'} {name} is read without a crash, in {seconds:.0f} s")
        for t in troubles:
            print(f"# {t}")
        for path, records in sorted(by_file.items()):
            if any(r["reason"] in BROKEN for r in records):
                print(f"# {os.path.basename(path)}: {records[0]['reason']}")
    share = 100 * parsing / total if total else 0
    print(f"{'ok' if share >= 95 else 'not ok'} at least 95 % of the files parse: {parsing} of {total}, {share:.1f} %")
    with open(out, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


def by_class(db):
    """Kept kernels by their hardest access: probed clean, timed."""
    hardest = {k: -1 for k, in db.execute("SELECT id FROM kernel WHERE status = 'ok'")}
    for (kernel, _), level in inference.argument_classes(db).items():
        if kernel in hardest: # others are skipped ones, duplicates for example
            hardest[kernel] = max(hardest[kernel], level)
    clean = {k for k, in db.execute("SELECT kernel_id FROM probe WHERE status = 'clean'")}
    done = {k for k, in db.execute("SELECT DISTINCT kernel_id FROM timing JOIN sample ON sample.id = sample_id")}
    lines = ["| hardest access of the kernel | kernels | probed clean | timed |", "|---|---|---|---|"]
    for level, name in [(-1, "none")] + list(enumerate(inference.CLASSES)):
        mine = {k for k, h in hardest.items() if h == level}
        if mine:
            lines.append(f"| {name} | {len(mine)} | {len(mine & clean)} | {len(mine & done)} |")
    return lines


def timed(path, out):
    db = sqlite3.connect(path)
    one = lambda sql: db.execute(sql).fetchone()[0]
    kept = one("SELECT count(*) FROM kernel WHERE status = 'ok'")
    samples, planned = db.execute("SELECT count(*), count(DISTINCT kernel_id) FROM sample").fetchone()
    done, kernels = db.execute("SELECT count(DISTINCT sample_id), count(DISTINCT kernel_id) FROM timing"
                               " JOIN sample ON sample.id = sample_id WHERE policy = 'warm'").fetchone()
    failures = db.execute("SELECT reason, count(*) FROM failure GROUP BY reason ORDER BY reason").fetchall()
    clean = one("SELECT count(*) FROM probe WHERE status = 'clean'")
    rest = db.execute("SELECT coalesce(reason, status), count(*) FROM probe WHERE status <> 'clean' GROUP BY 1 ORDER BY 1").fetchall()
    lines = ["| kept kernels | probed clean | others | with samples | timed | samples | timed | failed |", "|---|---|---|---|---|---|---|---|",
             f"| {kept} | {clean} | {', '.join(f'{n} {why}' for why, n in rest) or '0'} | {planned} | {kernels} | {samples} | "
             f"{percent(done, samples)} | {', '.join(f'{n} {why}' for why, n in failures) or '0'} |", ""] + by_class(db)
    distinct = one("SELECT count(*) FROM kernel WHERE dims = 1 AND coalesce(reason, '') <> 'duplicate'")
    share = 100 * kernels / distinct if distinct else 0
    print(f"{'ok' if share >= 90 else 'not ok'} at least 90 % of the 1-D kernels probe clean and are timed: {kernels} of {distinct}")
    with open(out, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


if sys.argv[1] == "table":
    table(sys.argv[2], sys.argv[3], sys.argv[4:])
else:
    timed(sys.argv[2], sys.argv[3])
