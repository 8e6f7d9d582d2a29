"""A roofline with a few fitted constants: time = start + the slowest of what the static features count."""

import numpy as np
import torch

# Counts per work-item that take the same resource.
RESOURCES = {
    "global": ["load_global_bytes", "store_global_bytes"],
    "local": ["load_local_bytes", "store_local_bytes"],
    "compute": ["flop", "iop"],
    "special": ["special", "atomics"],
}


def amounts(data, rows):
    """(rows, resources) of a whole launch."""
    at = {n: i for i, n in enumerate(data.names)}
    raw = np.exp2(np.nan_to_num(data.x[rows], nan=0.0).astype(np.float64)) - 1
    items = raw[:, at["launch.global_size"]]
    return np.stack([sum(raw[:, at[n]] for n in names if n in at) * items for names in RESOURCES.values()], 1)


def times(log_start, log_cost, a):
    """log2 of microseconds."""
    return torch.log2(torch.exp2(log_start) + (torch.exp2(log_cost) * a).amax(1))


def fit(data, rows, steps=400):
    """(start, cost of each resource) that make the mean error in log2 least."""
    a = torch.from_numpy(amounts(data, rows))
    y = torch.from_numpy(data.y[rows].astype(np.float64))
    start = y.quantile(0.05).clone().requires_grad_()
    cost = torch.full((a.shape[1],), -20.0, dtype=torch.float64).requires_grad_()
    optimizer = torch.optim.Adam([start, cost], lr=0.1)
    for _ in range(steps):
        loss = (times(start, cost, a) - y).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return start.detach(), cost.detach()


def predict(constants, data, rows):
    return times(*constants, torch.from_numpy(amounts(data, rows))).numpy()
