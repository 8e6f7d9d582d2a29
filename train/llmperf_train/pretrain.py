"""Language-model training of a body on text, before it learns times: rows of tokens from the kernels and from folders."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from tqdm import tqdm

from . import optim
from .predict import autocast
from .tokenizer import texts_of_folders

DEFAULTS = {
    "steps": 0,
    "folders": [],
    "suffixes": [".cl", ".clh", ".c", ".h", ".cu"],
    "length": 512,
    "batch": 32,
    "lr": 1e-3,
    "warmup": 200,
}
END = "<|endoftext|>"


class LanguageModel(nn.Module):
    """A body with a head over the vocabulary that is thrown away afterwards."""

    def __init__(self, body):
        super().__init__()
        self.body = body
        self.lm_head = nn.Linear(body.shape.n_embd, body.shape.vocab_size)
        nn.init.normal_(self.lm_head.weight, std=0.02)

    def forward(self, tokens):
        n = tokens.shape[1] - 1
        pos = torch.arange(n, device=tokens.device).expand(tokens.shape[0], n)
        state = self.body(self.body.wte(tokens[:, :-1]), pos, None)[-1]
        return F.cross_entropy(self.lm_head(state).float().flatten(0, 1), tokens[:, 1:].flatten())


def corpus(spec, data, rows, tokenizer):
    """All tokens in a row: the documents of the training rows and the texts of the folders, each with an end."""
    end = tokenizer.token_to_id(END)
    parts = [data.document(d)[0] for d in np.unique(data.doc[rows])]
    for text in texts_of_folders(spec["folders"], spec["suffixes"]):
        parts.append(np.array(tokenizer.encode(text, add_special_tokens=False).ids, np.int32))
    closed = [np.append(p, end) if end is not None else p for p in parts]
    return np.concatenate(closed).astype(np.int64)


def train(spec, body, data, rows, tokenizer, cluster, precision, seed, log):
    """Trains the body in place."""
    text = corpus(spec, data, rows, tokenizer)
    if len(text) <= spec["length"] + 1:
        text = np.tile(text, (spec["length"] + 1) // len(text) + 2)
    text = torch.from_numpy(text).to(cluster.device)
    cells = torch.arange(spec["length"] + 1, device=cluster.device)
    torch.manual_seed(seed)  # the same head in all processes
    model = LanguageModel(body).to(cluster.device)
    settings = {**optim.DEFAULTS, "lr": spec["lr"], "warmup": spec["warmup"]}
    optimizer = optim.adamw(settings, model, cluster.device.type == "cuda")
    rng = np.random.default_rng([seed, 77, cluster.rank])
    for step in tqdm(range(spec["steps"]), desc="text", disable=not cluster.first):
        torch.manual_seed(seed * 1_000_003 + step * cluster.size + cluster.rank)
        at = rng.integers(0, len(text) - spec["length"] - 1, spec["batch"])
        tokens = text[torch.from_numpy(at).to(cluster.device)[:, None] + cells]
        optim.set_rate(optimizer, settings, step, spec["steps"])
        with autocast(cluster.device, precision):
            loss = model(tokens)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        cluster.average([p.grad for p in model.parameters() if p.grad is not None])
        torch.nn.utils.clip_grad_norm_(model.parameters(), settings["clip"])
        optimizer.step()
        if log and (step % 50 == 0 or step + 1 == spec["steps"]):
            log.add(0, "text", text_step=step, loss=float(loss), tokens=len(text))
