"""Losses over (rows,) predictions and targets in log2 of microseconds; each returns one value a row."""

import math

import torch
from torch.nn import functional as F

from .config import UserError

DEFAULTS = {
    "kind": "huber",  # huber, l1, mse or weighted_mse
    "delta": 0.5,  # of huber
    "relative": [0.4, 0.8],  # shares of the steps between which the relative loss takes over; null: never
    "tail": 1.0,  # of weighted_mse: weight 1 + tail * (how many octaves beyond the middle of the training times)
    "interval": 0.3,  # weight of the interval's pinball loss
}


def relative(p, y):
    """|2^(p - y) - 1|, going on as a straight line from 1 upwards."""
    d = p - y
    inside = (torch.exp2(d.clamp(max=1.0)) - 1).abs()
    return inside + 2 * math.log(2) * (d - 1).clamp(min=0)


def plain(spec, p, y, middle):
    """The loss that training starts with."""
    kind = spec["kind"]
    if kind == "huber":
        return F.huber_loss(p, y, reduction="none", delta=spec["delta"]) / spec["delta"]
    if kind == "l1":
        return (p - y).abs()
    if kind == "mse":
        return (p - y) ** 2
    if kind == "weighted_mse":
        return (1 + spec["tail"] * (y - middle).clamp(min=0)) * (p - y) ** 2
    raise UserError(f"loss.kind: huber, l1, mse or weighted_mse is expected, not {kind!r}")


def pinball(error, q):
    """Of error = target - prediction, for the quantile q."""
    return torch.maximum(q * error, (q - 1) * error)


def share_relative(spec, done):
    """How much of the relative loss after this share of the steps."""
    if not spec["relative"]:
        return 0.0
    begin, end = spec["relative"]
    return min(max((done - begin) / max(end - begin, 1e-9), 0.0), 1.0)


def total(spec, out, y, share, middle, interval):
    """(rows,) loss of outputs (rows, 1 or 3); `share` is that of the relative loss (a number or a tensor)."""
    p = out[:, 0]
    loss = (1 - share) * plain(spec, p, y, middle) + share * relative(p, y)
    if out.shape[1] == 3 and spec["interval"]:
        tail, error = (1 - interval) / 2, y - p.detach()
        sides = pinball(error + out[:, 1], tail) + pinball(error - out[:, 2], 1 - tail)
        loss = loss + spec["interval"] * sides
    return loss
