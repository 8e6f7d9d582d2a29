"""The exported JSONL as arrays.

Rows are read one at a time and forgotten: what stays of a text is its tokens. The rows of a kernel follow each other; the tokens
that begin all their prompts are kept once, as the kernel's document, each row keeps the rest.
"""

import dataclasses
import hashlib
import itertools
import json
import math
import pathlib

import numpy as np

from . import features, numbers
from .config import UserError

DEFAULTS = {"file": None, "cache": None, "max_tokens": 2048, "max_rows": 0}
HEAD = 4  # fields of Data that are no arrays
NEEDED = ("gsize", "lsize", "kernel_path", "kernel", "code", "prompt", "execution_time", "features", "args")


@dataclasses.dataclass
class Data:
    """One entry a row, but for doc_* (one a document) and the flat tokens."""

    names: list  # of the features
    device: dict
    facts: bool  # the prompts hold facts
    scalar_texts: list  # what `scalars` numbers
    x: np.ndarray  # (rows, features) float32, NaN: no value
    y: np.ndarray  # log2 of microseconds
    weight: np.ndarray
    doc: np.ndarray
    split: np.ndarray
    family: np.ndarray
    source: np.ndarray  # hash of the code
    kernel: np.ndarray
    pattern: np.ndarray
    cls: np.ndarray
    gsize: np.ndarray
    lsize: np.ndarray
    scalars: np.ndarray  # number of the text that says the values of the integer scalars
    same: np.ndarray  # number that rows share which differ in local size alone
    long: np.ndarray  # more tokens than max_tokens: the row has no tokens
    doc_start: np.ndarray
    row_start: np.ndarray
    doc_tokens: np.ndarray
    doc_p: np.ndarray
    row_tokens: np.ndarray
    row_p: np.ndarray

    def document(self, d):
        """Tokens and number positions that all rows of a document begin with."""
        at = slice(self.doc_start[d], self.doc_start[d + 1])
        return self.doc_tokens[at], self.doc_p[at]

    def suffix(self, r):
        """Tokens and number positions of a row after those of its document."""
        at = slice(self.row_start[r], self.row_start[r + 1])
        return self.row_tokens[at], self.row_p[at]

    def lengths(self):
        """Tokens of each document and of each row's suffix."""
        return np.diff(self.doc_start), np.diff(self.row_start)


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


class Texts:
    """Prompts of one kernel at a time to tokens."""

    def __init__(self, tokenizer, max_tokens):
        self.tokenizer, self.max_tokens = tokenizer, max_tokens
        self.doc_tokens, self.doc_p, self.row_tokens, self.row_p = [], [], [], []

    def add(self, prompts):
        """Returns for each prompt whether it is too long."""
        if self.tokenizer is None:
            self._keep([], [], [([], [])] * len(prompts))
            return [False] * len(prompts)
        encoded = self.tokenizer.encode_batch(prompts, add_special_tokens=False)
        long = [len(e.ids) > self.max_tokens for e in encoded]
        pairs = [(np.array(e.ids), numbers.positions(t, e)) for t, e in zip(prompts, encoded, strict=True)]
        fit = [p for p, over in zip(pairs, long, strict=True) if not over]
        n = common_prefix(fit)
        head = (fit[0][0][:n], fit[0][1][:n]) if fit else ([], [])
        self._keep(*head, [([], []) if over else (t[n:], p[n:]) for (t, p), over in zip(pairs, long, strict=True)])
        return long

    def _keep(self, tokens, p, rows):
        self.doc_tokens.append(np.array(tokens, np.int32))
        self.doc_p.append(np.array(p, np.float32))
        self.row_tokens += [np.array(t, np.int32) for t, _ in rows]
        self.row_p += [np.array(v, np.float32) for _, v in rows]

    def arrays(self):
        """The flat arrays of Data, by name."""

        def starts(parts):
            return np.r_[0, np.cumsum([len(p) for p in parts])].astype(np.int64)

        def flat(parts, kind):
            return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)

        return {
            "doc_start": starts(self.doc_tokens),
            "row_start": starts(self.row_tokens),
            "doc_tokens": flat(self.doc_tokens, np.int32),
            "doc_p": flat(self.doc_p, np.float32),
            "row_tokens": flat(self.row_tokens, np.int32),
            "row_p": flat(self.row_p, np.float32),
        }


