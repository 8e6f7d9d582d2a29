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
BLOCK = 128
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

    def pinned(self):
        """In memory that a GPU reads by itself."""
        return Batch(**{f.name: getattr(self, f.name).pin_memory() for f in dataclasses.fields(self)})


def mask(doc, seg):
    """(B, 1, L, L): whether query i may look at key j."""
    same = doc[:, :, None] == doc[:, None, :]
    seen = (seg[:, None, :] == 0) | (seg[:, :, None] == seg[:, None, :])
    index = torch.arange(doc.shape[1], device=doc.device)
    return (same & seen & (index[None, :] <= index[:, None]))[:, None]


def added_mask(doc, seg, kind):
    """The mask as what is added to scores: made once, not in each layer."""
    return torch.zeros((), dtype=kind, device=doc.device).masked_fill(~mask(doc, seg), float("-inf"))


def block_mask(doc, seg):
    """The mask for FlexAttention, which leaves out blocks of BLOCK x BLOCK that nobody looks at. L is a multiple of BLOCK."""
    from torch.nn.attention.flex_attention import BlockMask

    def allowed(b, h, q, k):
        return (doc[b, q] == doc[b, k]) & ((seg[b, k] == 0) | (seg[b, q] == seg[b, k])) & (k <= q)

    b, n = doc.shape[0], doc.shape[1] // BLOCK
    cells = mask(doc, seg).view(b, 1, n, BLOCK, n, BLOCK)
    some, every = cells.any(5).any(3), cells.all(5).all(3)

    def listed(blocks):
        order = blocks.to(torch.int32).argsort(dim=-1, descending=True, stable=True)
        return blocks.sum(-1, dtype=torch.int32), order.to(torch.int32)

    return BlockMask.from_kv_blocks(*listed(some & ~every), *listed(every), BLOCK_SIZE=BLOCK, mask_mod=allowed)


@dataclasses.dataclass
class Pieces:
    """What a batch is put together from: documents and suffixes, then launches."""

    size: np.ndarray  # of each piece: tokens
    source: np.ndarray  # where they are in all tokens
    begin: np.ndarray  # first cell of the batch
    pos: np.ndarray  # position of the first token
    unit: np.ndarray
    seg: np.ndarray
    offset: np.ndarray  # of each token: place in its piece
    rows: np.ndarray  # of each launch: row of the data
    packed: np.ndarray  # its packed row
    launch: np.ndarray  # its place among the launches there
    document: np.ndarray  # first cell of its document
    suffix: np.ndarray  # and of its own tokens


