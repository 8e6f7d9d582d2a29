"""Writes the network of tests/golden-model: random weights, token ids and what transformers makes of them, for make test without Python.

Usage: make_golden_network.py. states.json has the ids of a prefix and of suffixes and, by layers and by positions, the states of each.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent))
import common
import make_tiny_codegen as tiny
from test_forward import ids_of, in_torch

VOCAB = tiny.SHAPES["golden"]["vocab_size"]


def main():
    folder = common.ROOT / "tests/golden-model"
    torch.set_grad_enabled(False)
    rng = np.random.default_rng(9)
    model = tiny.random_model("golden", 5)
    tiny.save(model, folder, "f32", 1, "transformer.")
    job = [("prefix", ids_of(rng, 20, VOCAB))] + [("suffix", ids_of(rng, n, VOCAB)) for n in (1, 3, 17)]
    golden = {"prefix": job[0][1], "suffixes": [ids for _, ids in job[1:]]}
    for where, n in (("layers", 3), ("positions", 4)):
        golden[where] = {"n": n, "states": [[float(f"{v:.9g}") for v in row] for row in in_torch(model, job, where, n)]}
    (folder / "states.json").write_text(json.dumps(golden) + "\n")


if __name__ == "__main__":
    main()
