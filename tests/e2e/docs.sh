#!/bin/sh
# What the documentation tells people to type works, and prints what is shown: a line a block of commands of README.md and docs/.
. "$(dirname "$0")/../lib.sh"

t_run "the runner's own tests" 0 python3 "$ROOT/tests/docs_test.py"
python3 "$ROOT/tests/docs.py" "$BUILD"