class Packer:
    """Plans and builds batches of some rows of the data."""

    def __init__(self, data, x, length, batch, launches, states=1, most=0):
        self.data, self.x, self.length, self.batch, self.launches = data, x, length, batch, launches
        self.states = states
        self.most = most or max(1, length // 32)
        self.doc_len, self.row_len = data.lengths()
        self.tokens, self.p = np.r_[data.doc_tokens, data.row_tokens], np.r_[data.doc_p, data.row_p]

    def usable(self, rows):
        """Rows that fit into a row of their own."""
        total = self.doc_len[self.data.doc[rows]] + self.row_len[rows]
        return rows[~self.data.long[rows] & (self.row_len[rows] > 0) & (total <= self.length)]

    def units(self, rows, rng):
        """[(document, rows)]: the launches of each kernel in random groups; in order where rng is None."""
        rows = rng.permutation(rows) if rng else rows
        grouped = rows[np.argsort(self.data.doc[rows], kind="stable")]
        docs = self.data.doc[grouped]
        first = np.r_[0, np.flatnonzero(np.diff(docs)) + 1]
        counts = np.diff(np.r_[first, len(docs)])
        room = (self.length - self.doc_len[docs[first]]) // np.maximum.reduceat(self.row_len[grouped], first)
        size = np.clip(room, 1, min(self.launches, self.most))  # launches of a unit, by document
        rank = np.arange(len(docs)) - np.repeat(first, counts)
        begin = np.flatnonzero(rank % np.repeat(size, counts) == 0)
        out = list(zip(docs[begin].tolist(), np.split(grouped, begin[1:]), strict=True))
        return [out[i] for i in rng.permutation(len(out))] if rng else out

    def plan(self, rows, rng=None):
        """Batches of packed rows, a packed row being a list of units. Rows that do not fit are left out."""
        rows = self.usable(np.asarray(rows))
        if len(rows) == 0:
            return []
        packed, open_rows = [], []  # an open row: [tokens, launches, units]
        units = self.units(rows, rng)
        tokens = np.add.reduceat(self.row_len[np.concatenate([g for _, g in units])], np.cumsum([0, *(len(g) for _, g in units[:-1])]))
        sizes = (tokens + self.doc_len[[d for d, _ in units]]).tolist()
        for (doc, group), size in zip(units, sizes, strict=True):
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
        tokens, pos, seg = (np.zeros(b * n, np.int32) for _ in range(3))
        p, doc = np.full(b * n, NONE, np.float32), np.full(b * n, PADDING, np.int32)
        at, row = np.zeros((b, r, self.states), np.int64), np.full((b, r), -1, np.int64)
        x, y = np.zeros((b, r, self.x.shape[1]), np.float32), np.zeros((b, r), np.float32)
        if packed:
            u = self._units(packed)
            cell = np.repeat(u.begin, u.size) + u.offset
            source = np.repeat(u.source, u.size) + u.offset
            tokens[cell], p[cell] = self.tokens[source], self.p[source]
            pos[cell] = np.repeat(u.pos, u.size) + u.offset
            doc[cell], seg[cell] = np.repeat(u.unit, u.size), np.repeat(u.seg, u.size)
            where = u.packed, u.launch
            at[where] = self._places(u)
            x[where], y[where], row[where] = self.x[u.rows], self.data.y[u.rows], u.rows
        flat = (v.reshape(b, n) for v in (tokens, p, pos, doc, seg))
        return Batch(*map(torch.from_numpy, (*flat, at, x, y, row >= 0, row)))

    def _units(self, packed):
        """Pieces (documents and suffixes, in the order of their cells) and launches of some packed rows."""
        docs = np.array([d for units in packed for d, _ in units])
        groups = [g for units in packed for _, g in units]
        counts = np.array([len(g) for g in groups])
        rows, unit = np.concatenate(groups), np.repeat(np.arange(len(docs)), counts + 1)
        first = np.cumsum(counts + 1) - counts - 1  # pieces that are documents
        seg = np.arange(len(unit)) - first[unit]
        of_doc, of_row = seg == 0, seg > 0
        size, source = np.zeros(len(unit), np.int64), np.zeros(len(unit), np.int64)
        size[of_doc], size[of_row] = self.doc_len[docs], self.row_len[rows]
        source[of_doc], source[of_row] = self.data.doc_start[docs], len(self.data.doc_tokens) + self.data.row_start[rows]
        total = np.cumsum(size) - size  # cells before each piece if no packed row had padding
        packed_of = np.repeat(np.arange(len(packed)), [len(units) for units in packed])  # by unit
        new = np.r_[True, packed_of[1:] != packed_of[:-1]]
        begin = total + (packed_of * self.length - total[first[new]][packed_of])[unit]
        at_row = packed_of[unit[of_row]]
        launch = np.arange(len(rows)) - np.searchsorted(at_row, at_row)
        offset = np.arange(size.sum()) - np.repeat(total, size)
        pos = np.where(of_doc, 0, self.doc_len[docs][unit])
        return Pieces(size, source, begin, pos, unit, seg, offset, rows, at_row, launch, begin[first][unit[of_row]], begin[of_row])

    def _places(self, u):
        """Places of the last `states` tokens of each launch, oldest first, the first token again where there are fewer."""
        doc_len = self.doc_len[self.data.doc[u.rows]][:, None]
        index = np.maximum(doc_len + self.row_len[u.rows][:, None] - self.states + np.arange(self.states), 0)
        place = np.where(index < doc_len, u.document[:, None] + index, u.suffix[:, None] + index - doc_len)
        return place - (u.packed * self.length)[:, None]


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
