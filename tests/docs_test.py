#!/usr/bin/env python3
"""tests/docs.py itself: what it takes for commands, what it takes for equal, what it lets nobody do."""

import pathlib
import re
import tempfile
import time
import unittest

import docs

PAGE = """# A page

Text with `$ no command`.

```console
$ cat >a <<'EOF'
one
EOF
$ wc -l a
1 a
$ printf '%s\\n' \\
    x y
x
...
```

<!-- exits with 3 -->
```console
$ exit 3
```
"""


def block_of(text, page="docs/x.md"):
    return docs.blocks(page, text)[0][-1]


class Reading(unittest.TestCase):
    def test_commands_and_what_they_print(self):
        found, outside = docs.blocks("docs/x.md", PAGE)
        self.assertEqual([b.line for b in found], [5, 18])
        self.assertEqual(found[0].commands(), [["cat >a <<'EOF'\none\nEOF", []], ["wc -l a", ["1 a"]],
                                               ["printf '%s\\n' \\\n    x y", ["x", "..."]]])
        self.assertEqual(found[1].notes, {"exits with": "3"})
        self.assertIn((3, "Text with `$ no command`."), outside)

    def test_a_note_holds_for_the_block_right_below(self):
        self.assertEqual(block_of("<!-- numbers vary -->\n\n```console\n$ x\n```").notes, {"numbers vary": ""})
        self.assertEqual(block_of("<!-- numbers vary -->\nwords\n```console\n$ x\n```").notes, {})

    def test_broken_blocks(self):
        for text in ("```console\nno command\n```", "```console\n```", "```console\n$ cat <<E\n```"):
            with self.assertRaises(ValueError):
                block_of(text).commands()
        with self.assertRaises(ValueError):
            docs.blocks("docs/x.md", "```console\n$ x\n")


class Stray(unittest.TestCase):
    def count(self, text):
        return len(list(docs.stray(*docs.blocks("docs/x.md", text))))

    def test_commands_elsewhere(self):
        for text in ("```sh\nls\n```", "```\nllmperf run x\n```", "Do\n\n    make test\n", "Do\n\n    $ ls\n", "Do\n\n    X=1 y\n    z\n"):
            self.assertEqual(self.count(text), 1, text)
        self.assertEqual(self.count("Do\n\n    a = 1\n    make test\n"), 1)

    def test_what_is_none(self):
        for text in ("```c\nint make;\n```", "Flow\n\n    a -> b\n", "1. Item\n\n    make is a word of a list\n", "a\n    make goes on\n"):
            self.assertEqual(self.count(text), 0, text)


class Comparing(unittest.TestCase):
    def same(self, lines, output, vary=False):
        return not docs.compared(lines, output, vary)

    def test_wildcards(self):
        self.assertTrue(self.same(["a", "...", "z"], "a\nb\nc\nz\n"))
        self.assertTrue(self.same(["a", "...", "z"], "a\nz\n"))
        self.assertTrue(self.same(["took ... s, [done]"], "took 0.5 s, [done]\n"))
        self.assertFalse(self.same(["a", "...", "z"], "a\nz\ny\n"))
        self.assertFalse(self.same(["a"], "a\nb\n"))
        self.assertFalse(self.same(["a", "b"], "a\n"))
        self.assertTrue(self.same([], "whatever\n"))

    def test_numbers(self):
        self.assertTrue(self.same(["time  12.5 us  ### 3"], "time 1800 ns ######## 14\n", True))
        self.assertFalse(self.same(["time  12.5 us"], "time 1800 ns\n"))
        self.assertFalse(self.same(["time  12.5 us"], "times 12.5 us\n", True))
        self.assertFalse(self.same(["n12"], "n13\n", True))

    def test_what_differs_is_named(self):
        self.assertIn("line 2 of what is shown does not fit: b", docs.compared(["a", "b"], "a\nc\n", False))


class Elsewhere(unittest.TestCase):
    def test_words_that_matter(self):
        self.assertEqual(docs.words_that_matter("A=1 build/llmperf db merge --db FOLDER/x.db FOLDER/*.db"), ["llmperf", "db", "merge", "--db"])
        self.assertEqual(docs.words_that_matter("sbatch --array=0-7 campaign.sbatch FOLDER"), ["sbatch", "--array", "campaign.sbatch"])
        self.assertEqual(docs.words_that_matter("make test   # all of them"), ["make", "test"])
        self.assertEqual(docs.words_that_matter("cd train && python -m llmperf_train fit --config recipes/a.yaml"),
                         ["llmperf_train", "fit", "--config", "a.yaml"])

    def test_a_test_that_stands_for_a_block(self):
        def lacks(path, command, kind="tested by"):
            return docs.missing_words(block_of(f"<!-- {kind} {path} -->\n```console\n$ {command}\n```"), kind)
        self.assertEqual(lacks("tests/e2e/slurm.sh", "sbatch --array=0-7 campaign.sbatch F"), "")
        self.assertIn("lacks: --nice", lacks("tests/e2e/slurm.sh", "sbatch --nice=3 campaign.sbatch F"))
        self.assertIn("there is no", lacks("tests/e2e/none.sh", "x"))
        self.assertIn("does not take", lacks("tests/e2e/slurm.sh", "x", "run by"))


