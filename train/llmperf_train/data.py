"""The export of a campaign as arrays.

What stays of a text is its tokens: those that begin all prompts of a kernel once, as the kernel's document, of each row the rest.
Several processes tokenise where the file is large.
"""

import dataclasses
import hashlib
import itertools
import json
import math
import multiprocessing
import os
import pathlib

import numpy as np

from . import groups, numbers
from .config import UserError
from .features import LAUNCH, log_of

DEFAULTS = {
    "file": None,  # an export, or a pack of one
    "cache": None,
    "max_tokens": 2048,
    "max_rows": 0,  # of a JSONL
    "facts": True,  # false: without the prompts' facts
    "workers": 0,  # processes that tokenise; 0: as many as there are cores for a large file, else one
}
LARGE = 1 << 20  # bytes of a pack, or of a hundredth of a JSONL
HEAD = 4  # fields of Data that are no arrays
CHUNK = 64  # kernels that a process takes at a time


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


NUMBERS = ("gsize", "lsize", "scalars", "same")
TEXTS = ("split", "family", "source", "kernel", "pattern", "cls")  # fields of Data that are texts


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


class Texts:
    """Prompts of one kernel at a time to tokens."""

    def __init__(self, tokenizer, max_tokens):
        self.tokenizer, self.max_tokens = tokenizer, max_tokens
        self.doc_tokens, self.doc_p, self.row_tokens, self.row_p = [], [], [], []

    def add(self, head, tails):
        """Returns for each prompt whether it is too long."""
        if self.tokenizer is None:
            self._keep([], [], [([], [])] * len(tails))
            return [False] * len(tails)
        begin = self._encode([head])[0]
        first = self.tokenizer.encode(head + tails[0], add_special_tokens=False).ids
        pairs = self._encode(tails)
        if [*begin[0], *pairs[0][0]] != first:  # a tokenizer that does not cut at the end of a line
            begin, pairs = self._encode([""])[0], self._encode([head + t for t in tails])
        long = [len(begin[0]) + len(t) > self.max_tokens for t, _ in pairs]
        fit = [p for p, over in zip(pairs, long, strict=True) if not over]
        n = common_prefix(fit)
        same = [np.r_[begin[i], fit[0][i][:n]] for i in (0, 1)] if fit else ([], [])
        self._keep(*same, [([], []) if over else (t[n:], p[n:]) for (t, p), over in zip(pairs, long, strict=True)])
        return long

    def _encode(self, texts):
        """[(tokens, number positions)]."""
        encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        return [(np.array(e.ids, np.int64), numbers.positions(t, e)) for t, e in zip(texts, encoded, strict=True)]

    def _keep(self, tokens, p, rows):
        self.doc_tokens.append(np.array(tokens, np.int32))
        self.doc_p.append(np.array(p, np.float32))
        self.row_tokens += [np.array(t, np.int32) for t, _ in rows]
        self.row_p += [np.array(v, np.float32) for _, v in rows]

    def arrays(self):
        """The flat arrays, by name; of the starts the lengths."""

        def flat(parts, kind):
            return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)

        return {
            "doc_len": np.array([len(p) for p in self.doc_tokens], np.int64),
            "row_len": np.array([len(p) for p in self.row_tokens], np.int64),
            "doc_tokens": flat(self.doc_tokens, np.int32),
            "doc_p": flat(self.doc_p, np.float32),
            "row_tokens": flat(self.row_tokens, np.int32),
            "row_p": flat(self.row_p, np.float32),
        }


class Worker:
    """Turns some groups (or lines of a pack) into arrays; what it needs travels to its process once."""

    def __init__(self, tokenizer_text, spec, names):
        self.text, self.spec, self.names, self.tokenizer = tokenizer_text, spec, names, None

    def __call__(self, items):
        if self.text and self.tokenizer is None:
            from tokenizers import Tokenizer

            self.tokenizer = Tokenizer.from_str(self.text)
        texts = Texts(self.tokenizer, self.spec["max_tokens"])
        fields = {"x": [], "y": [], "weight": [], "doc": [], "long": [], "facts": [], **{n: [] for n in (*TEXTS, *NUMBERS)}}
        for doc, item in enumerate(items):
            g = groups.decoded(item) if isinstance(item, str) else item
            g = g if self.spec["facts"] else g.without_facts()
            n = len(g.time)
            fields["facts"].append("Fact: " in g.head or "Fact: " in g.tails[0])
            fields["long"] += texts.add(g.head, g.tails)
            fields["x"].append(np.stack([log_of(g.values.get(name), n) for name in self.names], 1))
            fields["y"] += [math.log2(t / 1000) for t in g.time]
            fields["weight"] += [1.0 if w is None else w for w in g.weight]
            fields["doc"] += [doc] * n
            fields["source"] += [g.source] * n
            fields["kernel"] += [g.name] * n
            for name, label in (("split", "split"), ("family", "family"), ("pattern", "pattern"), ("cls", "class")):
                fields[name] += g.labels[label]
            fields["gsize"] += g.values["launch.global_size"]
            fields["lsize"] += g.values["launch.local_size"]
            fields["scalars"] += g.scalars
            fields["same"] += [len(fields["y"]) - n + i for i in g.same]
        kinds = {"y": np.float32, "weight": np.float32, "long": bool, "facts": bool} | dict.fromkeys(
            ("doc", "gsize", "lsize", "same"), np.int64
        )
        arrays = {k: np.concatenate(v) if k == "x" else np.array(v, kinds.get(k, str)) for k, v in fields.items()}
        return arrays | texts.arrays()


