#!/bin/bash
# Makes a Python environment: scripts/venv.sh FOLDER REQUIREMENTS. Does nothing when all that is required is there already.
set -euo pipefail
venv=${1:?usage: scripts/venv.sh FOLDER REQUIREMENTS}
requirements=${2:?usage: scripts/venv.sh FOLDER REQUIREMENTS}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
if ! "$venv/bin/pip" install -q --disable-pip-version-check -r "$requirements" >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "venv: pip could not install what $requirements lists" >&2
    exit 1
fi
touch "$venv/made"
