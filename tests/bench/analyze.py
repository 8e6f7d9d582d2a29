"""Benchmark of the analyze stage; see analyze.sh."""

import os
import re
import subprocess
import sys
import tempfile

AIM = 60.0  # kernels a second and core

build, corpus = sys.argv[1:3]


def cost(*command):
    """CPU seconds, peak MiB and output of a command: CPU time, so that other work on the machine does not count."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(writer, 1)
        os.execv(command[0], command)
    os.close(writer)
    with os.fdopen(reader) as out:
        text = out.read()
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"{command[0]}: status {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def sources():
    for folder, _, names in sorted(os.walk(corpus)):
        for name in sorted(names):
            if name.endswith(".cl"):
                yield os.path.join(folder, name)


def copies(folder, n):
    """The corpus n times, with other names for the kernels: no two are duplicates."""
    for path in sources():
        with open(path) as f:
            text = f.read()
        names = set(re.findall(r"\bvoid\s+(\w+)\s*\(", text))
        for i in range(n):
            other = re.sub(r"\w+", lambda m: f"{m[0]}_{i}" if m[0] in names else m[0], text)
            target = os.path.join(folder, str(i), os.path.relpath(path, corpus))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w") as f:
                f.write(other)


def analyse(folder, database):
    cpu_s, peak_mib, _ = cost(f"{build}/llmperf-analyze", "-q", "--db", database, folder)
    count = subprocess.check_output(
        ["sqlite3", database, "SELECT count(*), sum(status = 'ok') FROM kernel"], text=True
    )
    return cpu_s, peak_mib, [int(x) for x in count.split("|")]


files = list(sources())
with tempfile.TemporaryDirectory() as tmp:
    whole_s, _, (kernels, _) = analyse(corpus, f"{tmp}/whole.db")
    parse_s, _, parsed = cost(f"{build}/tests/parse", *files)
    rate = kernels / whole_s
    print(
        f"bench analyze: {rate:.0f} kernels/s a core, {rate / AIM:.1f} times the aim of {AIM:.0f}; "
        f"parsing alone {int(parsed) / parse_s:.0f} files/s, the whole {whole_s / parse_s:.2f} times its cost"
    )
    peaks = []
    for n in 1, 4, 16:
        os.mkdir(f"{tmp}/{n}")
        copies(f"{tmp}/{n}", n)
        cpu_s, peak_mib, (count, kept) = analyse(f"{tmp}/{n}", f"{tmp}/{n}.db")
        peaks.append(peak_mib)
        print(
            f"bench analyze: corpus x{n}: {count} kernels, {kept} kept, {count / cpu_s:.0f} kernels/s a core, "
            f"peak {peak_mib:.0f} MiB, {peak_mib / peaks[0]:.2f} times that of x1"
        )
