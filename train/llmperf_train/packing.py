"""Prompts packed into rows of a fixed length: a kernel's document once, then the suffixes of several of its launches.

A token sees the earlier tokens of its own document and of its own suffix, so that every launch gets what it would get alone;
rotary positions go on from the document's end for each suffix.
"""

import dataclasses

import numpy as np
import torch

from .config import UserError
from .numbers import NONE

PADDING = -1  # as a document
OPEN = 8  # rows that are filled at the same time: the fullest that has room takes what comes


@dataclasses.dataclass
class Batch:
    """Tensors of a batch: B rows of L tokens with at most R launches each."""

    tokens: torch.Tensor  # (B, L)
    p: torch.Tensor  # (B, L) numbers
    pos: torch.Tensor  # (B, L)
    doc: torch.Tensor  # (B, L) which document, PADDING
    seg: torch.Tensor  # (B, L) 0: the document, else which suffix
    at: torch.Tensor  # (B, R, P) where the states of a launch are read
    x: torch.Tensor  # (B, R, F) normalised features
    y: torch.Tensor  # (B, R)
    valid: torch.Tensor  # (B, R)
    row: torch.Tensor  # (B, R) row of the data

    def to(self, device):
        moved = {f.name: getattr(self, f.name).to(device, non_blocking=True) for f in dataclasses.fields(self)}
        return Batch(**moved)


def mask(doc, seg):
    """(B, 1, L, L): whether query i may look at key j."""
    same = doc[:, :, None] == doc[:, None, :]
    seen = (seg[:, None, :] == 0) | (seg[:, :, None] == seg[:, None, :])
    index = torch.arange(doc.shape[1], device=doc.device)
    return (same & seen & (index[None, :] <= index[:, None]))[:, None]


class Packer:
    """Plans and builds batches of some rows of the data."""

    def __init__(self, data, x, length, batch, launches, states=1, most=0):
        self.data, self.x, self.length, self.batch, self.launches = data, x, length, batch, launches
        self.states = states
        self.most = most or max(1, length // 32)
        self.doc_len, self.row_len = data.lengths()

    def usable(self, rows):
        """Rows that fit into a row of their own."""
        total = self.doc_len[self.data.doc[rows]] + self.row_len[rows]
        return rows[~self.data.long[rows] & (self.row_len[rows] > 0) & (total <= self.length)]

    def units(self, rows, rng):
        """[(document, rows)]: the launches of each kernel in random groups; in order where rng is None."""
        rows = rng.permutation(rows) if rng else rows
        out = []
        order = np.argsort(self.data.doc[rows], kind="stable")
        grouped = rows[order]
        docs = self.data.doc[grouped]
        for part in np.split(grouped, np.flatnonzero(np.diff(docs)) + 1):
            out += self._cut(part)
        return [out[i] for i in rng.permutation(len(out))] if rng else out

    def _cut(self, part):
        doc = int(self.data.doc[part[0]])
        units, now, used = [], [], self.doc_len[doc]
        for r in part:
            full = used + self.row_len[r] > self.length or len(now) == min(self.launches, self.most)
            if full and now:
                units.append((doc, now))
                now, used = [], self.doc_len[doc]
            now.append(int(r))
            used += self.row_len[r]
        return [*units, (doc, now)]

    def plan(self, rows, rng=None):
        """Batches of packed rows, a packed row being a list of units. Rows that do not fit are left out."""
        rows = self.usable(np.asarray(rows))
        if len(rows) == 0:
            return []
        packed, open_rows = [], []  # an open row: [tokens, launches, units]
        for doc, group in self.units(rows, rng):
            size = int(self.doc_len[doc] + self.row_len[group].sum())
            fit = [o for o in open_rows if o[0] + size <= self.length and o[1] + len(group) <= self.most]
            if fit:
                row = max(fit, key=lambda o: o[0])
            else:
                if len(open_rows) == OPEN:
                    fullest = max(range(OPEN), key=lambda i: open_rows[i][0])
                    packed.append(open_rows.pop(fullest)[2])
                row = [0, 0, []]
                open_rows.append(row)
            row[2].append((doc, group))
            row[0], row[1] = row[0] + size, row[1] + len(group)
        packed += [row[2] for row in open_rows]
        return [packed[i : i + self.batch] for i in range(0, len(packed), self.batch)]

    def build(self, packed):
        """The batch of some packed rows; always of the full shape."""
        if len(packed) > self.batch:
            raise UserError(f"{len(packed)} packed rows in a batch of {self.batch}")
        b, n, r = self.batch, self.length, self.most
        tokens, pos = np.zeros((b, n), np.int64), np.zeros((b, n), np.int64)
        p, doc = np.full((b, n), NONE, np.float32), np.full((b, n), PADDING, np.int64)
        seg = np.zeros((b, n), np.int64)
        at, row = np.zeros((b, r, self.states), np.int64), np.full((b, r), -1, np.int64)
        x, y = np.zeros((b, r, self.x.shape[1]), np.float32), np.zeros((b, r), np.float32)
        for i, units in enumerate(packed):
            begin, launch = 0, 0
            for which, (d, rows) in enumerate(units):
                source, source_p = self.data.document(d)
                first, m = begin, len(source)
                tokens[i, begin : begin + m], p[i, begin : begin + m] = source, source_p
                pos[i, begin : begin + m] = np.arange(m)
                begin += m
                for s, one in enumerate(rows):
                    t, tp = self.data.suffix(one)
                    end = begin + len(t)
                    tokens[i, begin:end], p[i, begin:end], seg[i, begin:end] = t, tp, s + 1
                    pos[i, begin:end] = m + np.arange(len(t))
                    at[i, launch] = self._places(first, m, begin, len(t))
                    x[i, launch], y[i, launch], row[i, launch] = self.x[one], self.data.y[one], one
                    begin, launch = end, launch + 1
                doc[i, first:begin] = which
        arrays = tokens, p, pos, doc, seg, at, x, y, row >= 0, row
        return Batch(*map(torch.from_numpy, arrays))

    def _places(self, first, doc_len, begin, n):
        """Places of the last `states` tokens of a launch, oldest first, the first token again where there are fewer."""
        index = np.maximum(np.arange(doc_len + n - self.states, doc_len + n), 0)
        return np.where(index < doc_len, first + index, begin + index - doc_len)


class FlatPacker:
    """Rows without text, for a network of features only: `batch` launches a batch."""

    def __init__(self, data, x, batch):
        self.inner, self.batch, self.data, self.x = Packer(data, x, 0, 1, batch, 1, batch), 1, data, x
        self.size = batch

    def usable(self, rows):
        return rows

    def plan(self, rows, rng=None):
        rows = rng.permutation(rows) if rng else np.asarray(rows)
        return [[rows[i : i + self.size]] for i in range(0, len(rows), self.size)]

    def build(self, packed):
        """A batch whose text is empty."""
        batch = self.inner.build([])
        for rows in packed:
            n = len(rows)
            batch.x[0, :n] = torch.from_numpy(self.x[rows])
            batch.y[0, :n] = torch.from_numpy(self.data.y[rows])
            batch.row[0, :n] = torch.from_numpy(np.asarray(rows))
            batch.valid[0, :n] = True
        return batch
