"""Drawing with gnuplot, in its default settings."""

import subprocess

from .config import UserError

SECONDS = 120


class NoGnuplot(UserError):
    """There is nothing to draw with."""


def draw(script):
    """The bytes that gnuplot writes for a script which names no output."""
    try:
        run = subprocess.run(["gnuplot", "--default-settings"], input=script.encode(), capture_output=True, timeout=SECONDS)
    except OSError as e:
        raise NoGnuplot(f"gnuplot: {e.strerror}; install it (package gnuplot-nox)") from e
    except subprocess.TimeoutExpired as e:
        raise UserError(f"gnuplot did not answer for {SECONDS} s") from e
    if run.returncode or not run.stdout:
        raise UserError(f"gnuplot: {' '.join(run.stderr.decode(errors='replace').split())[-300:]}")
    return run.stdout
