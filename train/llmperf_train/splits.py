"""Which rows train, validate and test.

`by: field` takes the `split` of the rows. `by: family` and `by: kernel` cut families or kernel sources into folds by a hash:
fold `fold` tests, a share `val` of the other groups validates. Rows with split `heldout` are in no part but `heldout`.
"""

import hashlib

import numpy as np

from .config import UserError

DEFAULTS = {"by": "field", "folds": 5, "fold": 0, "val": 0.1, "seed": 1}
SUBSET = {"families": 1.0, "kernels": 1.0, "launches": 0, "samples": 0, "balanced": True, "seed": 1}


def fraction(text, seed):
    """A number in [0, 1) that depends on the text and the seed only."""
    digest = hashlib.blake2b(f"{seed}:{text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def _of_groups(groups, seed):
    names = groups.tolist()
    known = {n: fraction(n, seed) for n in set(names)}
    return np.array([known[n] for n in names])


def parts(data, spec):
    """{train, val, test, heldout}: row numbers."""
    held = data.split == "heldout"
    if spec["by"] == "field":
        if not held.all() and not (data.split == "train").any():
            raise UserError("the rows have no split: run llmperf db split before the export, or set split.by to family or kernel")
        part = {name: np.flatnonzero(data.split == name) for name in ("train", "val", "test")}
    elif spec["by"] in ("family", "kernel"):
        groups = data.family if spec["by"] == "family" else data.source
        test = np.floor(_of_groups(groups, spec["seed"]) * spec["folds"]).astype(int) == spec["fold"]
        val = _of_groups(groups, f"{spec['seed']} val") < spec["val"]
        part = {
            "train": np.flatnonzero(~held & ~test & ~val),
            "val": np.flatnonzero(~held & ~test & val),
            "test": np.flatnonzero(~held & test),
        }
    else:
        raise UserError(f"split.by: field, family or kernel is expected, not {spec['by']!r}")
    part["heldout"] = np.flatnonzero(held)
    return part


def subset(data, rows, spec):
    """Training rows that an ablation keeps; whole families and kernels first, then launches a kernel, then samples."""
    keep = np.ones(len(rows), bool)
    if spec["balanced"]:
        keep &= data.weight[rows] != 0
    if spec["families"] < 1:
        keep &= _of_groups(data.family[rows], f"{spec['seed']} families") < spec["families"]
    if spec["kernels"] < 1:
        keep &= _of_groups(data.source[rows], f"{spec['seed']} kernels") < spec["kernels"]
    rows = np.random.default_rng(spec["seed"]).permutation(rows[keep])
    if spec["launches"]:
        order = np.argsort(data.doc[rows], kind="stable")
        doc = data.doc[rows][order]
        first = np.r_[0, np.flatnonzero(np.diff(doc)) + 1]
        rank = np.arange(len(doc)) - np.repeat(first, np.diff(np.r_[first, len(doc)]))
        rows = rows[order[rank < spec["launches"]]]
        rows = np.random.default_rng(spec["seed"]).permutation(rows)
    if spec["samples"]:
        rows = rows[: spec["samples"]]
    return np.sort(rows)
