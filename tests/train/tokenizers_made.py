"""Tokenizers for the tests: trained on the corpus in seconds, and variants of their files."""

import pathlib
import sys

from tokenizers import AddedToken, Regex, Tokenizer, pre_tokenizers

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "train"))
from llmperf_train import tokenizer

# How Llama 3 cuts text into words.
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def train(texts, vocab_size, single_digits):
    """As llmperf_train makes them; without single digits in the plain form of GPT-2's file."""
    tok = tokenizer.train(texts, vocab_size, single_digits)
    return tok if single_digits else with_pre_tokenizer(tok, byte_level())


def copy(tok):
    return Tokenizer.from_str(tok.to_str())


def with_pre_tokenizer(tok, pre):
    new = copy(tok)
    new.pre_tokenizer = pre
    return new


def with_added(tok, tokens):
    new = copy(tok)
    for t in tokens:
        add = new.add_special_tokens if t.special else new.add_tokens
        add([t])
    return new


def byte_level(space=False, regex=True):
    return pre_tokenizers.ByteLevel(add_prefix_space=space, use_regex=regex)


def variants(tok):
    """(name, tokenizer): what published files ask for, over one vocabulary."""
    split, digits, seq = pre_tokenizers.Split, pre_tokenizers.Digits, pre_tokenizers.Sequence
    yield "prefix space", with_pre_tokenizer(tok, byte_level(space=True))
    yield "no words", with_pre_tokenizer(tok, byte_level(regex=False))
    yield "Llama 3", with_pre_tokenizer(tok, seq([split(Regex(LLAMA3), "isolated"), byte_level(regex=False)]))
    yield "digits together", with_pre_tokenizer(tok, seq([digits(False), byte_level()]))
    yield "digits, then spaces", with_pre_tokenizer(tok, seq([digits(True), byte_level(space=True)]))
    yield "digits after bytes", with_pre_tokenizer(tok, seq([byte_level(space=True), digits(True)]))
    for behaviour in ("isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"):
        for invert in (False, True):
            pre = seq([split(Regex(r"\p{Lu}|\s*|[0-9]{2,3}"), behaviour, invert), byte_level()])
            yield f"{behaviour}{' inverted' if invert else ''}", with_pre_tokenizer(tok, pre)
            pre = seq([byte_level(space=True), split(Regex(r"\p{L}+?|[^\s\p{N}]"), behaviour, invert)])
            yield f"{behaviour} after bytes{' inverted' if invert else ''}", with_pre_tokenizer(tok, pre)
    yield "a text as separator", with_pre_tokenizer(tok, seq([split("[i]", "merged_with_previous"), byte_level()]))
    # As CodeGen: runs of spaces and tabs.
    runs = [AddedToken(" " * n, normalized=True) for n in range(31, 1, -1)]
    runs += [AddedToken("\t" * n, normalized=True) for n in range(9, 1, -1)]
    yield "CodeGen's runs of spaces", with_added(tok, runs)
    yield "added tokens", with_added(
        tok,
        [
            AddedToken("float4", special=False),
            AddedToken("float", single_word=True, special=False),
            AddedToken("get_global_id", lstrip=True, special=True, normalized=False),
            AddedToken(" = ", rstrip=True, special=False),
            AddedToken("é", lstrip=True, rstrip=True, single_word=True),
            AddedToken("\u00e9\u00e9", normalized=False, single_word=True),
            AddedToken("get_global", special=True),
            AddedToken(";", rstrip=True, lstrip=True, normalized=False),
            AddedToken("\n", normalized=True),
            AddedToken("\n\n", normalized=False),
        ],
    )
    yield "added tokens, prefix space", with_added(
        with_pre_tokenizer(tok, byte_level(space=True)),
        [AddedToken("float", special=False), AddedToken("(", lstrip=True), AddedToken(" ", normalized=False)],
    )
