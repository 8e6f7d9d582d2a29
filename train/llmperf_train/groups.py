"""The launches of one kernel at a time, as columns, from an exported JSONL or from a pack of it.

A group's prompts are `head` + each of `tails`. The head ends with a line's end between two letters or signs, where every tokenizer of
GPT-2's kind cuts: the tokens of a prompt are those of its head, then those of its tail.
"""

import dataclasses
import hashlib
import itertools
import json
import lzma
import os
import re

from . import columns
from .config import UserError
from .features import LAUNCH, launch_bytes

NEEDED = ("gsize", "lsize", "kernel_path", "kernel", "code", "prompt", "execution_time", "features", "args")
LABELS = ("split", "family", "pattern", "class")
MAGIC = b"\xfd7zXZ"  # of xz
FORMAT, VERSION = "llmperf pack", 1
CUT = re.compile(r"\S\n(?=\S)")
FACT = re.compile(r"^Fact: .*\n", re.MULTILINE)


@dataclasses.dataclass
class Group:
    """Lists have one entry a launch."""

    name: str  # path:function
    source: str  # hash of the code
    head: str
    tails: list
    time: list  # ns
    weight: list  # None: not balanced
    values: dict  # of launch and features, name to list; None: no value
    labels: dict  # LABELS to list of texts
    scalars: list  # the integer scalars in words
    same: list  # number that launches share which differ in local size alone

    def without_facts(self):
        return dataclasses.replace(self, head=FACT.sub("", self.head), tails=[FACT.sub("", t) for t in self.tails])


def rows_of(path, most=0):
    """The rows of a JSONL file, one at a time."""
    try:
        with open(path, encoding="utf-8") as f:
            for n, line in enumerate(itertools.islice(f, most or None), 1):
                try:
                    row = json.loads(line)
                    missing = [k for k in NEEDED if k not in row]
                except (ValueError, TypeError) as e:
                    raise UserError(f"{path}:{n}: not a JSON object: {e}") from e
                if missing:
                    raise UserError(f"{path}:{n}: no {missing[0]}; export it with this version of llmperf")
                if row["execution_time"] > 0:
                    yield row
    except OSError as e:
        raise UserError(f"{path}: {e.strerror}") from e


def cut(prompts):
    """How many characters of all prompts are the head."""
    common = os.path.commonprefix(prompts)
    after = min(len(p) for p in prompts) - 1  # something is left to each
    ends = [m.end() for m in CUT.finditer(common + prompts[0][len(common) : len(common) + 1]) if m.end() <= min(len(common), after)]
    return ends[-1] if ends and all(p[ends[-1]] > " " for p in prompts) else 0


def scalars_of(row):
    """The integer scalars in words; those that are the global size say so."""
    words = []
    for a in row["args"]:
        if a["kind"] == "scalar" and str(a["value"]).lstrip("-").isdigit():
            words.append(f"{a['name']}={'global' if int(a['value']) == row['gsize'] else a['value']}")
    return " ".join(words)


def same_of(rows):
    """For each row the first one that may differ from it in local size alone."""
    first, out = {}, []
    for i, r in enumerate(rows):
        values = tuple(a["value"] for a in r["args"] if a["kind"] == "scalar")
        device = (r.get("device") or {}).get("name")
        out.append(first.setdefault((device, r["gsize"], r.get("fill_seed"), values), i))
    return out


def of_rows(rows):
    """The group of a kernel's rows."""
    first, prompts = rows[0], [r["prompt"] for r in rows]
    n = cut(prompts)
    source = hashlib.blake2b((first["code"] + "\0" + first["kernel"]).encode(), digest_size=8).hexdigest()
    values = {name: [r["features"].get(name) for r in rows] for name in sorted(first["features"])}
    launch = ((r["gsize"], r["lsize"], r["gsize"] // r["lsize"] if r["lsize"] > 0 else 0, launch_bytes(r["args"])) for r in rows)
    values |= {name: list(column) for name, column in zip(LAUNCH, zip(*launch, strict=True), strict=True)}
    labels = {name: [r.get(name) or (source if name == "family" else "") for r in rows] for name in LABELS}
    return Group(
        f"{first['kernel_path']}:{first['kernel']}",
        source,
        prompts[0][:n],
        [p[n:] for p in prompts],
        [r["execution_time"] for r in rows],
        [r.get("weight") for r in rows],
        values,
        labels,
        [scalars_of(r) for r in rows],
        same_of(rows),
    )


def encoded(group):
    """A line of a pack."""
    pool = columns.Writer()
    values = {name: pool.column(group.values[name]) for name in [*LAUNCH, *sorted(set(group.values) - set(LAUNCH))]}
    return {
        "name": group.name,
        "source": group.source,
        "head": group.head,
        "n": len(group.time),
        "values": values,
        "time": pool.column(group.time),
        "weight": pool.column(group.weight),
        "labels": {name: pool.column(v) for name, v in group.labels.items()},
        "tails": pool.texts(group.tails),
        "scalars": pool.texts(group.scalars),
        "same": pool.column(group.same),
    }


def decoded(line):
    """The group of a line of a pack."""
    d = json.loads(line)
    pool = columns.Reader(d["n"])
    values = {name: pool.column(c) for name, c in d["values"].items()}
    time, weight = pool.column(d["time"]), pool.column(d["weight"])
    labels = {name: pool.column(c) for name, c in d["labels"].items()}
    tails, scalars, same = pool.texts(d["tails"]), pool.texts(d["scalars"]), pool.column(d["same"])
    return Group(d["name"], d["source"], d["head"], tails, time, weight, values, labels, scalars, same)


def is_pack(path):
    with open(path, "rb") as f:
        return f.read(len(MAGIC)) == MAGIC


def open_pack(path):
    """(its header, an iterator over its lines)."""
    try:
        file = lzma.open(path, "rt", encoding="utf-8")  # noqa: SIM115 - read to its end below
        header = json.loads(next(file))
        if header.get("format") != FORMAT or header.get("version") != VERSION:
            raise UserError(f"{path}: not a pack of version {VERSION}; make it with `python -m llmperf_train pack`")
        return header, file
    except (OSError, EOFError, ValueError, StopIteration, lzma.LZMAError) as e:
        raise UserError(f"{path}: not a pack: {e}") from e


def of_file(path, most=0):
    """(device, groups) of a JSONL file or a pack; `most` rows of a JSONL file."""
    if is_pack(path):
        header, lines = open_pack(path)
        return header["device"], map(decoded, lines)
    rows = rows_of(path, most)
    first = next(rows, None)
    if first is None:
        raise UserError(f"{path}: no row with a time")
    by_kernel = itertools.groupby(itertools.chain([first], rows), lambda r: (r["kernel_path"], r["kernel"]))
    return first.get("device") or {}, (of_rows(list(g)) for _, g in by_kernel)
