"""The command: python -m llmperf_train COMMAND --config FILE [--set KEY=VALUE]..."""

import argparse
import importlib
import sys

from .config import UserError, load

COMMANDS = {
    "fit": ("fit", "train a network"),
    "eval": ("eval", "judge model folders on the parts that they were not trained on"),
    "tokenizer": ("tokenizer", "train a tokenizer on the code of the rows and on folders"),
    "pack": ("pack", "write what training needs of an export into a small file to carry"),
    "suite": ("suite", "train many networks on the GPUs of this machine, and compare them"),
    "course": ("course", "draw the course of trainings: loss and validation error against steps"),
    "baselines": ("baselines", "median, roofline and boosted trees"),
    "tune": ("tune", "go on with a model folder and the samples of another device"),
    "curves": ("curves", "draw predicted and measured times of kernels against work-groups"),
    "card": ("card", "write the model card of a folder, with figures of eval and hashes"),
    "compact": ("tables", "write the trees of a folder as tables: smaller, read at once, the same predictions"),
    "combine": ("combine", "put a network and trees into one folder, with weights chosen on validation rows"),
}


def main():
    parser = argparse.ArgumentParser(prog="python -m llmperf_train", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, (_, what) in COMMANDS.items():
        one = commands.add_parser(name, help=what)
        one.add_argument("--config", required=name not in ("compact", "pack", "course"), help="YAML file")
        one.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="overrides a key: train.steps=100")
    words = parser.parse_args()
    module = importlib.import_module(f".{COMMANDS[words.command][0]}", __package__)
    try:
        module.run(load(words.config, module.DEFAULTS, words.set))
    except UserError as e:
        sys.exit(f"llmperf_train: {e}")


if __name__ == "__main__":
    main()
