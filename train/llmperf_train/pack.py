"""Packs an exported JSONL: what training needs of it in about a fiftieth of the size, to carry to another machine.

A pack is an xz file of JSON lines: a header, then one line a kernel (groups.py, columns.py). `data.file` takes it in the place of the
JSONL, with any tokenizer.
"""

import itertools
import json
import lzma
import pathlib

from . import groups
from .config import UserError

DEFAULTS = {"out": None, "data": {"file": None, "max_rows": 0}, "preset": 6}


def write(path, source, most=0, preset=6):
    """(rows, kernels) of the pack."""
    device, found = groups.of_file(source, most)
    rows = kernels = 0
    new = path.with_suffix(".new")
    with lzma.open(new, "wt", encoding="utf-8", preset=preset) as f:
        header = {"format": groups.FORMAT, "version": groups.VERSION, "device": device}
        for item in itertools.chain([header], map(groups.encoded, found)):
            f.write(json.dumps(item, separators=(",", ":"), ensure_ascii=False) + "\n")
            rows, kernels = rows + item.get("n", 0), kernels + ("n" in item)
    new.replace(path)
    return rows, kernels


def run(config):
    source = pathlib.Path(str(config["data"]["file"]))
    if not config["out"] or not source.is_file():
        raise UserError(f"out: a file is needed, and data.file: {source}: an export of llmperf db")
    out = pathlib.Path(config["out"])
    out.parent.mkdir(parents=True, exist_ok=True)
    rows, kernels = write(out, source, config["data"]["max_rows"], config["preset"])
    print(f"{out}: {rows} rows of {kernels} kernels, {out.stat().st_size / 2**20:.1f} MiB")
