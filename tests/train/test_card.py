"""The model card: everything that one must say, figures of eval.json, hashes of the files."""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import common

FIGURES = {"samples": 12, "kernels": 3, "mape": 12.34, "median_ape": 5.6, "bias_log2": -0.01, "rank": 0.9, "coverage": 0.875, "width_log2": 1.5}
EVAL = {"split": {"by": "family", "folds": 5, "seed": 1, "part": "test"},
        "models": {"trees": {"all": FIGURES, "from_10us": {**FIGURES, "mape": 15.0}}}}
WANTED = ["# m", "- Device: a device that does not exist, 16 compute units", "## What it is for", "## Limits", "Another device has other times",
          "- one more limit", "- campaign: configs/x.yaml", "families held out, 5 folds, seed 1",
          "| all samples | 12 | 3 | 12.3 | 5.6 | -0.010 | 0.900 | 0.875 | 1.50 |", "| 10 us and more | 12 | 3 | 15.0 |",
          "    llmperf run configs/x.yaml", "## Licence", "MIT"]


def card(folder, config):
    (folder / "card.yaml").write_text(json.dumps(config))
    words = [sys.executable, "-m", "llmperf_train", "card", "--config", str(folder / "card.yaml")]
    return subprocess.run(words, cwd=common.ROOT / "train", capture_output=True, text=True, timeout=120)


def main():
    common.build_folder()
    with tempfile.TemporaryDirectory() as temp:
        folder = pathlib.Path(temp)
        shutil.copytree(common.ROOT / "tests/fixtures/model/trees", folder / "m")
        (folder / "eval.json").write_text(json.dumps(EVAL))
        config = {"model": str(folder / "m"), "data": {"campaign": "configs/x.yaml"}, "limits": ["one more limit"],
                  "judged": [{"file": str(folder / "eval.json"), "model": "trees"}], "commands": ["llmperf run configs/x.yaml"]}
        run = card(folder, config)
        common.ok(run.returncode == 0, "card", run.stderr)
        text = (folder / "m/README.md").read_text()
        for words in WANTED:
            common.ok(words in text, f"card: {words}", text)
        for name in "config.json", "median.txt", "hi.json":
            digest = hashlib.sha256((folder / "m" / name).read_bytes()).hexdigest()
            common.ok(f"`{name}`" in text and digest in text, f"card: the hash of {name}", text)
        config["judged"][0]["model"] = "other"
        run = card(folder, config)
        common.ok(run.returncode and "no model other; it has trees" in run.stderr, "card: a model that was not judged", run.stderr)
    common.done()


if __name__ == "__main__":
    main()
