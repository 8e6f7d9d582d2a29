#!/bin/bash
# Static checks: scripts/lint.sh LLVM_VERSION COMPILER_FLAGS C_FILE...
#
# clang-format, clang-tidy, cppcheck, the rules of this house, the syntax of shell scripts, links and spelling. One line a check; ends at the first
# that fails. The flags are those that the files are compiled with, in one word.
set -u
llvm=${1:?usage: scripts/lint.sh LLVM_VERSION FLAGS FILE...}
read -r -a given <<<"${2:?usage: scripts/lint.sh LLVM_VERSION FLAGS FILE...}"
shift 2
files=("$@")
cd "$(dirname "$0")/.." || exit 1

sources=()
for f in "${files[@]}"; do
    case $f in *.c) sources+=("$f") ;; esac
done

# The version macro holds quotes, which do not survive being passed in one word.
flags=('-DLP_VERSION="lint"')
includes=('-DLP_VERSION="lint"') # what cppcheck understands
for f in "${given[@]}"; do
    case $f in
    -DLP_VERSION=*) continue ;;
    -D* | -I*) includes+=("$f") ;;
    esac
    flags+=("$f")
done

log=$(mktemp)
trap 'rm -f "$log" "$log.all"' EXIT

# check NAME COMMAND...: silent but for one line when it passes
check() {
    local name=$1
    shift
    if "$@" >"$log" 2>&1; then
        echo "lint: $name: ok"
    else
        echo "lint: $name: FAILED"
        tail -n 100 "$log"
        exit 1
    fi
}

# tool NAME: NAME-VERSION, of the wanted LLVM or of another one that is installed
tool() {
    local v
    for v in "$llvm" 22 21 20 19 18 17; do
        command -v "$1-$v" && return
    done
    echo "$1"
}

tidy() {
    local program status=0
    program=$(tool clang-tidy)
    printf '%s\0' "${sources[@]}" | xargs -0 -P "$(nproc)" -I {} "$program" --quiet {} -- "${flags[@]}" >"$log.all" 2>&1 ||
        status=1
    grep -v 'warnings\{0,1\} generated\.$' "$log.all" # counts of what is suppressed in system headers
    return "$status"
}

run_cppcheck() {
    cppcheck --quiet --std=c11 -j "$(nproc)" --enable=warning,portability,performance --error-exitcode=1 \
        --inline-suppr --suppress=missingIncludeSystem --suppress=unmatchedSuppression \
        --suppress=normalCheckLevelMaxBranches "${includes[@]}" "${sources[@]}"
}

# only FOLDER ALLOWED: the files of FOLDER include headers of the folders in ALLOWED (a|b|c) and no others
only() {
    local f found=0
    for f in "${files[@]}"; do
        case $f in "$1"/*) ;; *) continue ;; esac
        if grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]*/' "$f" |
            grep -vE "include[[:space:]]*\"($2)/[^/\"]*\""; then
            found=1
        fi
    done
    [ "$found" = 0 ] || echo "$1/ may include headers of $2 only"
    return "$found"
}

# Stages meet in the database and in common/, never in each other's headers.
layers() {
    only common common && only db 'common|db' && only analyze 'common|db|analyze' && only gen 'common|db|gen' &&
        only profile 'common|db|profile' && only model 'common|db|model' &&
        only report 'common|db|report' && only cli 'common|db|cli'
}

scripts_of_repo() {
    find scripts tests configs .ci -type f \( -name '*.sh' -o -name '*.sbatch' -o -path '.ci/*' \) | sort
}

# Brackets keep the pattern from matching this file.
no_markers() {
    local scripts
    mapfile -t scripts < <(scripts_of_repo)
    ! grep -nwE 'TO[D]O|FIX[M]E|X[X]X' "${files[@]}" "${scripts[@]}" Makefile db/*.sql train/*/*.py
}

short_files() {
    local f n found=0
    for f in "${files[@]}"; do
        case $f in tests/*) continue ;; esac
        n=$(wc -l <"$f")
        if [ "$n" -gt 600 ]; then
            echo "$f: $n lines, more than 600"
            found=1
        fi
    done
    return "$found"
}

shell_syntax() {
    local s shell found=0
    while read -r s; do
        case $(head -n 1 "$s") in *bash*) shell=bash ;; *) shell=sh ;; esac
        "$shell" -n "$s" || found=1
    done < <(scripts_of_repo)
    return "$found"
}

# Comments, help texts and pages; scripts/spelling.txt has what is meant as it is: names of kernels, mistakes that tests make.
spelling() {
    codespell --quiet-level 2 --ignore-words scripts/spelling.txt \
        --skip '*.svg,*.json,*.safetensors,*.xz,*.txt,*.png,*.db,./tests/golden,./tests/fuzz/corpus,__pycache__' \
        ./*.md Makefile ./analyze ./cli ./common ./configs ./db ./docs ./gen ./kernels-corpus ./model ./models ./profile ./report ./scripts ./tests ./train
}

check clang-format "$(tool clang-format)" --dry-run -Werror "${files[@]}"
check "layers (includes)" layers
check "no markers of unfinished work" no_markers
check "file length" short_files
check "shell syntax" shell_syntax
check "links and paths in pages" scripts/check_docs.py
check "docs/tables.md" scripts/tables.py --check
check spelling spelling
check cppcheck run_cppcheck
check clang-tidy tidy
if command -v ruff >/dev/null; then
    check "ruff (train)" ruff check --quiet train
else
    echo "lint: ruff (train): not installed, left out"
fi
