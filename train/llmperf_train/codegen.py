"""The body of CodeGen, with the names and layouts of `transformers`, and attention over packed rows."""

import dataclasses

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.attention.flex_attention import flex_attention
from torch.utils.checkpoint import checkpoint

from .config import UserError

PARTS = 4  # qkv_proj holds this many groups of heads, each with its query, value and key


@dataclasses.dataclass
class Shape:
    """The fields of CodeGen's config.json that decide a network."""

    vocab_size: int
    n_embd: int
    n_layer: int
    n_head: int
    rotary_dim: int
    n_positions: int = 2048
    n_inner: int | None = None
    layer_norm_epsilon: float = 1e-5

    def __post_init__(self):
        if self.n_embd % self.n_head or self.n_head % PARTS:
            raise UserError(f"model: n_head {self.n_head} must be a multiple of {PARTS} and divide n_embd {self.n_embd}")
        if self.rotary_dim % 2 or self.rotary_dim > self.n_embd // self.n_head:
            raise UserError(f"model: rotary_dim {self.rotary_dim} must be even and at most n_embd / n_head")

    @classmethod
    def of_config(cls, config):
        """From a config.json."""
        if config.get("model_type", "codegen") != "codegen" or config.get("activation_function", "gelu_new") != "gelu_new":
            raise UserError("model: only CodeGen with gelu_new is known")
        return cls(**{f.name: config[f.name] for f in dataclasses.fields(cls) if f.name in config})

    def as_config(self):
        return {
            "model_type": "codegen",
            "architectures": ["CodeGenModel"],
            "activation_function": "gelu_new",
            "n_ctx": self.n_positions,
            "tie_word_embeddings": False,
            "bos_token_id": None,
            "eos_token_id": None,
            **dataclasses.asdict(self),
        }


def rotary(pos, dim):
    """(sin, cos) of (B, 1, L, dim / 2) for positions of (B, L)."""
    inverse = 10000.0 ** (-torch.arange(0, dim, 2, device=pos.device, dtype=torch.float32) / dim)
    angle = pos[:, None, :, None].float() * inverse
    return angle.sin(), angle.cos()


def rotate(x, sin, cos):
    """Turns the first components of each head, neighbours being a pair."""
    dim = 2 * sin.shape[-1]
    even, odd = x[..., 0:dim:2].float(), x[..., 1:dim:2].float()
    turned = torch.stack((even * cos - odd * sin, odd * cos + even * sin), -1).flatten(-2)
    return torch.cat((turned.to(x.dtype), x[..., dim:]), -1)


def attend(q, k, v, mask):
    """Attention by a mask of SDPA, by a block mask of FlexAttention, or, without one, to all earlier tokens."""
    if mask is None:
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    if isinstance(mask, torch.Tensor):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return flex_attention(q, k, v, block_mask=mask)


class Attention(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.heads, self.width = s.n_head, s.n_embd // s.n_head
        self.qkv_proj = nn.Linear(s.n_embd, 3 * s.n_embd, bias=False)
        self.out_proj = nn.Linear(s.n_embd, s.n_embd, bias=False)

    def forward(self, x, turn, mask):
        b, n, d = x.shape
        parts = self.qkv_proj(x).view(b, n, PARTS, 3, self.heads // PARTS, self.width)
        q, v, k = (parts[:, :, :, i].reshape(b, n, self.heads, self.width).transpose(1, 2) for i in range(3))
        q, k = rotate(q, *turn), rotate(k, *turn)
        y = attend(q, k, v, mask)
        return self.out_proj(y.transpose(1, 2).reshape(b, n, d))


class Mlp(nn.Module):
    def __init__(self, s):
        super().__init__()
        inner = s.n_inner or 4 * s.n_embd
        self.fc_in = nn.Linear(s.n_embd, inner)
        self.fc_out = nn.Linear(inner, s.n_embd)

    def forward(self, x):
        return self.fc_out(F.gelu(self.fc_in(x), approximate="tanh"))


class Block(nn.Module):
    """Attention and MLP beside each other on one norm."""

    def __init__(self, s, dropout):
        super().__init__()
        self.ln_1 = nn.LayerNorm(s.n_embd, s.layer_norm_epsilon)
        self.attn = Attention(s)
        self.mlp = Mlp(s)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, turn, mask):
        y = self.ln_1(x)
        return x + self.drop(self.attn(y, turn, mask) + self.mlp(y))


class Body(nn.Module):
    """Embeddings to hidden states; state names are those of `CodeGenModel`."""

    def __init__(self, shape, dropout=0.0, recompute=False):
        super().__init__()
        self.shape, self.recompute = shape, recompute
        self.wte = nn.Embedding(shape.vocab_size, shape.n_embd)
        self.h = nn.ModuleList(Block(shape, dropout) for _ in range(shape.n_layer))
        self.ln_f = nn.LayerNorm(shape.n_embd, shape.layer_norm_epsilon)
        self.apply(self._init)

    def _init(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.02)
        if isinstance(module, nn.Linear) and module.bias is not None:
            nn.init.zeros_(module.bias)

    def forward(self, embedded, pos, mask, last=1):
        """The last `last` hidden states of (B, L, D), oldest first, the last one after ln_f."""
        turn = rotary(pos, self.shape.rotary_dim)
        x, states = embedded, [embedded]
        for block in self.h:
            if self.recompute and self.training:
                x = checkpoint(block, x, turn, mask, use_reentrant=False)
            else:
                x = block(x, turn, mask)
            states.append(x)
        states[-1] = self.ln_f(x)
        return states[-last:]