class Running(unittest.TestCase):
    def run_all(self, text):
        with tempfile.TemporaryDirectory() as temp:
            home = pathlib.Path(temp)
            (home / "work").mkdir()
            shell = docs.Shell(home, home, home / "work")
            try:
                return [docs.run_block(shell, b) for b in docs.blocks("docs/x.md", text)[0]]
            finally:
                shell.end()

    def test_one_shell_a_page(self):
        ends = self.run_all("```console\n$ mkdir a; cd a\n$ X=5\n```\n```console\n$ basename $PWD-$X\na-5\n$ cat\n```\n"
                            "<!-- exits with 3 -->\n```console\n$ echo out; echo err >&2; (exit 3)\nout\nerr\n```\n"
                            "```console\n$ false\n```\n```console\n$ echo b\na\n```\n")
        self.assertEqual(ends[:3], ["", "", ""])
        self.assertIn("status 1, expected 0", ends[3])
        self.assertIn("line 1 of what is shown does not fit: a", ends[4])

    def test_other_words(self):
        ends = self.run_all('<!-- run with "small" for "BIG" -->\n<!-- run with "y" for "x" -->\n```console\n$ echo BIG x\nsmall y\n$ echo BIG\nsmall\n```\n'
                            '<!-- run with "small" for "BIGGER" -->\n```console\n$ echo BIG\n```')
        self.assertEqual(ends[0], "")
        self.assertIn('for "BIGGER": that is in no command', ends[1])

    def test_what_hangs_is_ended(self):
        limit, docs.LIMIT_S = docs.LIMIT_S, 1
        begun = time.monotonic()
        try:
            self.assertIn("no answer within 1 s", self.run_all("```console\n$ sleep 60\n```")[0])
        finally:
            docs.LIMIT_S = limit
        self.assertLess(time.monotonic() - begun, 20)


def source(name):
    """A C source with its adjacent literals as one."""
    return re.sub(r'"\s*\n\s*"', "", (docs.ROOT / name).read_text(encoding="utf-8"))


def reasons(name):
    return re.findall(r'\] =\s*\{"([a-z-]+)",\s*"([^"]*)"\}', source(name))


class Quoted(unittest.TestCase):
    """What pages quote from the programs without running them."""

    def test_reasons(self):
        page = (docs.ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
        for name in ("profile/reason.c", "gen/reason.c"):
            found = [r for r in reasons(name) if r[0] != "ok"]
            self.assertGreater(len(found), 10, name)
            for code, text in found:
                self.assertIn(f"| `{code}` | {text} |\n", page)
        page = (docs.ROOT / "docs/inference.md").read_text(encoding="utf-8")
        for code, _ in reasons("analyze/reason.c"):
            self.assertTrue(code == "ok" or f"`{code}`" in page, f"{code} of analyze/reason.c is not in docs/inference.md")

    def test_roles_and_patterns(self):
        page = (docs.ROOT / "docs/inference.md").read_text(encoding="utf-8")
        roles = re.search(r"Static string: ([a-z\s*]+)\.", source("analyze/role.h"))[1].replace("*", " ").split()
        patterns = re.search(r"Static strings: ([a-z\s*-]+)\.", source("analyze/pattern.h"))[1].replace("*", " ").split()
        self.assertGreater(min(len(roles), len(patterns)), 9)
        for word in roles:
            self.assertTrue(word == "unused" or f"`{word}`" in page, f"role {word}")
        for word in patterns:
            self.assertIn(f"**{word}**", page)

    def test_lines(self):
        """Lines of errors in tables: their fixed words stand in some source."""
        files = [p for stage in ("analyze", "cli", "common", "db", "gen", "model", "profile", "report") for p in (docs.ROOT / stage).glob("*.c")]
        texts = [source(p) for p in files] + [(docs.ROOT / "scripts/deps.sh").read_text(encoding="utf-8")]
        rows = re.findall(r"^\| `([^`]+)`[^|]*\|[^|]+\|[^|]+\|$", (docs.ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8"), re.M)
        lines = [r for r in rows if " " in r and not r.startswith(("llmperf db", "kernel K needs", "unlike"))]  # run elsewhere
        self.assertGreater(len(lines), 10)
        for line in lines:
            words = max(re.split(r"\.\.\.|\b[A-Z]+\b|\d+|[();'=]|^\w+: ", line), key=len).strip(" :,")
            self.assertGreater(len(words), 7, line)
            self.assertTrue(any(words in t for t in texts), f"no program says: {words}")


if __name__ == "__main__":
    unittest.main()
