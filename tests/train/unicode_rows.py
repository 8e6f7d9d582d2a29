"""Writes model/shadow_rows.h: how the tokenizers library classifies what newer versions of Unicode changed.

Usage: unicode_rows.py > model/shadow_rows.h

The reference is the installed tokenizers library itself, asked about every character. Rows are the characters that it takes for
something else than Python's unicodedata does, and those that are not assigned, so that a newer PCRE2 takes them as it does too. Run
it with a Python whose unicodedata is no newer than the oldest PCRE2 supported (3.11: Unicode 14).
"""

import sys
import unicodedata

from tokenizers import Regex, pre_tokenizers

CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn".split()
BLOCK = 0x1000
FIRST = 0x800  # characters of two bytes are all old


def characters(lo, hi):
    return [chr(c) for c in range(lo, hi) if not 0xD800 <= c < 0xE000]


def members(pattern):
    """The characters that a pattern of one character matches."""
    splitter = pre_tokenizers.Split(Regex(pattern), "removed")
    found = set()
    for lo in range(0, 0x110000, BLOCK):
        block = characters(lo, lo + BLOCK)
        if block:
            kept = set("".join(w for w, _ in splitter.pre_tokenize_str("".join(block))))
            found.update(c for c in block if c not in kept)
    return found


def rust_digits(candidates):
    """Those that the Digits pre-tokenizer takes for digits."""
    digits = pre_tokenizers.Digits(False)
    return {c for c in candidates if len(digits.pre_tokenize_str("a" + c)) == 2}


def main():
    category = {}
    for name in CATEGORIES:
        for c in members(r"\p{%s}" % name):
            assert c not in category, hex(ord(c))
            category[c] = name
    unassigned = [c for c in category if category[c] == "Cn"]
    for c in rust_digits(unassigned):
        category[c] = "Dx"
    # PCRE2 takes it for a space, Unicode has not since version 6.3.
    category["\u180e"] = "Cx"
    rows = []
    for c in characters(FIRST, 0x110000):
        n, name = ord(c), category[c]
        if name not in ("Cn", unicodedata.category(c)):
            keep = True
        else:
            keep = name == "Cn"
        if not keep:
            continue
        if rows and rows[-1][1] == n - 1 and rows[-1][2] == name:
            rows[-1][1] = n
        else:
            rows.append([n, n, name])
    print("/* Made by tests/train/unicode_rows.py: characters of new versions of Unicode, their category in the tokenizers library.")
    print(" * For shadow.c, in order. */")
    print("#ifndef MDL_SHADOW_ROWS_H")
    print("#define MDL_SHADOW_ROWS_H\n")
    print("static const struct {\n    uint32_t lo, hi;\n    category is;\n} rows[] = {")
    for lo, hi, name in rows:
        print(f"    {{0x{lo:x}, 0x{hi:x}, {name.upper()}}},")
    print("};\n\n#endif")


if __name__ == "__main__":
    sys.exit(main())
