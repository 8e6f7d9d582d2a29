"""What the tests of this folder share: TAP lines, the corpus, the programs beside them."""

import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_count = 0
_failed = 0


def build_folder():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {Path(sys.argv[0]).name} BUILD")
    return Path(sys.argv[1]).resolve()


def ok(passed, name, why=""):
    """One TAP line; `why` follows a failure."""
    global _count, _failed
    _count += 1
    print(f"{'ok' if passed else 'not ok'} {_count} - {name}", flush=True)
    if not passed:
        _failed += 1
        for line in str(why).splitlines():
            print(f"# {line}")
    return passed


def done():
    print(f"1..{_count}")
    sys.exit(1 if _failed or not _count else 0)


def kernels():
    """Every kernel of the corpus, as (path, bytes)."""
    folder = ROOT / "kernels-corpus"
    return [(str(p.relative_to(folder)), p.read_bytes()) for p in sorted(folder.rglob("*.cl"))]


def encode(build, tokenizer, texts):
    """Ids and places of each text, from the C tokenizer; an error's text instead of the list where it fails."""
    data = b"".join(struct.pack("=I", len(t)) + t for t in texts)
    run = subprocess.run([build / "tests/train/tokens", tokenizer], input=data, capture_output=True, timeout=300)
    if run.returncode:
        return run.stderr.decode(errors="replace").strip()
    out, at = [], 0
    while at < len(run.stdout):
        (n,) = struct.unpack_from("=I", run.stdout, at)
        numbers = struct.unpack_from(f"={2 * n}I", run.stdout, at + 4)
        out.append((list(numbers[:n]), list(numbers[n:])))
        at += 4 + 8 * n
    return out
