"""Columns of a pack: lists of as many entries as a kernel has launches, written so that little is left to compress.

A column is [v] where all entries are v, a number N where it is the same as the N-th column that was written as a list, else the list.
Texts are cut into what is between their numbers, which few of them differ in, and the numbers, which are columns.
"""

import re

NUMBERS = re.compile(r"(0|[1-9][0-9]{0,17})")


class Writer:
    def __init__(self):
        self.known = {}

    def column(self, v):
        if all(e == v[0] and type(e) is type(v[0]) for e in v):
            return v[:1]
        key = tuple(map(repr, v))
        if key in self.known:
            return self.known[key]
        self.known[key] = len(self.known)
        return list(v)

    def texts(self, texts):
        """[which pattern each has, [[pattern, columns of its numbers], ...]]."""
        cut = [NUMBERS.split(t) for t in texts]
        patterns = {}
        which = [patterns.setdefault("\0".join(c[::2]), len(patterns)) for c in cut]
        whole, out = self.column(which), []
        for pattern, i in patterns.items():
            rows = [list(map(int, c[1::2])) for c, w in zip(cut, which, strict=True) if w == i]
            out.append([pattern, [self.column(list(v)) for v in zip(*rows, strict=True)]])
        return [whole, out]


class Reader:
    def __init__(self, n):
        self.n, self.known = n, []

    def column(self, c, n=None):
        """The entries; `n` of them where it is not as many as there are launches."""
        if isinstance(c, int):
            return self.known[c]
        if len(c) == 1:
            return c * (self.n if n is None else n)
        self.known.append(c)
        return c

    def texts(self, coded):
        which = self.column(coded[0])
        made = []
        for i, (pattern, numbers) in enumerate(coded[1]):
            n = which.count(i)
            parts = pattern.split("\0")
            filled = [self.column(c, n) for c in numbers]
            one = "%s".join(p.replace("%", "%%") for p in parts)
            made.append(iter([one % v for v in zip(*filled, strict=True)] if filled else [one % ()] * n))
        return [next(made[w]) for w in which]
