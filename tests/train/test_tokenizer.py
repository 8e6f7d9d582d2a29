"""model/tokenizer.c against the tokenizers library: the same ids, and places that make sense."""

import json
import random
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import common
import tokenizers_made as made

RANDOM_TEXTS = 10000
SEED = 20240601


def random_texts(rng, n):
    """Byte strings of many kinds: any bytes, broken UTF-8, characters of all planes, pieces of kernels, runs."""
    sources = [k for _, k in common.kernels()[::37]]
    spaces = " \t\n\r\v\f\u0085\u00a0\u1680\u180e\u2003\u2028\u202f\u3000\u200b\ufeff"
    words = ["'s", "'ll", "'S", "'\u017f", "_", "0x1F", "1.5e-3f", "<|endoftext|>", "float4", "get_global_id", "é", "\u0301", "½", "٣"]

    def any_bytes():
        return bytes(rng.randrange(256) for _ in range(rng.randrange(40)))

    def characters():
        top = rng.choice([0x80, 0x180, 0x800, 0x3000, 0x10000, 0x20000, 0x110000])
        text = "".join(chr(rng.randrange(top)) for _ in range(rng.randrange(30)))
        return text.encode("utf-8", "surrogatepass")

    def broken():
        b = bytearray(characters())
        for _ in range(rng.randrange(4)):
            if b:
                b[rng.randrange(len(b))] = rng.randrange(256)
        return bytes(b[: rng.randrange(len(b) + 1)])

    def piece():
        k = rng.choice(sources)
        at = rng.randrange(len(k))
        return k[at : at + rng.randrange(120)]

    def runs():
        return "".join(rng.choice(spaces) * rng.randrange(1, 6) for _ in range(rng.randrange(6))).encode()

    def mixed():
        return b"".join(rng.choice([any_bytes, characters, broken, piece, runs, word])() for _ in range(rng.randrange(6)))

    def word():
        return rng.choice(words).encode()

    kinds = [any_bytes, characters, broken, piece, runs, mixed, mixed, mixed]
    return [rng.choice(kinds)() for _ in range(n)]


def all_characters():
    """Every character between two letters, so that its class shows; some hundred of them in a text."""
    every = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    return [" a".join(chr(c) + "1" + chr(c) for c in every[i : i + 500]).encode() for i in range(0, len(every), 500)]


def expected(tok, text):
    return tok.encode(text.decode("utf-8", errors="replace"), add_special_tokens=False).ids


def first_difference(tok, texts, got):
    for text, (ids, starts) in zip(texts, got):
        want = expected(tok, text)
        if ids != want:
            return f"text {text!r}\nwant {want}\ngot  {ids}\n{[tok.id_to_token(i) for i in want]}\n{[tok.id_to_token(i) for i in ids]}"
        if starts != sorted(starts) or (starts and starts[-1] > len(text)):
            return f"text {text!r}\nplaces {starts}"
    return None


def compare(build, folder, tok, name, texts):
    path = folder / "tokenizer.json"
    tok.save(str(path))
    got = common.encode(build, path, texts)
    why = got if isinstance(got, str) else first_difference(tok, texts, got)
    if isinstance(got, list) and len(got) != len(texts):
        why = f"{len(got)} answers to {len(texts)} texts"
    common.ok(not why, name, why)


def check_places(build, folder, tok):
    """Places are those of the library's offsets where text is ASCII."""
    path = folder / "tokenizer.json"
    tok.save(str(path))
    texts = [k for _, k in common.kernels()[::5] if k.isascii()]
    why = None
    for text, (ids, starts) in zip(texts, common.encode(build, path, texts)):
        want = [a for a, _ in tok.encode(text.decode(), add_special_tokens=False).offsets]
        if starts != want:
            why = f"{text[:80]!r}: {[(a, b) for a, b in zip(starts, want) if a != b][:5]}"
    common.ok(not why, "places are the library's offsets", why)


