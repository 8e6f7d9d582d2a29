#!/bin/sh
# What the programs say of themselves, as files: scripts/reference.sh BUILD TO [PAGES]
#
# Man pages into TO/man1 and TO/man5, the bash completion into TO/completions/llmperf; with PAGES also PAGES/commands.md and
# PAGES/campaign.md. Everything comes from `llmperf --help=FORMAT` and `llmperf config reference`, for the commands that
# `llmperf --help=list` names.
set -eu
usage="usage: scripts/reference.sh BUILD TO [PAGES]"
build=${1:?$usage}
to=${2:?$usage}
pages=${3:-}
tab=$(printf '\t')

# each COMMAND...: runs it with the words of every command behind it
each() {
    "$build/llmperf" --help=list >"$to/list"
    while IFS=$tab read -r words _; do
        # shellcheck disable=SC2086 # several words
        "$@" ${words#llmperf } || exit 1
    done <"$to/list"
}

page() {
    name=$(echo "llmperf $*" | tr ' ' '-')
    "$build/llmperf" "$@" --help=man >"$to/man1/$name.1"
}

section() {
    echo
    "$build/llmperf" "$@" --help=markdown
}

mkdir -p "$to/man1" "$to/man5" "$to/completions"
"$build/llmperf" --help=man >"$to/man1/llmperf.1"
"$build/llmperf" config reference --as man >"$to/man5/llmperf-campaign.5"
each page
"$build/llmperf" --help=bash >"$to/completions/llmperf"

if [ -n "$pages" ]; then
    {
        cat <<'END'
# Commands

`llmperf COMMAND --help`, for all commands on one page (`make docs` makes it). The examples can be run in this order, in the folder of
the repository after `make`:

```console
$ PATH=$PWD/build:$PATH
```

END
        "$build/llmperf" --help=markdown
        each section
    } >"$to/commands.md"
    "$build/llmperf" config reference --as markdown >"$to/campaign.md"
    mv "$to/commands.md" "$to/campaign.md" "$pages/"
fi
rm -f "$to/list"
