#!/bin/bash
# What the programs say of themselves: docs/commands.md and docs/campaign.md are what they print now, man pages are sound and name
# every option of --help, and the bash completion completes.
. "$(dirname "$0")/../lib.sh"

mkdir "$T/docs"
t_run "references and man pages are made" 0 "$ROOT/scripts/reference.sh" "$BUILD" "$T/made" "$T/docs"
for page in commands campaign; do
    t_true "docs/$page.md is up to date (make docs)" diff "$ROOT/docs/$page.md" "$T/docs/$page.md"
done
t_run "made again: the same bytes" 0 "$ROOT/scripts/reference.sh" "$BUILD" "$T/again" "$T"
t_true "made again: the same bytes" diff -r "$T/made" "$T/again"

# ---- every command, every option ----
"$BUILD/llmperf" --help=list >"$T/list"
t_eq "every command of --help is in the list" "" \
    "$("$BUILD/llmperf" --help | sed -n 's/^  \([a-z][a-z]*\) .*/llmperf \1/p' | while read -r c; do grep -q "^$c	" "$T/list" || echo "$c"; done)"
while IFS=$'\t' read -r words _; do
    read -ra args <<<"${words#llmperf }"
    name=${words// /-}
    page=$T/made/man1/$name.1
    "$BUILD/llmperf" "${args[@]}" --help >"$T/help" || t_fail "$words --help" "fails"
    "$BUILD/llmperf" "${args[@]}" --help=markdown >"$T/markdown"
    lacking=""
    for option in $(sed -n 's/^ .*\(--[a-z][a-z-]*\).*/\1/p' "$T/help" | sort -u); do
        grep -qF -- "${option//-/\\-}" "$page" || lacking+=" $option (man)"
        grep -qF -- "$option" "$T/markdown" || lacking+=" $option (Markdown)"
    done
    t_eq "$words: every option is in the man page and in Markdown" "" "$lacking"
    t_true "$words: docs/commands.md has its section" grep -q "^## $words$" "$T/docs/commands.md"
done <"$T/list"

if command -v mandoc >/dev/null; then
    for page in "$T"/made/man?/*; do
        t_eq "$(basename "$page"): mandoc finds no fault" "" "$(mandoc -T lint "$page" 2>&1)"
    done
    mandoc -T ascii "$T/made/man1/llmperf-analyze.1" | sed 's/.\x08//g' >"$T/ascii" # bold is overstruck
    t_grep "a man page as it is read: names with dots and dashes" '^ *Reads OpenCL C files, or all \.cl and \.ocl files' "$T/ascii"
    t_grep "a man page as it is read: an example" \
        '^ *\$ llmperf analyze --json --eval global=1024,local=64,n4=1000 kernels-corpus/map/activation_select\.cl$' "$T/ascii"
else
    t_skip "man pages" "no mandoc"
fi

# ---- campaigns ----
sed -n '/^```yaml$/,/^```$/{/^```/d;p;}' "$T/docs/campaign.md" >"$T/example.yaml"
sed -i "s,\.\./kernels-corpus,$ROOT/kernels-corpus," "$T/example.yaml"
t_run "the example of docs/campaign.md is a campaign" 0 "$BUILD/llmperf" config check "$T/example.yaml"
"$BUILD/llmperf" config check --defaults | sed -n 's/^ *\([a-z_]*\): [^#].*/\1/p' >"$T/keys"
t_eq "every key of the defaults is in docs/campaign.md" "" \
    "$(while read -r k; do grep -q "^| \`\([a-z_.]*\.\)\?$k\` |" "$T/docs/campaign.md" || echo "$k"; done <"$T/keys")"

# ---- formats ----
t_refuse "a format that is none" 2 llmperf "text, markdown, man, bash or list is expected" "$BUILD/llmperf" --help=html
t_run "a format that is none, of a command" 2 "$BUILD/llmperf" gen --help=html
t_run "config reference --as bash" 2 "$BUILD/llmperf" config reference --as bash
t_run "help of one command" 0 "$BUILD/llmperf" help predict
t_grep "help of one command: in the words that are typed" '^usage: llmperf predict ' "$T/out"
t_run "help of a command of a command" 0 "$BUILD/llmperf" help db merge
t_grep "help of a command of a command: it is that one's" '^usage: llmperf db merge ' "$T/out"

# ---- versions ----
mkdir "$T/some"
ln -s "$BUILD/llmperf-db" "$T/some/"
cp "$BUILD/llmperf" "$T/some/"
t_run "--version with stages that are missing" 0 "$T/some/llmperf" --version
t_grep "--version: its own on the first line" '^llmperf [0-9.]+ \(commit [0-9a-f]+|unknown\)$' <(head -n 1 "$T/out")
t_grep "--version: a stage that is missing is said so" '^llmperf-model: missing: ' "$T/out"
t_grep "--version: libraries" '^libraries: SQLite [0-9.]+, jansson [0-9.]+, libyaml [0-9.]+, xxHash [0-9.]+$' \
    <("$BUILD/llmperf" db --version)
for each in 'analyze libclang' 'profile OpenCL.loader' 'predict OpenBLAS' 'predict PCRE2'; do
    t_grep "--version: $each" "^libraries: (.*, )?${each#* } [0-9]" <("$BUILD/llmperf" "${each% *}" --version)
done

# ---- completion ----
# shellcheck source=/dev/null
. "$T/made/completions/llmperf"
mkdir "$T/in" && cd "$T/in" || exit 1
mkdir folder && touch a.db b.yaml c.cl d.svg 'e f.db'

# completes NAME EXPECTED WORD...: the last word is being typed
completes() {
    local name=$1 expected=$2
    shift 2
    COMP_WORDS=("$@")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _llmperf
    t_eq "completion: $name" "$expected" "$(printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd,)"
}
t_eq "completion: it is registered" "complete -F _llmperf llmperf" "$(complete -p llmperf)"
completes "commands" "predict,profile" llmperf pr
completes "every command" "$({ sed -n 's/^llmperf \([a-z]*\)	.*/\1/p' "$T/list" && echo help; } | sort | paste -sd,)" llmperf ''
completes "subcommands" "sample,split,stats" llmperf db s
completes "words of config" "check,reference" llmperf config ''
completes "help" "gen" llmperf help ge
completes "options" "--samples,--split,--store" llmperf validate --s
completes "options that every command has" "--verbose,--version" llmperf db init --ver
completes "databases" "a.db,e f.db,folder" llmperf db stats --db ''
completes "databases after =" "a.db" llmperf db stats --db = a
completes "databases right after =" "a.db,e f.db,folder" llmperf db stats --db =
completes "campaigns" "b.yaml,folder" llmperf run ''
completes "campaigns of an option" "b.yaml,folder" llmperf gen --config ''
completes "campaigns of a short option" "b.yaml,folder" llmperf gen -c ''
completes "kernels" "c.cl,folder" llmperf predict --global 64 ''
completes "folders" "folder" llmperf predict --model ''
completes "folders of --out" "folder" llmperf report --out ''
completes "words of an option" "sample,worker" llmperf profile --isolate ''
completes "devices" "cpu,gpu,gpus" llmperf profile --device ''
completes "files that end so" "d.svg,folder" llmperf db stats --plot ''
completes "nothing for a number" "" llmperf predict --global ''
completes "shards" "a.db,e f.db,folder" llmperf db merge --db x.db ''
completes "nothing of an unknown command" "" llmperf nonsense --he
