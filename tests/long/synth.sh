#!/bin/sh
# tests/e2e/synth.sh with ten times as many kernels.
SYNTH=${SYNTH:-500} SEED=${SEED:-20} exec "$(dirname "$0")/../e2e/synth.sh" "$@"
