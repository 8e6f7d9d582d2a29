"""The network of a model folder: CodeGen's body, values of numbers, a head over states and features."""

import torch
from torch import nn
from torch.nn import functional as F

from . import numbers, packing
from .codegen import Body, Shape
from .config import UserError

ACTIVATIONS = {"relu": F.relu, "silu": F.silu, "gelu_new": lambda v: F.gelu(v, approximate="tanh")}
DEFAULTS = {
    "body": "new",  # new, none (features only) or the path of a CodeGen folder
    "n_embd": 256,
    "n_layer": 4,
    "n_head": 8,
    "rotary_dim": 32,
    "n_inner": None,
    "dropout": 0.0,
    "recompute": False,  # activations again in the backward pass: less memory, more time
    "states": {"from": "layers", "n": 4},
    "type": "mlp",
    "hidden": [256],
    "activation": "gelu_new",
    "outputs": 3,
    "interval": 0.9,
    "features": True,  # true: all of the rows, or a list of names
    "number_embedding": True,
}


class Head(nn.Module):
    """perf_head without its number embedding."""

    def __init__(self, widths, activation):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(widths, widths[1:], strict=False))
        self.activation = ACTIVATIONS[activation]

    def forward(self, v):
        for layer in self.layers[:-1]:
            v = self.activation(layer(v))
        return self.layers[-1](v)


def outputs_of(values, config):
    """What the last layer's values mean: a time, and distances below and above."""
    values = values.float()
    if config["type"] == "softplus":
        return F.softplus(values)
    if values.shape[-1] == 3:
        return torch.cat((values[..., :1], F.softplus(values[..., 1:])), -1)
    return values


class PerfModel(nn.Module):
    """Batches to (B, R, 1 or 3) outputs: median, distance below, distance above, in log2 of microseconds."""

    def __init__(self, shape, head, dropout=0.0, recompute=False):
        super().__init__()
        self.head_config = head
        self.states = head["states"] if shape else None
        if self.states and self.states["from"] == "layers" and self.states["n"] > shape.n_layer + 1:
            raise UserError(f"model.states.n {self.states['n']}: the network has {shape.n_layer + 1} states")
        self.transformer = Body(shape, dropout, recompute) if shape else None
        width = (self.states["n"] * shape.n_embd if shape else 0) + (len(head["features"]["names"]) if head["features"] else 0)
        if width == 0:
            raise UserError("model: neither a body nor features")
        hidden = head["hidden"] if head["type"] == "mlp" else []
        outputs = head["outputs"] if head["type"] == "mlp" else 1
        self.perf_head = Head([width, *hidden, outputs], head.get("activation", "relu"))
        if shape and head["number_embedding"]:
            self.perf_head.number_embedding = nn.Embedding(numbers.ROWS, shape.n_embd)
            nn.init.normal_(self.perf_head.number_embedding.weight, std=0.02)
            self.register_buffer("rows", torch.arange(numbers.ROWS, dtype=torch.float32), persistent=False)
        self.attention = "dense"  # or flex

    def places(self):
        """How many places of a launch the head reads."""
        return self.states["n"] if self.states and self.states["from"] == "positions" else 1

    def embed(self, tokens, p):
        """Embeddings of tokens with the values of the numbers that begin in them."""
        x = self.transformer.wte(tokens)
        if not self.head_config["number_embedding"]:
            return x
        share = (1 - (p[..., None] - self.rows).abs()).clamp(min=0)  # of the two rows around p; of none where p is NONE
        with torch.autocast(x.device.type, enabled=False):
            return x + share @ self.perf_head.number_embedding.weight

    def read(self, batch):
        """(B, R, width) states of each launch."""
        x = self.embed(batch.tokens, batch.p)
        last = self.states["n"] if self.states["from"] == "layers" else 1
        states = self.transformer(x, batch.pos, self.mask(batch), last)
        b, r, places = batch.at.shape
        index = batch.at.reshape(b, r * places, 1).expand(-1, -1, x.shape[-1])
        return torch.cat([s.gather(1, index).reshape(b, r, -1) for s in states], -1)

    def mask(self, batch):
        if self.attention == "flex" and batch.doc.shape[1] % packing.BLOCK == 0:
            return packing.block_mask(batch.doc, batch.seg)
        if batch.doc.device.type == "cuda":
            kind = torch.get_autocast_dtype("cuda") if torch.is_autocast_enabled("cuda") else torch.float32
            return packing.added_mask(batch.doc, batch.seg, kind)
        return packing.mask(batch.doc, batch.seg)

    def compile_blocks(self):
        """Compiles what is repeated: one block's code serves all of them. Shapes are fixed."""
        for block in self.transformer.h if self.transformer is not None else ():
            block.compile(dynamic=False)

    def forward(self, batch):
        parts = [self.read(batch)] if self.transformer is not None else []
        if self.head_config["features"]:
            parts.append(batch.x)
        return outputs_of(self.perf_head(torch.cat(parts, -1)), self.head_config)


def head_config(spec, features, max_tokens, facts):
    """perf_head of a new model; `features` is a Normaliser or None."""
    head = {
        "version": 1,
        "target": "log2_us",
        "type": spec["type"],
        "states": dict(spec["states"]),
        "features": features.as_config() if features else None,
        "number_embedding": bool(spec["number_embedding"]),
        "prompt": {"facts": facts, "max_tokens": max_tokens},
        "network_weight": 1,
    }
    if spec["type"] == "mlp":
        head |= {"hidden": list(spec["hidden"]), "activation": spec["activation"], "outputs": spec["outputs"]}
        if spec["outputs"] == 3:
            head["interval"] = spec["interval"]
    return head


def new_shape(spec, vocab_size, max_tokens):
    names = ("n_embd", "n_layer", "n_head", "rotary_dim", "n_inner")
    return Shape(vocab_size=vocab_size, n_positions=max_tokens, **{n: spec[n] for n in names})
