#!/bin/sh
# make install and make uninstall: what is written in the manifest is there and nothing else, it works from there, and nothing of it stays.
# Programs that use the library: library.sh.
. "$(dirname "$0")/../lib.sh"

prefix=$T/opt/llmperf
share=$prefix/share/llmperf

# make_it TARGET PLACES...: of what is built; `make install` would also look for packages and compile.
make_it() {
    env -u MAKEFLAGS make --no-print-directory -C "$ROOT" BUILD="$BUILD" "$@"
}

# found ROOT: everything below it, folders with a slash behind
found() {
    (cd "$1" && find . -mindepth 1 \( -type d -printf '/%P/\n' -o -printf '/%P\n' \)) | LC_ALL=C sort
}

# ---- packaging: a DESTDIR, the folders of a distribution ----
places="DESTDIR=$T/stage PREFIX=/usr LIBDIR=/usr/lib/some-triplet"
mkdir "$T/stage"
# shellcheck disable=SC2086 # several words
t_run "install for packaging" 0 make_it install-files $places
found "$T/stage" >"$T/found"
t_true "everything that is there is in the manifest, and the reverse" diff "$T/stage/usr/share/llmperf/manifest" "$T/found"
t_eq "nothing names the folder of the packaging" "" "$(grep -rlF "$T/stage" "$T/stage")"
for page in man1/llmperf.1 man1/llmperf-run.1 man1/llmperf-db-stats.1 man1/llmperf-config-reference.1 man5/llmperf-campaign.5; do
    t_true "man page $page" test -s "$T/stage/usr/share/man/$page"
done
touch "$T/stage/usr/share/llmperf/of-somebody-else"
# shellcheck disable=SC2086
t_run "uninstall" 0 make_it uninstall $places
t_eq "uninstall: what others put there stays, and nothing else" "/usr/
/usr/share/
/usr/share/llmperf/
/usr/share/llmperf/of-somebody-else" "$(found "$T/stage")"
# shellcheck disable=SC2086
t_run "uninstall again: says that nothing is there" 2 make_it uninstall $places
t_grep "uninstall again: one line" '^uninstall: .*/manifest is not there: nothing is installed with PREFIX=/usr$' "$T/err"
t_run "a PREFIX that is no absolute path" 2 make_it install-files PREFIX=there
t_grep "a PREFIX that is no absolute path: one line" '^install: PREFIX and LIBDIR must be absolute paths: there, ' "$T/err"

# ---- in place, over an older version that had another file ----
mkdir -p "$T/opt"
t_run "install" 0 make_it install-files PREFIX="$prefix"
mkdir "$share/gone" && touch "$share/gone/file" && printf '%s\n' "$share/gone/" "$share/gone/file" >>"$share/manifest"
t_run "install over an older version" 0 make_it install-files PREFIX="$prefix"
t_true "install over an older version: its other file is gone" test ! -e "$share/gone/file"
cd / || exit 1
t_run "--version" 0 "$prefix/bin/llmperf" --version
t_eq "--version: no program is missing" "" "$(grep missing "$T/out")"
t_eq "--version: one line for each program" "$(find "$prefix/bin" -type f | wc -l)" "$(grep -c '^llmperf' "$T/out")"
t_run "analyze finds libclang" 0 "$prefix/bin/llmperf" analyze "$share/kernels-corpus/benchmarks/triad.cl"
t_grep "analyze finds libclang: the kernel" '^1 files, 1 kernels: 1 kept' "$T/out"
t_run "predict, with the model that ships" 0 "$prefix/bin/llmperf" predict "$share/kernels-corpus/benchmarks/triad.cl" --global 4096 --local 64
t_grep "predict: a time" '^ +time +[0-9.]+ us$' "$T/out"
for config in "$share"/configs/*.yaml; do
    t_run "config check $(basename "$config")" 0 "$prefix/bin/llmperf" config check "$config"
done
t_run "kernels where the campaigns look for them" 0 "$prefix/bin/llmperf" analyze -q --db "$T/c.db" "$share/configs/../kernels-corpus/map"
t_run "a plan of an installed campaign" 0 "$prefix/bin/llmperf" gen -q --config "$share/configs/smoke.yaml" --db "$T/c.db"
t_true "bash completion" bash -c '. "$1" && complete -p llmperf' - "$prefix/share/bash-completion/completions/llmperf"
t_true "the licence and how to cite" test -s "$prefix/share/doc/llmperf/LICENSE" -a -s "$prefix/share/doc/llmperf/CITATION.cff"
if command -v man >/dev/null; then
    t_eq "man finds the page" "$prefix/share/man/man1/llmperf-db-stats.1" "$(MANPATH="$prefix/share/man" man -w llmperf db-stats)"
else
    t_skip "man finds the page" "no man"
fi
t_run "uninstall" 0 make_it uninstall PREFIX="$prefix"
t_eq "uninstall: nothing is left" "" "$(found "$T/opt")"

version=$(sed -n 's/^VERSION := //p' "$ROOT/Makefile")
released=$(sed -n 's/^RELEASED := //p' "$ROOT/Makefile")
t_grep "CITATION.cff: the version" "^version: $version\$" "$ROOT/CITATION.cff"
t_grep "CITATION.cff: its day" "^date-released: $released\$" "$ROOT/CITATION.cff"
