#!/usr/bin/env python3
"""Runs the commands that the documentation shows: tests/docs.py BUILD [PAGE...], or prints them: tests/docs.py --commands PAGE

In: the fenced `console` blocks of README.md and docs/ (docs/results/ records what was run once, elsewhere). A line that begins
with `$ ` is a command; it goes on where it ends in a backslash or a bar, or opens a here-document. The lines below it are what it prints, on
stdout and stderr: `...` alone on a line stands for any lines, inside a line for any text. Where there are none, nothing is claimed
about the output. Every command must succeed. Comments right before a block change that:

    <!-- numbers vary -->               numbers, bars of #, units of time and the space between words may differ from those shown
    <!-- exits with 1 -->               the status of the block's last command
    <!-- run with "X" for "Y" -->       a smaller campaign, an example for a name: Y in the commands becomes X
    <!-- tested by tests/e2e/x.sh -->   not run here; that test holds the words that matter of every command
    <!-- run by tests/train/x.py -->    not run here; that test takes the commands from the page: commands() below, or --commands

Out: TAP, a line a block. A page gets a copy of the repository with build/ made from BUILD, one shell and one TMPDIR; all have one empty
HOME, so that a device's compiler does the same work once. What looks like a command outside of such a block is a failure too: no untested command slips in.
"""

import itertools
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIMIT_S = 300  # of a block
FENCE = re.compile(r"^(`{3,}|~{3,})\s*(\S*)")
NOTE = re.compile(r"^<!-- (tested by|run by|exits with|numbers vary) ?(\S*) -->$")
REPLACE = re.compile(r'^<!-- run with "([^"]+)" for "([^"]+)" -->$')
HEREDOC = re.compile(r"<<(-?)\s*(['\"]?)(\w+)\2")
MAKE_VARIABLES = "BUILD CONFIG OUT MODEL PREFIX LIBDIR DESTDIR".split()
PROGRAMS = ("llmperf cc c++ make git cd cp mkdir rm tail sbatch srun squeue scancel parallel python python3 pip export sudo apt "
            "apt-get dpkg sqlite3 datasette jq head cat xz man tests/ scripts/ build/").split()


class Block:
    """Commands with what they print, and where they stand."""

    def __init__(self, page, line, language):
        self.page, self.line, self.language = page, line, language
        self.lines, self.notes = [], {}

    def commands(self):
        """A list of (command, lines that it prints)."""
        found, more = [], None
        for line in self.lines:
            if more:
                found[-1][0] += "\n" + line
                if more == "\\":
                    more = line.endswith(("\\", "|")) and "\\"
                elif line.strip() == more:
                    more = None
            elif line.startswith("$ "):
                found.append([line[2:], []])
                here = HEREDOC.search(line)
                more = here[3] if here else line.endswith(("\\", "|")) and "\\"
            elif found:
                found[-1][1].append(line)
            else:
                raise ValueError("a console block begins with a command")
        if more:
            raise ValueError("the last command has no end")
        if not found:
            raise ValueError("no command in a console block")
        return found


def blocks(page, text):
    """The fenced blocks of a page, and (line, text) of all lines outside of them."""
    found, outside, notes, block, fence = [], [], {}, None, ""
    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if block:
            if mark and mark[1].startswith(fence) and not mark[2]:
                found.append(block)
                block = None
            else:
                block.lines.append(line)
        elif mark:
            block, fence = Block(page, number, mark[2]), mark[1]
            block.notes, notes = notes, {}
        else:
            note, replace = NOTE.match(line.strip()), REPLACE.match(line.strip())
            if note:
                notes[note[1]] = note[2]
            elif replace:
                notes.setdefault("run with", []).append((replace[2], replace[1]))
            elif line.strip():
                notes = {}
            outside.append((number, line))
    if block:
        raise ValueError(f"{page}:{block.line}: the block has no end")
    return found, outside


def commands(page, kind="console"):
    """The commands of a page of the repository, in order: for tests that run them in a way of their own."""
    found, _ = blocks(page, (ROOT / page).read_text(encoding="utf-8"))
    return [c for b in found if b.language == kind for c, _ in b.commands()]


def looks_like_command(line):
    """Whether a reader would take this line of a block for something to type."""
    word = line.strip().split(" ")[0]
    return line.lstrip().startswith("$ ") or word in PROGRAMS or re.match(r"(build|tests|scripts)/\S+$|[A-Z_]+=\S|llmperf-\w+$", word)


def stray(found, outside):
    """(line, text) of commands that nothing tests: in blocks of another language, in indented blocks."""
    for block in found:
        if block.language in ("sh", "bash", "shell", "shell-session"):
            yield block.line, f"a block of {block.language}: make it a console block, with `$ ` before the commands"
        elif block.language in ("", "text") and block.lines and looks_like_command(block.lines[0]):
            yield block.line, f"commands in a block that is not console: {block.lines[0].strip()}"
    before, listed = "", False
    for number, line in outside:
        if re.match(r"\s*([-*]|\d+\.) ", line):
            listed = True
        elif line and not line.startswith(" "):
            listed = False
        if line.startswith("    ") and not listed and not before.strip() and looks_like_command(line):
            yield number, f"an indented command: make it a console block: {line.strip()}"
        before = line if not (line.startswith("    ") and not before.strip()) else ""


