"""Writes tests/golden-model: a small tokenizer and what the tokenizers library makes of some texts, for make test without Python.

Usage: make_golden.py. tokenizer.json is trained on a few kernels of the corpus; tokens.txt has one text a line: its bytes as hexadecimal
digits, a colon, its ids.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import common
import tokenizers_made as made
from test_tokenizer import expected, random_texts

VOCAB = 600
TEXTS = 200
SEED = 7


def main():
    folder = common.ROOT / "tests/golden-model"
    corpus = [k for _, k in common.kernels()]
    tok = made.train([k.decode() for k in corpus[::16]], VOCAB, True)
    tok = made.with_added(tok, [made.AddedToken(" " * n, normalized=True) for n in (8, 4)])
    tok.save(str(folder / "tokenizer.json"), pretty=False)
    texts = [k for k in corpus[3::160] if len(k) < 2000] + random_texts(random.Random(SEED), TEXTS)
    with open(folder / "tokens.txt", "w", encoding="ascii") as out:
        for t in texts:
            print(f"{t.hex()}:", *expected(tok, t), file=out)


if __name__ == "__main__":
    main()
