#!/usr/bin/env python3
"""Makes a random CodeGen checkpoint with transformers: make_tiny_codegen.py OUT [options]

The folder has config.json and model.safetensors (or shards and their index), as save_pretrained writes them; --dtype i8 stores
matrices as int8 with a scale for each row. Weights are larger than transformers' own initial ones, so that every part of the network
shows in its output. The same seed gives the same folder.
"""
import argparse
import json
import pathlib

import torch
from safetensors.torch import save_file
from transformers import CodeGenConfig, CodeGenModel

SHAPES = {
    "tiny": dict(vocab_size=101, n_positions=128, n_ctx=128, n_embd=64, n_layer=3, n_head=4, rotary_dim=8),
    # What tests/golden-model holds.
    "golden": dict(vocab_size=61, n_positions=64, n_ctx=64, n_embd=32, n_layer=3, n_head=4, rotary_dim=4),
    "350m": dict(vocab_size=51200, n_positions=2048, n_ctx=2048, n_embd=1024, n_layer=20, n_head=16, rotary_dim=32),
    # A folder of about 50 MB in f32.
    "50mb": dict(vocab_size=8192, n_positions=2048, n_ctx=2048, n_embd=384, n_layer=5, n_head=8, rotary_dim=32),
}
DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "i8": torch.float32}


def random_model(shape: str, seed: int) -> CodeGenModel:
    torch.manual_seed(seed)
    model = CodeGenModel(CodeGenConfig(**SHAPES[shape], bos_token_id=1, eos_token_id=1, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0))
    width = model.config.n_embd
    with torch.no_grad():
        for name, p in model.named_parameters():
            if name.endswith("bias"):
                p.normal_(0.0, 0.1)
            elif ".ln_" in name or name.startswith("ln_"):
                p.normal_(1.0, 0.1)
            elif "wte" in name:
                p.normal_(0.0, 0.5)
            else:
                p.normal_(0.0, 1.0 / width**0.5)
    return model.eval()


def quantised(tensors: dict) -> dict:
    """Matrices as int8 with the scale of each row beside them."""
    out = {}
    for name, t in tensors.items():
        if t.dim() != 2:
            out[name] = t
            continue
        scale = (t.abs().amax(dim=1) / 127.0).clamp_min(1e-12)
        out[name] = torch.round(t / scale[:, None]).clamp(-127, 127).to(torch.int8)
        out[name + "_scale"] = scale
    return out


def read_back(tensors: dict) -> dict:
    """What the stored tensors stand for, in float32."""
    return {
        name: t.float() * tensors[name + "_scale"][:, None] if t.dtype == torch.int8 else t.float()
        for name, t in tensors.items()
        if not name.endswith("_scale")
    }


def save(model: CodeGenModel, out: pathlib.Path, dtype: str, shards: int, prefix: str) -> None:
    """Writes the folder and rounds the model's own weights to what was written."""
    out.mkdir(parents=True, exist_ok=True)
    tensors = {n: t.detach().to(DTYPES[dtype]).contiguous() for n, t in model.state_dict().items()}
    if dtype == "i8":
        tensors = quantised(tensors)
    model.load_state_dict(read_back(tensors))
    tensors = {prefix + n: t for n, t in tensors.items()}
    config = model.config.to_dict()
    (out / "config.json").write_text(json.dumps(config, indent=1, sort_keys=True) + "\n")
    if shards == 1:
        save_file(tensors, str(out / "model.safetensors"), metadata={"format": "pt"})
        return
    names = sorted(tensors)
    weight_map = {}
    for i in range(shards):
        file = f"model-{i + 1:05d}-of-{shards:05d}.safetensors"
        part = {n: tensors[n] for n in names[i::shards]}
        save_file(part, str(out / file), metadata={"format": "pt"})
        weight_map.update(dict.fromkeys(part, file))
    total = sum(t.numel() * t.element_size() for t in tensors.values())
    index = {"metadata": {"total_size": total}, "weight_map": weight_map}
    (out / "model.safetensors.index.json").write_text(json.dumps(index, indent=1, sort_keys=True) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes a random CodeGen checkpoint.")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--shape", choices=SHAPES, default="tiny")
    parser.add_argument("--dtype", choices=DTYPES, default="f32")
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prefix", default="transformer.", help='before the names of tensors; "" as CodeGenModel itself names them')
    args = parser.parse_args()
    save(random_model(args.shape, args.seed), args.out, args.dtype, args.shards, args.prefix)


if __name__ == "__main__":
    main()
