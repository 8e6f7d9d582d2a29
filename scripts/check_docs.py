#!/usr/bin/env python3
"""Checks what the Markdown pages refer to: scripts/check_docs.py [--external]

Every relative link and anchor resolves; a path of the repository in backticks exists; every page of docs/ can be reached from README.md and
begins with a title. Prints one line a fault (PAGE:LINE: what), status 1 when there is one. External links are not fetched:
--external lists them.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)\)")
CODE = re.compile(r"(`+)(.+?)\1")
TOP = ("analyze", "gen", "profile", "db", "model", "models", "train", "common", "cli", "configs", "kernels-corpus", "tests", "docs", "scripts", "report")
# Looks like a path of the repository, is something else: what is made, examples.
NOT_HERE = re.compile(r"^(train/out|train/recipes/\w+$|docs/x|tests/e2e/x\.sh|tests/train/x\.py|models/llmperf|configs/slurm/\*|db/x)")
PLACEHOLDER = re.compile(r"STAGE|NAME|[/_]X\b")


def pages():
    try:
        run = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "*.md"], check=True, capture_output=True, text=True)
        names = run.stdout.split("\n")[:-1]
    except (OSError, subprocess.CalledProcessError):
        names = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*.md") if not {"build", "out", ".venv", "shared"} & set(p.relative_to(ROOT).parts)]
    return sorted(n for n in names if (ROOT / n).is_file() and not n.startswith("tests/fuzz/corpus/"))


def prose(text):
    """(number, line) of all lines outside of fenced blocks."""
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"(`{3,}|~{3,})", line)
        if mark and (not fence or (mark[1].startswith(fence) and line.strip() == mark[1])):
            fence = "" if fence else mark[1]
        elif not fence:
            yield number, line


def anchors(text):
    """The anchors of a page's headings, as forges make them."""
    found, seen = set(), {}
    for _, line in prose(text):
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", "").lower()
            name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            n = seen.get(name, 0)
            seen[name] = n + 1
            found.add(f"{name}-{n}" if n else name)
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
    return found


def looks_like_path(word):
    """A word in backticks that ought to be a file or folder of the repository."""
    if not re.fullmatch(r"[\w./+-]+", word) or "/" not in word or NOT_HERE.match(word) or PLACEHOLDER.search(word):
        return False
    return word.split("/")[0] in TOP


class Checker:
    def __init__(self):
        self.texts = {n: (ROOT / n).read_text(encoding="utf-8") for n in pages()}
        self.links = {n: set() for n in self.texts}
        self.external, self.faults = [], []

    def fault(self, page, number, what):
        self.faults.append(f"{page}:{number}: {what}")

    def link(self, page, number, target):
        if re.match(r"[a-z]+:", target):
            self.external.append(f"{page}:{number}: {target}")
            return
        path, _, anchor = target.partition("#")
        full = (ROOT / page).parent / path if path else ROOT / page
        try:
            name = str(full.resolve().relative_to(ROOT))
        except ValueError:
            return self.fault(page, number, f"{target}: leads out of the repository")
        if not full.exists():
            return self.fault(page, number, f"{target}: no such file")
        if full.is_dir() and (full / "README.md").is_file():
            name = f"{name}/README.md"
        self.links[page].add(name)
        if anchor and name in self.texts and anchor not in anchors(self.texts[name]):
            self.fault(page, number, f"{target}: {name} has no such heading")

    def code(self, page, number, word):
        word = word.split("#")[0].rstrip("/")
        beside = (ROOT / page).parent / word
        if looks_like_path(word) and not (ROOT / word).exists() and not beside.exists() and not list((ROOT / word).parent.glob(f"{(ROOT / word).name}.*")):
            self.fault(page, number, f"`{word}`: no such file")

    def page(self, name):
        text = self.texts[name]
        for number, line in prose(text):
            for found in CODE.finditer(line):
                self.code(name, number, found[2])
            for found in LINK.finditer(CODE.sub("", line) if "](" not in line else line):
                self.link(name, number, found[1])
        if name.startswith("docs/") and not re.match(r"(<!--.*?-->\s*)*# \S", text, re.S):
            self.fault(name, 1, "a page begins with its title")

    def reachable(self):
        seen, left = set(), ["README.md"]
        while left:
            name = left.pop()
            if name not in seen:
                seen.add(name)
                left += self.links.get(name, ())
        for name in self.texts:
            if name.startswith("docs/") and name not in seen:
                self.fault(name, 1, "no chain of links leads here from README.md")


def main():
    checker = Checker()
    for name in checker.texts:
        checker.page(name)
    checker.reachable()
    if "--external" in sys.argv[1:]:
        print("\n".join(checker.external))
    print("\n".join(checker.faults), end="\n" if checker.faults else "")
    sys.exit(1 if checker.faults else 0)


if __name__ == "__main__":
    main()
