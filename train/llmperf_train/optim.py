"""AdamW, the course of the learning rate, the moving average of the weights."""

import math

import torch

from .config import UserError

DEFAULTS = {
    "lr": 1e-3,
    "warmup": 200,
    "decay": "cosine",
    "betas": [0.9, 0.98],
    "weight_decay": 0.05,
    "clip": 1.0,
    "ema": 0.0,
}


def rate(spec, step, steps, position):
    """Factor of the learning rate: a linear rise over `warmup` steps, then linear or cosine to 0; `position` is the share of the
    schedule that is done, step / steps or more where time is short."""
    rise = min((step + 1) / max(spec["warmup"], 1), 1.0)
    begin = min(spec["warmup"] / max(steps, 1), 0.5)
    done = min(max((position - begin) / (1 - begin), 0.0), 1.0)
    if spec["decay"] == "linear":
        return rise * (1 - done)
    if spec["decay"] == "cosine":
        return rise * 0.5 * (1 + math.cos(math.pi * done))
    if spec["decay"] == "none":
        return rise
    raise UserError(f"optim.decay: linear, cosine or none is expected, not {spec['decay']!r}")


def adamw(spec, model, fused):
    """Weight decay for matrices of linear layers only."""
    decayed, plain = [], []
    for name, p in model.named_parameters():
        (decayed if p.dim() == 2 and "wte" not in name and "embedding" not in name else plain).append(p)
    groups = [{"params": decayed, "weight_decay": spec["weight_decay"]}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=spec["lr"], betas=tuple(spec["betas"]), fused=fused)


def set_rate(optimizer, spec, step, steps, position=None):
    factor = rate(spec, step, steps, step / steps if position is None else position)
    for group in optimizer.param_groups:
        group["lr"] = spec["lr"] * factor
    return optimizer.param_groups[0]["lr"]


class Average:
    """Exponential moving average of the weights; of nothing where the decay is 0."""

    def __init__(self, model, decay):
        self.decay = decay
        self.values = [p.detach().clone() for p in model.parameters()] if decay else []

    @torch.no_grad()
    def update(self, model, step):
        if self.decay:
            share = 1 - min(self.decay, (1 + step) / (10 + step))
            torch._foreach_lerp_(self.values, list(model.parameters()), share)

    @torch.no_grad()
    def swap(self, model):
        """Exchanges the model's weights and the average."""
        for v, p in zip(self.values, model.parameters(), strict=self.decay != 0) if self.decay else ():
            kept = p.detach().clone()
            p.copy_(v)
            v.copy_(kept)
