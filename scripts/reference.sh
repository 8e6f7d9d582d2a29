#!/bin/sh
# What the programs say of themselves, as files: scripts/reference.sh BUILD [OUT]
#
# Man pages into BUILD/man, the bash completion into BUILD/completions/llmperf; with OUT also OUT/commands.md and OUT/campaign.md.
# Everything comes from `llmperf --help=FORMAT` and `llmperf config reference`, for the commands that `llmperf --help=list` names.
set -eu
build=${1:?usage: scripts/reference.sh BUILD [OUT]}
out=${2:-}
new=$build/man.new
tab=$(printf '\t')

# each COMMAND...: runs it with the words of every command behind it
each() {
    "$build/llmperf" --help=list >"$new/list"
    while IFS=$tab read -r words _; do
        # shellcheck disable=SC2086 # several words
        "$@" ${words#llmperf } || exit 1
    done <"$new/list"
}

page() {
    name=$(echo "llmperf $*" | tr ' ' '-')
    "$build/llmperf" "$@" --help=man >"$new/man1/$name.1"
}

section() {
    echo
    "$build/llmperf" "$@" --help=markdown
}

rm -rf "$new"
mkdir -p "$new/man1" "$new/man5" "$build/completions"
"$build/llmperf" --help=man >"$new/man1/llmperf.1"
"$build/llmperf" config reference --as man >"$new/man5/llmperf-campaign.5"
each page
"$build/llmperf" --help=bash >"$new/llmperf.bash"
mv "$new/llmperf.bash" "$build/completions/llmperf"

if [ -n "$out" ]; then
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
    } >"$new/commands.md"
    "$build/llmperf" config reference --as markdown >"$new/campaign.md"
    mv "$new/commands.md" "$new/campaign.md" "$out/"
fi
rm -rf "$build/man" "$new/list"
mv "$new" "$build/man"
