"""Model folders: written as docs/formats.md has them, read back, and published CodeGen folders read."""

import json
import pathlib
import shutil

import torch
from safetensors.torch import load_file, save_file

from . import card
from .codegen import Shape
from .config import UserError
from .model import PerfModel

TYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
IGNORED = ("causal_mask", "masked_bias", "lm_head.weight", "lm_head.bias")


def quantise(matrix):
    """int8 and a scale a row: w = int8 * scale."""
    scale = (matrix.abs().amax(1) / 127).clamp(min=1e-30)
    return (matrix / scale[:, None]).round().clamp(-127, 127).to(torch.int8), scale


def stored(tensors, dtype):
    """Tensors as they are saved: matrices in the type asked for, vectors and the head in f32 unless all is narrower."""
    if dtype != "int8" and dtype not in TYPES:
        raise UserError(f"save.dtype: f32, f16, bf16 or int8 is expected, not {dtype!r}")
    out = {}
    for name, t in tensors.items():
        t = t.detach().float().cpu()
        narrow = t.dim() == 2 and not name.startswith("perf_head.")
        if narrow and dtype == "int8":
            out[name], out[f"{name}_scale"] = quantise(t)
        else:
            out[name] = t.to(TYPES[dtype]) if narrow else t
        out[name] = out[name].contiguous()
    return out


def write_config(folder, head, fields=None):
    """config.json of a folder; `fields` are those of the body."""
    config = (fields or {}) | {"perf_head": head}
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


def save(folder, model, tokenizer_text, head, notes, dtype="f32"):
    """A whole model folder of a network."""
    folder = pathlib.Path(folder)
    if model.transformer is None:
        raise UserError("a network without a body has no model folder; it is for comparison only")
    folder.mkdir(parents=True, exist_ok=True)
    save_file(stored(model.state_dict(), dtype), str(folder / "model.safetensors"), metadata={"format": "pt"})
    (folder / "model.safetensors").chmod(0o644)  # the library's own is for the owner only
    (folder / "tokenizer.json").write_text(tokenizer_text, encoding="utf-8")
    write_config(folder, head, model.transformer.shape.as_config())
    card.write(folder, head, notes)


def _shards(folder):
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        names = sorted(set(json.loads(index.read_text())["weight_map"].values()))
    elif (folder / "model.safetensors").is_file():
        names = ["model.safetensors"]
    else:
        names = []
    return names


def tensors_of(folder):
    """Tensors of a folder by name, in f32."""
    out = {}
    for name in _shards(folder):
        out |= load_file(str(folder / name))
    if not out and (folder / "pytorch_model.bin").is_file():
        out = torch.load(folder / "pytorch_model.bin", map_location="cpu", weights_only=True)
    if not out:
        raise UserError(f"{folder}: no model.safetensors, no index of shards and no pytorch_model.bin")
    whole = {}
    for name, t in out.items():
        if name.endswith("_scale"):
            continue
        scale = out.get(f"{name}_scale")
        whole[name] = t.float() * scale[:, None] if scale is not None else t.float()
    return whole


def config_of(folder):
    try:
        return json.loads((pathlib.Path(folder) / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise UserError(f"{folder}/config.json: {e}") from e


def load_body(body, folder):
    """Weights of a published CodeGen folder into a body."""
    given = {}
    for name, t in tensors_of(pathlib.Path(folder)).items():
        if not name.startswith("perf_head.") and not name.endswith(IGNORED):
            given[name.removeprefix("transformer.")] = t
    wanted = body.state_dict()
    for name, t in wanted.items():
        if name not in given or given[name].shape != t.shape:
            raise UserError(f"{folder}: tensor {name} of shape {tuple(t.shape)} is missing")
    body.load_state_dict({name: given[name] for name in wanted})


def load(folder):
    """(network or None, perf_head) of a model folder."""
    folder = pathlib.Path(folder)
    config = config_of(folder)
    head = config.get("perf_head")
    if not head:
        raise UserError(f"{folder}/config.json: no perf_head")
    if head.get("network_weight", 1) == 0:
        return None, head
    head = {"features": None, "number_embedding": False, **head}
    model = PerfModel(Shape.of_config(config), head)
    tensors = {n: t for n, t in tensors_of(folder).items() if not n.endswith(IGNORED)}
    model.load_state_dict({n if n.startswith(("perf_head.", "transformer.")) else f"transformer.{n}": t for n, t in tensors.items()})
    return model.eval(), head


def copy_network(source, target):
    """The network's files of a folder into another."""
    for name in ["tokenizer.json", "model.safetensors.index.json", *_shards(source)]:
        if (source / name).is_file():
            shutil.copyfile(source / name, target / name)
