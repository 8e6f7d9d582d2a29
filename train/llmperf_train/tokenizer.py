"""Tokenizers: a byte-level BPE with single digits, trained on the code of the rows and on text files."""

import pathlib

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

from . import groups
from .config import UserError

DEFAULTS = {
    "out": "tokenizer.json",
    "vocab_size": 4096,
    "single_digits": True,
    "data": {"file": None, "max_rows": 0},
    "folders": [],
    "suffixes": [".cl", ".clh", ".c", ".h", ".cu"],
}


def texts_of_rows(path, most=0):
    """The first prompt of each kernel that is not held out: code and the words around it."""
    for group in groups.of_file(path, most)[1]:
        if group.labels["split"][0] != "heldout":
            yield group.head + group.tails[0]


def texts_of_folders(folders, suffixes):
    """The text files of folders, in the order of their names."""
    for folder in folders:
        if not pathlib.Path(folder).is_dir():
            raise UserError(f"{folder}: no such folder")
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                yield path.read_text(encoding="utf-8", errors="replace")


def train(texts, vocab_size, single_digits=True):
    """A tokenizer as GPT-2's, with every digit a token of its own if asked for."""
    tok = Tokenizer(models.BPE())
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False)
    digits = [pre_tokenizers.Digits(individual_digits=True)] if single_digits else []
    tok.pre_tokenizer = pre_tokenizers.Sequence([*digits, byte_level])
    tok.decoder = decoders.ByteLevel()
    tok.post_processor = processors.ByteLevel(trim_offsets=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tok.train_from_iterator(texts, trainer)
    return tok


def load(path):
    """A tokenizer and its text."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
        return Tokenizer.from_str(text), text
    except Exception as e:  # the library raises plain Exception
        raise UserError(f"{path}: not a tokenizer: {e}; `python -m llmperf_train tokenizer` makes one") from e


def run(config):
    def texts():
        if config["data"]["file"]:
            yield from texts_of_rows(config["data"]["file"], config["data"]["max_rows"])
        yield from texts_of_folders(config["folders"], config["suffixes"])

    if not config["data"]["file"] and not config["folders"]:
        raise UserError("nothing to train on: set data.file or folders")
    tok = train(texts(), config["vocab_size"], config["single_digits"])
    out = pathlib.Path(config["out"])
    out.parent.mkdir(parents=True, exist_ok=True)
    tok.save(str(out))
    print(f"{out}: {tok.get_vocab_size()} tokens")
