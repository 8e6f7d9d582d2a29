"""Checkpoints: all that a training needs to go on as if it had not stopped. Dropout is seeded by the step, so no generator is in it."""

import dataclasses

import torch

from .config import UserError


@dataclasses.dataclass
class Progress:
    """Where a training stands."""

    step: int = 0
    epoch: int = 0
    index: int = 0  # of the next batch of the epoch
    best: float = float("inf")
    best_step: int = 0
    bad: int = 0  # evaluations since the best
    finished: bool = False
    seconds: float = 0.0  # that the steps took so far


def save(path, progress, model, optimizer, average, best, fingerprint):
    """Written beside the old one, then put in its place."""
    new = path.with_suffix(".new")
    state = {
        "progress": dataclasses.asdict(progress),
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "average": average.values,
        "best": best,
        "fingerprint": fingerprint,
    }
    torch.save(state, new)
    new.replace(path)


def load(path, model, optimizer, average, fingerprint):
    """(progress, best weights) of a checkpoint; a new start where there is none."""
    if not path.is_file():
        return Progress(), None
    state = torch.load(path, map_location="cpu", weights_only=True)
    if state["fingerprint"] != fingerprint:
        raise UserError(f"{path}: of another configuration; choose another `out` or remove it")
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    for v, saved in zip(average.values, state["average"], strict=True):
        v.copy_(saved)
    return Progress(**state["progress"]), state["best"]
