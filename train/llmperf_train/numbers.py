"""Numbers in a text: which tokens begin one, and p = log2(1 + value) there (0: none; the value 0 has p = 0 and needs a mark).

The number embedding has 65 rows; p and whether there is a number travel as one float: -1 where there is none.
"""

import math
import re

import numpy as np

NUMBER = re.compile(r"(?<![A-Za-z0-9_.])[0-9]+")
ROWS = 65
NONE = -1.0


def positions(text, encoding):
    """float32 a token: p of the number that begins in it, NONE elsewhere."""
    out = np.full(len(encoding.ids), NONE, np.float32)
    for m in NUMBER.finditer(text):
        token = encoding.char_to_token(m.start())
        if token is not None:
            out[token] = math.log2(1 + min(int(m.group()), 2**64 - 1))
    return out