def words_that_matter(command):
    """What a test that stands for a command must hold: program, subcommands, files with a name, long options."""
    found = []
    for part in re.split(r"&&|;|\|", re.sub(r"\s#\s.*", "", command)):
        words = part.replace("-m llmperf_train", "llmperf_train").split()
        while words and re.match(r"[A-Z_]+=", words[0]):
            words.pop(0)
        if words and words[0].startswith("python"):
            words.pop(0)
        if not words or words[0] in ("cd", "sudo"):
            continue
        options = [re.match(r"--[a-z][a-z-]+", w) for w in words]
        files = [w.rsplit("/", 1)[-1] for w in words[1:] if re.search(r"\w\.(sbatch|yaml)$", w)]
        commands_of = 3 if words[0].endswith(("llmperf", "make", "llmperf_train")) else 1
        named = itertools.takewhile(lambda w: re.fullmatch(r"[\w./-]*[a-z_]", w) and w[0] != "-", words[:commands_of])
        found += [w.rsplit("/", 1)[-1] for w in named] + [o[0] for o in options if o] + files
    return found


def missing_words(block, kind):
    """What the test that stands for a block lacks, as text; nothing when it is in order."""
    path = ROOT / block.notes[kind]
    if not path.is_file():
        return f"there is no {block.notes[kind]}"
    text = path.read_text(encoding="utf-8")
    if kind == "run by":
        taken = block.page in text and re.search(r'docs\.commands\(|docs\.py"? --commands', text)
        return "" if taken else f"{block.notes[kind]} does not take its commands from {block.page}"
    if path.suffix == ".sh":
        text += (ROOT / "tests/lib.sh").read_text(encoding="utf-8")
    lacking = [w for c, _ in block.commands() for w in words_that_matter(c) if not re.search(rf"(?<![\w-]){re.escape(w)}(?![\w-])", text)]
    return f"{block.notes[kind]} lacks: {' '.join(dict.fromkeys(lacking))}" if lacking else ""


def pattern(lines, vary):
    """The expression that the whole output must match."""
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
            continue
        text = r"[^\n]*".join(re.escape(p) for p in line.rstrip().split("..."))
        if vary:
            text = re.sub(r"(\\ )+", lambda _: r"[ ]+", text)
            text = re.sub(r"(?<![\w.])(\\-)?\d[\d,]*(\\\.\d+)?(?:\[ \]\+(?:ns|us|ms|s)\b)?", number_pattern, text)
            text = re.sub(r"(\\#)+(\[ \]\+)?", r"[# ]*", text)
        parts.append(text + r"[ ]*\n")
    return re.compile("".join(parts))


def number_pattern(found):
    unit = r"[ ]+(?:ns|us|ms|s)\b" if found[0][-1] == "s" else ""
    return r"[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]\d+)?" + unit


def compared(lines, output, vary):
    """Nothing when the output is as shown, else what differs."""
    shown = [line.rstrip() for line in lines]
    while shown and not shown[-1]:
        shown.pop()
    text = "".join(line.rstrip() + "\n" for line in output.splitlines())
    if not shown or pattern(shown, vary).fullmatch(text):
        return ""
    good = 0
    while good < len(shown) and pattern(shown[:good + 1] + ["..."], vary).fullmatch(text):
        good += 1
    what = shown[good] if good < len(shown) else "(the end)"
    return f"line {good + 1} of what is shown does not fit: {what}\nthe output:\n" + text[-3000:]


