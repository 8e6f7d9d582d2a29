"""Lets the head learn from the features alone before the text is read: training then starts where a network of features ends, and the
text learns what they leave. The head's shape is that of the model folder; its weights for the text start small.
"""

import torch

from . import losses
from .model import Head, outputs_of

DEFAULTS = {"steps": 0, "batch": 4096, "lr": 2e-3, "text": 0.1}  # text: factor of the first weights for the text


def train(spec, model, x, y, loss, seed, device):
    """Trains a copy of the head without its text on x (rows, features) and y, then puts it into the head. Returns the last loss."""
    head, config = model.perf_head, model.head_config
    n = x.shape[1]
    torch.manual_seed(seed)
    own = Head([n, *(layer.out_features for layer in head.layers)], config.get("activation", "relu")).to(device)
    with torch.no_grad():
        own.layers[-1].bias.copy_(head.layers[-1].bias)
    x, y = torch.from_numpy(x).to(device), torch.from_numpy(y).to(device)
    optimizer = torch.optim.AdamW(own.parameters(), lr=spec["lr"], weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, spec["lr"], total_steps=spec["steps"])
    middle, interval = float(y.mean()), config.get("interval", 0.9)
    for _ in range(spec["steps"]):
        rows = torch.randint(len(y), (spec["batch"],), device=device)
        each = losses.total(loss, outputs_of(own(x[rows]), config), y[rows], 0.0, middle, interval)
        optimizer.zero_grad(set_to_none=True)
        each.mean().backward()
        optimizer.step()
        schedule.step()
    with torch.no_grad():
        for mine, theirs in zip(own.layers, head.layers, strict=True):
            if mine is own.layers[0]:
                theirs.weight[:, -n:] = mine.weight
                theirs.weight[:, :-n] *= spec["text"]
            else:
                theirs.weight.copy_(mine.weight)
            theirs.bias.copy_(mine.bias)
    return float(each.mean())
