#!/bin/sh
# Shows a model folder at work: scripts/shipped.sh BUILD MODEL predict|validate
#
# predict: an example launch, and how its time grows with the size. validate: the figures on the measured samples that lie in
# the folder (samples.db.xz, made by `llmperf db sample`), compared with those that were published (validation.txt). Needs no
# device. One thread computes, so that the figures are the same on every run and machine to the last digit that is printed.
set -eu
usage="usage: scripts/shipped.sh BUILD MODEL predict|validate"
build=${1:?$usage}
model=${2:?$usage}
what=${3:?$usage}
root=$(cd "$(dirname "$0")/.." && pwd)

if [ ! -f "$model/config.json" ]; then
    echo "$model: holds no model yet; MODEL=DIR names another folder, train/README.md says how to make one" >&2
    exit 1
fi
case $what in
predict)
    kernel=$root/kernels-corpus/benchmarks/triad.cl
    "$build/llmperf" predict --model "$model" "$kernel" --global 1048576 --local 256 --threads 1
    "$build/llmperf" predict --model "$model" "$kernel" --sweep global=65536:16777216:x4,local=64,256 --threads 1
    ;;
validate)
    if [ ! -f "$model/samples.db.xz" ]; then
        echo "$model: has no samples.db.xz; llmperf db sample makes one of a campaign" >&2
        exit 1
    fi
    samples=$build/samples.db
    xz -dc "$model/samples.db.xz" >"$samples.new" && mv "$samples.new" "$samples"
    "$build/llmperf" validate -q --model "$model" --db "$samples" --split all --worst 0 --threads 1 >"$samples.txt"
    cat "$samples.txt"
    if [ -s "$model/validation.txt" ]; then
        if ! diff "$model/validation.txt" "$samples.txt" >&2; then
            echo "validate: other figures than those in $model/validation.txt" >&2
            exit 1
        fi
        echo "validate: the published figures, to the last digit" >&2
    fi
    ;;
*)
    echo "$usage" >&2
    exit 2
    ;;
esac
