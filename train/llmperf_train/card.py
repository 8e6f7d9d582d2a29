"""Model cards: a short one for every folder that is written, and with the command `card` the one of a model that is handed on."""

import hashlib
import json
import pathlib

from . import table
from .config import UserError

DEFAULTS = {
    "model": None,  # the folder whose README.md is written
    "data": {},  # about the data, any words: {campaign: configs/h200-400k.yaml, samples: 398211, driver: 570.86}
    "judged": [],  # [{file: out/eval-kernel/eval.json, model: average}]: figures of models made in the same way
    "commands": [],  # that made it, in order
    "limits": [],  # beside those of every model
    "licence": "MIT, as the repository",
}
INTRO = "Predicts the execution time of OpenCL kernels from source text, arguments and launch: `llmperf predict --model DIR KERNEL.cl ...`."
USES = """\
Times of 1-D launches on this device without running them: to compare launches of a kernel, to choose a local size, to place work, to see
which kernel of a program will take long. `llmperf predict` says when a kernel is unlike the training data, and gives an interval."""
LIMITS = [
    "Another device has other times: train for it (docs/own-gpu.md).",
    "Kernels of one dimension, without images and without structs in memory that the analysis cannot follow.",
    "Warm caches, an otherwise idle device: the median of repeated launches.",
    "Where the contents of buffers decide how long a launch takes (indices, loop bounds in memory): as campaigns fill them.",
    "Below 10 us the launch itself is most of a time.",
]


def about(head):
    """What the folder is, as a list."""
    training, weight = head.get("training", {}), head.get("network_weight", 1)
    device = training.get("device", "unknown")
    lines = [
        f"- Device: {device}, {training.get('compute_units', '?')} compute units",
        f"- Target: {head.get('target')}; interval {head.get('interval', 'none')}",
    ]
    if weight:
        features = len(head["features"]["names"]) if head.get("features") else 0
        lines.append(f"- Network (weight {weight:.3g}): head `{head['type']}` over {head['states']}, {features} features")
    for t in head.get("trees", []):
        lines.append(f"- Trees: `{t['file']}` ({t['output']}, weight {t['weight']:.3g}, {len(t['features'])} features)")
    return lines


def block(notes):
    return ["```json", json.dumps(notes, indent=1, sort_keys=True, default=str), "```", ""]


def write(folder, head, notes):
    """The short card."""
    lines = [f"# {folder.name}", "", INTRO, "", *about(head), "", "## How it was made", "", *block(notes)]
    (folder / "README.md").write_text("\n".join(lines), encoding="utf-8")


def read_json(path):
    try:
        return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise UserError(f"{path}: {e}") from e


def figures(judged):
    """A table for each entry of `judged`."""
    lines = []
    for entry in judged:
        found = read_json(entry["file"])
        report = found["models"].get(entry["model"])
        if report is None:
            raise UserError(f"{entry['file']}: no model {entry['model']}; it has {', '.join(found['models'])}")
        lines += [f"{table.split_words(found['split'])}:", "", table.HEAD.format("")]
        for part, words in (("all", "all samples"), ("from_10us", "10 us and more")):
            lines.append(table.line(words, report[part]))
            if "calibrated" in report:
                lines.append(table.line(f"{words}, calibrated", report["calibrated"][part]))
        lines.append("")
    return lines


def hashes(folder):
    """Every file but the card itself and what `make validate` must print."""
    lines = ["| file | bytes | SHA-256 |", "|---|---|---|"]
    for f in sorted(folder.iterdir()):
        if f.is_file() and f.name not in ("README.md", "validation.txt"):
            lines.append(f"| `{f.name}` | {f.stat().st_size} | `{hashlib.sha256(f.read_bytes()).hexdigest()}` |")
    return [*lines, ""]


def run(config):
    if not config["model"]:
        raise UserError("model: a folder is needed")
    folder = pathlib.Path(config["model"])
    head = read_json(folder / "config.json").get("perf_head")
    if not head:
        raise UserError(f"{folder}/config.json: no perf_head")
    lines = [f"# {folder.name}", "", INTRO, "", *about(head), "", "## What it is for", "", USES, "", "## Limits", ""]
    lines += [f"- {words}" for words in [*LIMITS, *config["limits"]]]
    lines += ["", "## Data", "", *(f"- {k}: {v}" for k, v in config["data"].items()), ""]
    lines += ["## Figures", "", "On samples that the models were not trained on:", "", *figures(config["judged"])]
    lines += ["`make validate` compares it with the measured samples that lie beside it.", ""]
    lines += ["## How it was made", ""]
    if config["commands"]:
        lines += [*(f"    {c}" for c in config["commands"]), ""]
    lines += [*block(head.get("training", {}).get("notes", {})), "## Files", "", *hashes(folder), "## Licence", "", config["licence"], ""]
    (folder / "README.md").write_text("\n".join(lines), encoding="utf-8")
    print(f"{folder / 'README.md'}: written")