_worker = None


def _start(worker):
    global _worker
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    _worker = worker


def _work(items):
    return _worker(items)


def read(path, tokenizer_text="", spec=None):
    """Data of a file; without a tokenizer it has no tokens."""
    spec = {**DEFAULTS, **(spec or {})}
    if groups.is_pack(path):
        header, items = groups.open_pack(path)
        device, size, group_of = header["device"], os.path.getsize(path), groups.decoded
    else:
        device, items = groups.of_file(path, spec["max_rows"])
        size, group_of = os.path.getsize(path) // 100, lambda group: group
    items = iter(items)
    first = next(items, None)
    if first is None:
        raise UserError(f"{path}: no row with a time")
    names = LAUNCH + sorted(set(group_of(first).values) - set(LAUNCH))
    chunks = _chunks(itertools.chain([first], items))
    worker = Worker(tokenizer_text, spec, names)
    count = spec["workers"] or (min(os.cpu_count(), 32) if size > LARGE else 1)
    if count == 1:
        parts = list(map(worker, chunks))
    else:
        with multiprocessing.get_context("spawn").Pool(count, _start, (worker,)) as pool:
            parts = list(pool.imap(_work, chunks))
    return _joined(names, device, parts)


def _chunks(items):
    while chunk := list(itertools.islice(items, CHUNK)):
        yield chunk


def starts(arrays):
    """The arrays of Texts with where each document and row begins in place of how long it is."""
    return {k.replace("_len", "_start"): np.r_[0, np.cumsum(v)] if k.endswith("_len") else v for k, v in arrays.items()}


def _joined(names, device, parts):
    """Data of what workers made."""
    for field, of in (("doc", "doc_len"), ("same", "y")):
        before = np.cumsum([0, *(len(p[of]) for p in parts)])
        for p, n in zip(parts, before, strict=False):
            p[field] += n
    arrays = {k: np.concatenate([p[k] for p in parts]) for k in parts[0]}
    facts = bool(arrays.pop("facts").any())
    scalar_texts, arrays["scalars"] = np.unique(arrays["scalars"], return_inverse=True)
    return Data(names, device, facts, scalar_texts.tolist(), **starts(arrays))


def load(spec, tokenizer=None, tokenizer_text=""):
    """Data by a configuration's `data`, through its cache where it has one."""
    path = pathlib.Path(str(spec["file"]))
    if not path.is_file():
        raise UserError(f"data.file: {path}: no such file; `llmperf db export` writes one")
    text = tokenizer_text if tokenizer is not None else ""
    if not spec["cache"]:
        return read(path, text, spec)
    cache = pathlib.Path(spec["cache"]) / f"{cache_key(path, text, spec)}.npz"
    if cache.is_file():
        return _from_cache(cache)
    data = read(path, text, spec)
    cache.parent.mkdir(parents=True, exist_ok=True)
    new = cache.with_suffix(f".{os.getpid()}.npz")
    arrays = {f.name: getattr(data, f.name) for f in dataclasses.fields(Data)[HEAD:]}
    for name in TEXTS:
        arrays[name], arrays[f"{name}_at"] = np.unique(arrays[name], return_inverse=True)
    np.savez(new, head=json.dumps([data.names, data.device, data.facts, data.scalar_texts]), **arrays)
    new.rename(cache)
    return data


def cache_key(path, tokenizer_text, spec):
    """Of a pack's contents, wherever it lies; of a JSONL's place, size and time."""
    stat = path.stat()
    if groups.is_pack(path):
        of_file = hashlib.blake2b(path.read_bytes(), digest_size=12).hexdigest()
    else:
        of_file = f"{path.resolve()} {stat.st_size} {stat.st_mtime_ns}"
    key = f"3 {of_file} {spec['max_tokens']} {spec['max_rows']} {spec['facts']} {tokenizer_text}"
    return hashlib.blake2b(key.encode(), digest_size=12).hexdigest()


def _from_cache(cache):
    with np.load(cache) as z:
        head = json.loads(str(z["head"]))
        arrays = {f.name: z[f.name] for f in dataclasses.fields(Data)[HEAD:]}
        for name in TEXTS:
            arrays[name] = arrays[name][z[f"{name}_at"]]
        return Data(*head, **arrays)