def check_merges_as_text(build, folder, tok, texts):
    """Older files have merges as "a b"."""
    file = json.loads(tok.to_str())
    file["model"]["merges"] = [m if isinstance(m, str) else " ".join(m) for m in file["model"]["merges"]]
    path = folder / "old.json"
    path.write_text(json.dumps(file))
    got = common.encode(build, path, texts)
    common.ok(got == common.encode(build, folder / "tokenizer.json", texts), "merges as one text each", str(got)[:200])


def check_model_options(build, folder, tok, texts):
    """unk_token, fuse_unk, ignore_merges, a vocabulary that lacks bytes."""
    base = json.loads(tok.to_str())
    lacking = {k: v for k, v in base["model"]["vocab"].items() if k not in ("x", "é", "Ċ")}
    inside = lambda m: all(p in lacking for p in m) and "".join(m) in lacking
    for name, change in {
        "unknown bytes vanish": {},
        "unknown bytes": {"unk_token": "<|endoftext|>"},
        "unknown bytes together": {"unk_token": "<|endoftext|>", "fuse_unk": True},
        "words before merges": {"ignore_merges": True},
    }.items():
        file = json.loads(tok.to_str())
        file["model"].update(change, vocab=lacking, merges=[m for m in base["model"]["merges"] if inside(m)])
        # The library fills holes of the ids: an added token must keep its own.
        file["added_tokens"] = [t for t in file["added_tokens"] if t["content"] in lacking]
        compare(build, folder, made.Tokenizer.from_str(json.dumps(file)), name, texts)


def check_refusals(build, folder, tok):
    """What is not supported is refused by name."""
    base = json.loads(tok.to_str())
    cases = {
        "normalizer": ({"normalizer": {"type": "NFC"}}, "NFC"),
        "pre-tokenizer": ({"pre_tokenizer": {"type": "Metaspace", "replacement": "_", "prepend_scheme": "always", "split": True}}, "Metaspace"),
        "post-processor": ({"post_processor": {"type": "BertProcessing"}}, "BertProcessing"),
        "model": ({"model": {**base["model"], "type": "Unigram"}}, "type"),
        "expression": ({"pre_tokenizer": {"type": "Split", "pattern": {"Regex": r"\bx"}, "behavior": "Isolated", "invert": False}}, r"\b"),
        "merge": ({"model": {**base["model"], "merges": ["a zzzz"]}}, "zzzz"),
        "id": ({"added_tokens": [{**base["added_tokens"][0], "id": 5}]}, "<|endoftext|>"),
    }
    for name, (change, word) in cases.items():
        path = folder / "refused.json"
        path.write_text(json.dumps({**base, **change}))
        got = common.encode(build, path, [b"x"])
        good = isinstance(got, str) and word in got and str(path) in got and "\n" not in got
        common.ok(good, f"refused: {name}", got)


def main():
    build = common.build_folder()
    rng = random.Random(SEED)
    corpus = [k for _, k in common.kernels()]
    texts = [k.decode() for k in corpus]
    strings = random_texts(rng, RANDOM_TEXTS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in (2000, 8000):
            for single in (False, True):
                tok = made.train(texts, size, single)
                label = f"vocabulary of {size}, {'single digits' if single else 'digits together'}"
                compare(build, folder, tok, f"{label}: {len(corpus)} kernels", corpus)
                compare(build, folder, tok, f"{label}: {len(strings)} byte strings", strings)
        tok = made.train(texts, 2000, False)
        compare(build, folder, tok, "every character, words of GPT-2", all_characters())
        check_places(build, folder, tok)
        few = strings[:1500] + corpus[::20]
        check_merges_as_text(build, folder, tok, few)
        check_model_options(build, folder, tok, few)
        for variant, other in made.variants(tok):
            compare(build, folder, other, variant, few)
            if re.search("Llama|^digits together", variant):
                compare(build, folder, other, f"every character, {variant}", all_characters())
        check_refusals(build, folder, tok)
    common.done()


if __name__ == "__main__":
    main()