def common_prefix(pairs):
    """How many tokens (with the same numbers) all begin with; at least one is left to each."""
    if not pairs:
        return 0
    n = min(len(t) for t, _ in pairs) - 1
    first, first_p = pairs[0]
    for tokens, p in pairs[1:]:
        differ = np.flatnonzero((tokens[:n] != first[:n]) | (p[:n] != first_p[:n]))
        n = int(differ[0]) if len(differ) else n
    return max(n, 0)


def read(path, tokenizer=None, max_tokens=2048, most=0):
    """Data of a file; without a tokenizer it has no tokens."""
    texts = Texts(tokenizer, max_tokens)
    names, columns, xs = None, [], []
    device, facts, doc = {}, False, -1
    scalar_texts, alike = {}, {}
    for _, group in itertools.groupby(rows_of(path, most), lambda r: (r["kernel_path"], r["kernel"])):
        rows = list(group)
        doc += 1
        if names is None:
            names, device = features.LAUNCH + sorted(rows[0]["features"]), rows[0].get("device") or {}
        facts |= "\nFact: " in rows[0]["prompt"]
        long = texts.add([r["prompt"] for r in rows])
        source = hashlib.blake2b((rows[0]["code"] + "\0" + rows[0]["kernel"]).encode(), digest_size=8).hexdigest()
        for r, over in zip(rows, long, strict=True):
            xs.append(features.scaled(features.values_of(r), names))
            scalars = scalar_texts.setdefault(scalars_of(r), len(scalar_texts))
            device = (r.get("device") or {}).get("name")
            same = alike.setdefault((doc, device, r["gsize"], r.get("fill_seed"), values_of(r)), len(alike))
            columns.append(_columns(r, doc, source, over, scalars, same))
    if not columns:
        raise UserError(f"{path}: no row with a time")
    kinds = (np.float32, np.float32, np.int64, str, str, str, str, str, str, np.int64, np.int64, np.int64, np.int64, bool)
    arrays = [np.array(c, k) for c, k in zip(zip(*columns, strict=True), kinds, strict=True)]
    return Data(names, device, facts, list(scalar_texts), np.stack(xs), *arrays, **texts.arrays())


def values_of(row):
    """The values of a row's scalars, as texts."""
    return tuple(a["value"] for a in row["args"] if a["kind"] == "scalar")


def scalars_of(row):
    """The integer scalars in words; those that are the global size say so."""
    words = []
    for a in row["args"]:
        if a["kind"] == "scalar" and str(a["value"]).lstrip("-").isdigit():
            words.append(f"{a['name']}={'global' if int(a['value']) == row['gsize'] else a['value']}")
    return " ".join(words)


def _columns(r, doc, source, over, scalars, same):
    weight = 1.0 if r.get("weight") is None else r["weight"]
    name = f"{r['kernel_path']}:{r['kernel']}"
    family = r.get("family") or source
    y = math.log2(r["execution_time"] / 1000)
    return (
        y,
        weight,
        doc,
        r.get("split") or "",
        family,
        source,
        name,
        r.get("pattern") or "",
        r.get("class") or "",
        r["gsize"],
        r["lsize"],
        scalars,
        same,
        over,
    )


def load(spec, tokenizer=None, tokenizer_text=""):
    """Data by a configuration's `data`, through its cache where it has one."""
    path = pathlib.Path(str(spec["file"]))
    if not path.is_file():
        raise UserError(f"data.file: {path}: no such file; `llmperf db export` writes one")
    if not spec["cache"]:
        return read(path, tokenizer, spec["max_tokens"], spec["max_rows"])
    stat = path.stat()
    key = f"3 {path.resolve()} {stat.st_size} {stat.st_mtime_ns} {spec['max_tokens']} {spec['max_rows']} {tokenizer_text}"
    cache = pathlib.Path(spec["cache"]) / (hashlib.blake2b(key.encode(), digest_size=12).hexdigest() + ".npz")
    if cache.is_file():
        return _from_cache(cache)
    data = read(path, tokenizer, spec["max_tokens"], spec["max_rows"])
    cache.parent.mkdir(parents=True, exist_ok=True)
    new = cache.with_suffix(".new.npz")
    arrays = {f.name: getattr(data, f.name) for f in dataclasses.fields(Data)[HEAD:]}
    np.savez(new, head=json.dumps([data.names, data.device, data.facts, data.scalar_texts]), **arrays)
    new.rename(cache)
    return data


def _from_cache(cache):
    with np.load(cache) as z:
        head = json.loads(str(z["head"]))
        return Data(*head, **{f.name: z[f.name] for f in dataclasses.fields(Data)[HEAD:]})
