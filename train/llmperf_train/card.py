"""The model card of a folder: what it predicts, for which device, how it was made, how well it did on validation rows."""

import json


def write(folder, head, notes):
    training = head.get("training", {})
    trees = head.get("trees", [])
    weight = head.get("network_weight", 1)
    lines = [
        f"# {folder.name}",
        "",
        "Predicts the execution time of OpenCL kernels from source text, arguments and launch (`llmperf predict --model DIR`).",
        "",
        f"- Device: {training.get('device', 'unknown')}, {training.get('compute_units', '?')} compute units",
        f"- Target: {head.get('target')}; interval {head.get('interval', 'none')}",
    ]
    if weight:
        features = len(head["features"]["names"]) if head.get("features") else 0
        lines.append(f"- Network (weight {weight}): head `{head['type']}` over {head['states']}, {features} features")
    lines += [f"- Trees: `{t['file']}` ({t['output']}, weight {t['weight']}, {len(t['features'])} features)" for t in trees]
    lines += [
        "",
        "## How it was made",
        "",
        "```json",
        json.dumps(notes, indent=1, sort_keys=True, default=str),
        "```",
        "",
    ]
    (folder / "README.md").write_text("\n".join(lines), encoding="utf-8")