class Shell:
    """One bash for the commands of a page; what they change (folder, variables) stays."""

    def __init__(self, home, files, folder):
        # What `make test BUILD=...` hands down is not what a reader of the page has.
        environment = {k: v for k, v in os.environ.items() if k not in MAKE_VARIABLES and not k.startswith(("XDG_", "LLMPERF_", "MAKE", "CMOCKA"))}
        environment.update(HOME=str(home), TMPDIR=str(files), LC_ALL="C.UTF-8", TERM="dumb", PYTHONDONTWRITEBYTECODE="1",
                           MAKEFLAGS=same_objects(folder / "build"))
        read, write = os.pipe()
        self.told = read
        self.process = subprocess.Popen(["bash", "--norc", "--noprofile"], cwd=folder, stdin=subprocess.PIPE, env=environment,
                                        pass_fds=[write], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.to = write
        os.close(write)
        self.files = files

    def run(self, command, until):
        """Status (None: no answer in time, or the shell has ended) and output."""
        script, out = self.files / "command", self.files / "output"
        script.write_text(command + "\n", encoding="utf-8")
        self.process.stdin.write(f". {script} </dev/null >{out} 2>&1 {self.to}>&-; echo $? >&{self.to}\n".encode())
        self.process.stdin.flush()
        ready, _, _ = select.select([self.told], [], [], max(0.0, until - time.monotonic()))
        answer = os.read(self.told, 100) if ready else b""
        text = out.read_text(encoding="utf-8", errors="replace") if out.exists() else ""
        return (int(answer) if answer.strip() else None), text

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.stdin.close()
        self.process.wait()
        os.close(self.told)


def same_objects(build):
    """Settings with which make finds the copy of a build up to date: its compiler, its commit."""
    flags, version = build / "flags", build / "version_gen.h"
    if not flags.is_file() or not version.is_file():
        return ""
    compiler = flags.read_text().split(" -std=")[0].replace(" ", "\\ ")
    return f"-- CC={compiler} GIT_REV={version.read_text().split(chr(34))[1]}"


def copy_of_repository(to):
    """What git tracks, else everything but what is made."""
    try:
        names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout.split("\0")[:-1]
    except (OSError, subprocess.CalledProcessError):
        shutil.copytree(ROOT, to, symlinks=True, ignore=shutil.ignore_patterns("build", "out", ".venv", "shared", ".git"), dirs_exist_ok=True)
        return
    for name in names:
        if (ROOT / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name, follow_symlinks=False)


def make_scratch(folder, build):
    """The copy of the repository with its build/, in which the commands of a page run."""
    folder.mkdir(parents=True)
    copy_of_repository(folder)
    shutil.copytree(build, folder / "build", symlinks=True, ignore=lambda at, names: {"tests", "san", "fuzz", ".venv"} & set(names)
                    if pathlib.Path(at) == build else set())
    models = folder / "build/models"
    models.unlink(missing_ok=True)
    models.symlink_to("../models")


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def tell(self, name, problem):
        self.count += 1
        self.failed += bool(problem)
        print(f"{'not ok' if problem else 'ok'} {self.count} - {name}", flush=True)
        for line in problem.splitlines():
            print(f"# {line}")


def run_block(shell, block):
    """Nothing, or what went wrong."""
    until = time.monotonic() + LIMIT_S
    found = block.commands()
    for i, (command, lines) in enumerate(found):
        for shown, meant in block.notes.get("run with", ()):
            if not any(shown in c for c, _ in found):
                return f'run with "{meant}" for "{shown}": that is in no command'
            command = command.replace(shown, meant)
        status, output = shell.run(command, until)
        wanted = int(block.notes.get("exits with", 0)) if i == len(found) - 1 else 0
        if status != wanted:
            ended = f"no answer within {LIMIT_S} s" if status is None else f"status {status}, expected {wanted}"
            return f"$ {command}\n{ended}\n{output[-3000:]}"
        differs = compared(lines, output, "numbers vary" in block.notes)
        if differs:
            return f"$ {command}\n{differs}"
    return ""


def test_page(page, build, temp, tap):
    found, outside = blocks(page, (ROOT / page).read_text(encoding="utf-8"))
    for line, what in stray(found, outside):
        tap.tell(f"{page}:{line}: only tested commands", what)
    found = [b for b in found if b.language == "console"]
    named = {b: kind for b in found for kind in ("tested by", "run by") if kind in b.notes}
    shell = None
    try:
        for block in found:
            name = f"{page}:{block.line}: {block.commands()[0][0].splitlines()[0][:90]}"
            if block in named:
                tap.tell(f"{name} ({named[block]} {block.notes[named[block]]})", missing_words(block, named[block]))
                continue
            if not shell:
                folder = temp / page.replace("/", "-") / "llmperf"
                if not (temp / "made").exists():
                    make_scratch(temp / "made", build)
                shutil.copytree(temp / "made", folder, symlinks=True, copy_function=os.link)  # a sixth of the time; nobody edits in place
                shell = Shell(temp, folder.parent, folder)
            begun = time.monotonic()
            problem = run_block(shell, block)
            tap.tell(f"{name} ({time.monotonic() - begun:.1f} s)", problem)
            if problem.startswith("$") and "no answer" in problem:
                break
    finally:
        if shell:
            shell.end()
            shutil.rmtree(folder.parent, ignore_errors=True)


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: tests/docs.py BUILD [PAGE...] | --commands PAGE")
    if sys.argv[1] == "--commands":
        print("\n".join(c for page in sys.argv[2:] for c in commands(page)))
        return
    build = pathlib.Path(sys.argv[1]).resolve()
    pages = sys.argv[2:] or ["README.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md") if "results" not in p.parts)]
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="llmperf-docs.", ignore_cleanup_errors=True) as temp:
        for page in pages:
            try:
                test_page(page, build, pathlib.Path(temp), tap)
            except ValueError as e:
                tap.tell(page, f"{page}: {e}")
    print(f"1..{tap.count}")
    sys.exit(1 if tap.failed or not tap.count else 0)


if __name__ == "__main__":
    main()
