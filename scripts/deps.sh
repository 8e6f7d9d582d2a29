#!/bin/sh
# Installs what deps.txt lists for the groups given (build test lint), with apt, as root or through sudo.
# Does nothing when all is there. Where it cannot install, it names the packages and stops.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
groups=${*:-build}
missing=""
why=""

# installed A+B: both are
installed() {
    for q in $(echo "$1" | tr '+' ' '); do
        dpkg-query -W -f='${Status}' "$q" 2>/dev/null | grep -q '^install ok installed$' || return 1
    done
}

# offered A+B: apt has both
offered() {
    for q in $(echo "$1" | tr '+' ' '); do
        apt-cache show "$q" 2>/dev/null | grep -q '^Package:' || return 1
    done
}

if ! command -v dpkg-query >/dev/null 2>&1; then
    # Not a Debian system: trust the tools that are there, name what the build needs.
    case " $groups " in *" test "*) cmocka=cmocka ;; *) cmocka="" ;; esac
    # shellcheck disable=SC2086 # cmocka may be nothing
    if command -v cc >/dev/null 2>&1 && command -v pkg-config >/dev/null 2>&1 &&
        pkg-config --exists OpenCL sqlite3 yaml-0.1 jansson libxxhash libpcre2-8 openblas $cmocka &&
        ls /usr/lib/llvm-*/include/clang-c/Index.h >/dev/null 2>&1; then
        exit 0
    fi
    echo "deps: this system has no dpkg; install the equivalents of these packages, then run make again" >&2
    echo "deps: (libclang is looked for in /usr/lib/llvm-N):" >&2
    awk '$1 !~ /^#/ && NF { sub(/^\?/, "", $1); print "deps:   " $1 }' "$here/deps.txt" >&2
    exit 1
fi

# Prints the first of A|B|C that apt offers; failing that, A.
choose() {
    alternatives=$(echo "$1" | tr '|' ' ')
    for p in $alternatives; do
        if offered "$p"; then
            echo "$p"
            return
        fi
    done
    echo "${alternatives%% *}"
}

wanted() {
    for g in $groups; do
        [ "$g" = "$1" ] && return 0
    done
    return 1
}

# Package lists may be empty on a fresh image: refresh them once, and only when something is missing.
refreshed=no
refresh() {
    [ "$refreshed" = yes ] && return 0
    refreshed=yes
    if [ "$(id -u)" = 0 ]; then
        apt-get update -q >/dev/null 2>&1 || true
    elif command -v sudo >/dev/null 2>&1; then
        sudo apt-get update -q >/dev/null 2>&1 || true
    fi
}

while read -r names group reason; do
    case "$names" in '' | '#'*) continue ;; esac
    wanted "$group" || continue
    optional=no
    case "$names" in '?'*) optional=yes names=${names#?} ;; esac
    have=no
    for p in $(echo "$names" | tr '|' ' '); do
        if installed "$p"; then have=yes; fi
    done
    [ "$have" = yes ] && continue
    # What no list has is looked for again only where there is no list.
    if [ "$optional" = no ] || ! ls /var/lib/apt/lists/*Packages* >/dev/null 2>&1; then refresh; fi
    p=$(choose "$names")
    if [ "$optional" = yes ] && ! offered "$p"; then continue; fi
    p=$(echo "$p" | tr '+' ' ')
    missing="$missing $p"
    why="$why
deps:   $p: $reason"
done <"$here/deps.txt"

[ -n "$missing" ] || exit 0
echo "deps: missing packages:$why"
if [ "$(id -u)" = 0 ]; then
    sudo=""
elif command -v sudo >/dev/null 2>&1; then
    sudo=sudo
else
    echo "deps: cannot install without root or sudo; as root run: apt-get install$missing" >&2
    exit 1
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086 # the package list is meant to split
if ! $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "deps: apt-get could not install:$missing; install them by hand, then run make again" >&2
    exit 1
fi
echo "deps: installed:$missing"
