"""Runs every planned sample of a database in oclgrind, with buffers of exactly the planned lengths.

usage: oclgrind.py DB FOLDER. Prints one TAP line a kernel. Index contents are random within their recipes; everything else is zero,
so that only lengths and indices are judged.
"""
import concurrent.futures
import os
import random
import re
import sqlite3
import subprocess
import sys

BYTES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "long": 8, "ulong": 8,
         "float": 4, "double": 8, "half": 2}
RECIPE = re.compile(r"(index|uniform_int|rowptr)\((.*)\)")


def contents(recipe, count, rng):
    """The values of a buffer whose integers matter, or None."""
    match = RECIPE.match(recipe or "")
    if not match:
        return None
    kind, text = match.groups()
    if kind == "index":
        return [rng.randrange(int(text)) for _ in range(count)]
    if kind == "uniform_int":
        lo, hi = (int(x) for x in text.split(","))
        return [rng.randint(lo, hi) for _ in range(count)]
    total = int(text)
    inner = sorted(rng.randint(0, total) for _ in range(max(0, count - 2)))
    return ([0] + inner + [total])[:count]


def argument(kind, type_, elem_bytes, elems, value, recipe, rng):
    """One argument in the format of oclgrind-kernel."""
    base = re.sub(r"\d+$", "", type_)
    if kind == "local":
        return f"<size={elems * elem_bytes} char>"
    if kind == "scalar":
        return f"<size={elem_bytes} {base}>\n" + " ".join(value.split(","))
    size = elems * elem_bytes
    values = contents(recipe, size // BYTES[base], rng) if base in BYTES else None
    if values is None:
        return f"<size={size} char fill=0>"
    return f"<size={size} {base}>\n" + "\n".join(str(v) for v in values)


def write_jobs(db, folder):
    samples = db.execute("SELECT s.id, k.id, k.name, k.source, s.global_size, s.local_size FROM sample s"
                         " JOIN kernel k ON k.id = s.kernel_id ORDER BY s.id").fetchall()
    for sample, kernel, name, source, global_size, local_size in samples:
        base = os.path.join(folder, str(sample))
        with open(base + ".cl", "w", encoding="utf-8") as f:
            f.write(source)
        lines = [base + ".cl", name, f"{global_size} 1 1", f"{local_size} 1 1"]
        rows = db.execute("SELECT a.kind, a.type, a.elem_bytes, s.elems, s.value, s.recipe, a.idx FROM sample_arg s"
                          " JOIN argument a ON a.kernel_id = ? AND a.idx = s.idx WHERE s.sample_id = ? ORDER BY s.idx",
                          (kernel, sample))
        for *fields, index in rows:
            lines.append(argument(*fields, random.Random(sample * 100 + index)))
        with open(base + ".sim", "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
        yield name, base


def judge(job):
    name, base = job
    command = ["oclgrind-kernel", "--max-errors", "3", "--build-options", "-cl-std=CL1.2", base + ".sim"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return name, base, "time-out"
    output = done.stdout + done.stderr
    bad = done.returncode != 0 or "Invalid" in output or "rror" in output
    return name, base, output.strip() if bad else None


def main():
    db = sqlite3.connect(sys.argv[1])
    failures, runs = {}, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, base, complaint in pool.map(judge, list(write_jobs(db, sys.argv[2]))):
            runs[name] = runs.get(name, 0) + 1
            if complaint:
                failures.setdefault(name, (base, complaint))
    for name, count in sorted(runs.items()):
        if name in failures:
            base, complaint = failures[name]
            print(f"not ok - oclgrind {name}: {base}.sim")
            print("\n".join("# " + line for line in complaint.splitlines()[:12]))
        else:
            print(f"ok - oclgrind {name} ({count} samples)")


main()
