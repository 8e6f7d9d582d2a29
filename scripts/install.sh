#!/bin/bash
# Installs what is built, and removes it again: scripts/install.sh install BUILD PROGRAM... | uninstall
#
# In, from the environment: PREFIX, LIBDIR, DESTDIR (a folder that stands for / while packaging), VERSION and PRIVATE_LIBS for
# pkg-config. Every file, link and folder that it makes is a line of PREFIX/share/llmperf/manifest, without DESTDIR, folders with a
# slash behind; uninstall removes exactly these, folders only when they are empty.
set -euo pipefail
umask 022
export LC_ALL=C
usage="usage: scripts/install.sh install BUILD PROGRAM... | uninstall"
what=${1:?$usage}
shift
prefix=${PREFIX:?} libdir=${LIBDIR:?} destdir=${DESTDIR:-}
share=$prefix/share/llmperf
doc=$prefix/share/doc/llmperf
manifest=$share/manifest
case $prefix$libdir in
*[$'\n ']*)
    echo "install: PREFIX and LIBDIR must not hold blanks: $prefix, $libdir" >&2
    exit 2
    ;;
esac
case $prefix:$libdir in
/*:/*) ;;
*)
    echo "install: PREFIX and LIBDIR must be absolute paths: $prefix, $libdir" >&2
    exit 2
    ;;
esac
entries=()

# folder PATH: it and what lacks above it
folder() {
    [ -d "$destdir$1" ] && return
    folder "$(dirname "$1")"
    mkdir "$destdir$1"
    entries+=("$1/")
}

# put MODE FOLDER FILE...
put() {
    local mode=$1 to=$2 f
    shift 2
    folder "$to"
    install -m "$mode" "$@" "$destdir$to/"
    for f in "$@"; do entries+=("$to/$(basename "$f")"); done
}

# text FILE: standard input
text() {
    folder "$(dirname "$1")"
    cat >"$destdir$1.new"
    chmod 644 "$destdir$1.new"
    mv "$destdir$1.new" "$destdir$1"
    entries+=("$1")
}

# link TARGET PATH
link() {
    folder "$(dirname "$2")"
    ln -sfn "$1" "$destdir$2"
    entries+=("$2")
}

# tree FROM TO: all files of a folder
tree() {
    local from=$1 to=$2 sub files
    while IFS= read -r -d '' sub; do
        mapfile -d '' -t files < <(find "$sub" -maxdepth 1 -type f -print0 | sort -z)
        [ ${#files[@]} = 0 ] || put 644 "$to${sub#"$from"}" "${files[@]}"
    done < <(find "$from" -type d -print0 | sort -z)
}

install_all() {
    local build=$1 page
    shift
    mkdir -p "$destdir/"
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    scripts/reference.sh "$build" "$made"
    put 755 "$prefix/bin" "$@"
    put 644 "$libdir" "$build/libllmperf.a" "$build/libllmperf.so.0"
    link libllmperf.so.0 "$libdir/libllmperf.so"
    put 644 "$prefix/include" model/llmperf.h
    text "$libdir/pkgconfig/llmperf.pc" < <(
        sed "s,@PREFIX@,$prefix,; s,@LIBDIR@,$libdir,; s,@VERSION@,${VERSION:?},; s,@PRIVATE@,${PRIVATE_LIBS:?}," model/llmperf.pc.in
    )
    for page in "$made"/man?; do
        tree "$page" "$prefix/share/man/${page##*/}"
    done
    put 644 "$prefix/share/bash-completion/completions" "$made/completions/llmperf"
    put 644 "$share/configs" configs/*.yaml
    put 755 "$share/configs/slurm" configs/slurm/*
    tree kernels-corpus "$share/kernels-corpus" # where the campaigns look for it: ../kernels-corpus
    tree models "$share/models"
    tree docs "$doc"
    put 644 "$doc" LICENSE CITATION.cff
    [ ! -d docs/schemas ] || link ../doc/llmperf/schemas "$share/schemas"
    put 644 "$share" db/datasette.yaml
}

# What an older version put there and this one did not; its folders stay known.
forget_older() {
    local entry
    local -A now=()
    [ -f "$destdir$manifest" ] || return 0
    for entry in "${entries[@]}"; do now[$entry]=1; done
    while IFS= read -r entry; do
        [ -z "${now[$entry]:-}" ] || continue
        case $entry in
        */) entries+=("$entry") ;;
        "$manifest") ;;
        *) rm -f "$destdir$entry" ;;
        esac
    done <"$destdir$manifest"
}

# Deeper folders before those that they are in.
remove_all() {
    local entry
    if [ ! -f "$destdir$manifest" ]; then
        echo "uninstall: $destdir$manifest is not there: nothing is installed with PREFIX=$prefix" >&2
        exit 1
    fi
    mapfile -t entries < <(sort -r "$destdir$manifest")
    for entry in "${entries[@]}"; do
        case $entry in
        */) rmdir --ignore-fail-on-non-empty "$destdir$entry" 2>/dev/null || true ;;
        *) rm -f "$destdir$entry" ;;
        esac
    done
}

case $what in
install)
    cd "$(dirname "$0")/.."
    [ $# -ge 2 ] || { echo "$usage" >&2 && exit 2; }
    install_all "$@"
    forget_older
    text "$manifest" < <(printf '%s\n' "${entries[@]}" "$manifest" | sort -u)
    ;;
uninstall) remove_all ;;
*)
    echo "$usage" >&2
    exit 2
    ;;
esac
