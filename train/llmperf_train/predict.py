"""Predictions of a network, and of a model folder with its trees, for rows of the data."""

import pathlib

import numpy as np
import torch
from tqdm import tqdm

from . import folder
from .config import UserError
from .features import Normaliser
from .packing import Packer


def columns(data, names):
    """x of the named features; NaN where the rows have none of that name."""
    at = {n: i for i, n in enumerate(data.names)}
    out = np.full((len(data.y), len(names)), np.nan, np.float32)
    for j, n in enumerate(names):
        if n in at:
            out[:, j] = data.x[:, at[n]]
    return out


def normalised(data, head):
    """Normalised features of a head, (rows, 0) where it has none."""
    f = head.get("features")
    if not f:
        return np.zeros((len(data.y), 0), np.float32)
    return Normaliser(f["names"], f["mean"], f["std"])(columns(data, f["names"]))


def autocast(device, precision):
    return torch.autocast(device.type, torch.bfloat16, enabled=precision == "bf16")


@torch.no_grad()
def network(model, packer, rows, device, precision="f32", quiet=True, plan=None):
    """(rows, outputs) by row number of the data, NaN for rows that do not fit; `plan` is that of the rows, if there is one."""
    was = model.training
    model.eval()
    out = np.full((len(packer.data.y), 3), np.nan)
    found = []  # fetched at the end: the device is not waited for in between
    for packed in tqdm(packer.plan(rows) if plan is None else plan, disable=quiet, desc="predict", leave=False):
        batch = packer.build(packed)
        with autocast(device, precision):
            found.append((batch.row, batch.valid, model(batch.to(device))))
    for row, valid, got in found:
        out[row[valid].numpy(), : got.shape[-1]] = got.cpu()[valid].numpy()
    model.train(was)
    return out[rows]


def row_length(data, rows, multiple=64):
    """A row length that every launch fits into."""
    doc_len, row_len = data.lengths()
    total = doc_len[data.doc[rows]] + row_len[rows]
    return -(-max(int(total.max(initial=0)), 512) // multiple) * multiple


def of_folder(path, data, rows, device, batch=4, quiet=True, known=None):
    """(median, lo, hi) in log2 of microseconds of a whole folder, as the model folder defines them; NaN: no interval, or too long.

    known: (rows, outputs) of its network where they have been saved, which is not run then.
    """
    path = pathlib.Path(path)
    model, head = folder.load(path) if known is None else (None, folder.config_of(path)["perf_head"])
    out = known
    weight = head.get("network_weight", 1)
    medians, below, above = [], [], []
    for sides in _of_trees(path, head, data, rows):
        medians.append(sides["median"])
        if "below" in sides:
            below.append(sides["below"])
            above.append(sides["above"])
    if model is not None:
        packer = Packer(data, normalised(data, head), row_length(data, rows), batch, 32, model.places())
        out = network(model.to(device), packer, rows, device, quiet=quiet)
    if out is not None:
        medians.append((weight, out[:, 0]))
        if head.get("outputs") == 3:
            below.append((weight, out[:, 1]))
            above.append((weight, out[:, 2]))
    below, above = (mean(side) if side else np.nan for side in (below, above))
    return interval(mean(medians), below, above, head.get("widen", 0))


def interval(median, below, above, widen):
    """(median, lo, hi) of how far the ends are off the median, each widened and none beyond it; NaN stays."""
    return median, median - np.maximum(below + widen, 0), median + np.maximum(above + widen, 0)


def _of_trees(path, head, data, rows):
    if not head.get("trees"):
        return []
    from . import trees  # where there are none, their libraries need not be installed

    return trees.of_folder(path, head, data, rows)


def mean(pairs):
    """The weighted mean of (weight, values)."""
    return sum(w * v for w, v in pairs) / sum(w for w, _ in pairs)


def saved(path, data):
    """(rows, outputs, widening) that fit saved of a network (save.predictions)."""
    try:
        with np.load(path) as z:
            row, y, out, widen = z["row"], z["y"], z["out"].astype(np.float64), float(z["widen"])
    except (OSError, ValueError, KeyError) as e:
        raise UserError(f"{path}: {e}; fit writes it with save.predictions") from e
    if len(row) and (row.max() >= len(data.y) or not np.array_equal(data.y[row], y)):
        raise UserError(f"{path}: is of other rows than data.file")
    return row, out, widen


def of_saved(path, data):
    """(median, lo, hi) of every row by saved predictions, NaN where there is none."""
    row, out, widen = saved(path, data)
    found = np.full((3, len(data.y)), np.nan)
    found[:, row] = interval(*out.T, widen)
    return found
