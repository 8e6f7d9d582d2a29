#!/bin/sh
# Every test that docs/faults.md names exists, and every fault there names one.
. "$(dirname "$0")/../lib.sh"
cd "$ROOT" || exit 1

# Lines "file: test" or "file" of one row
tests_of() {
    printf '%s\n' "$1" | grep -o '`tests/[^`]*`' | tr -d '`'
}

# exists "file: test": the file is there and holds the test
exists() {
    file=${1%%: *}
    name=${1#"$file"}
    name=${name#: }
    [ -f "$file" ] || return 1
    case $file in
    *.c) grep -Fq "cmocka_unit_test($name)" "$file" ;;
    *) [ -x "$file" ] && grep -Fq -e "$name" "$file" ;;
    esac
}

rows=0
grep '^|' docs/faults.md | grep -v -e '^| fault ' -e '^|---' >"$T/rows"
while read -r row; do
    rows=$((rows + 1))
    fault=$(printf '%s\n' "$row" | cut -d'|' -f2 | sed 's/^ *//; s/ *$//')
    tests_of "$row" >"$T/tests"
    missing=
    while read -r t; do
        exists "$t" || missing="$missing
$t"
    done <"$T/tests"
    if [ -s "$T/tests" ] && [ -z "$missing" ]; then t_ok "$fault"; else t_fail "$fault" "no such test:$missing"; fi
done <"$T/rows"
t_true "the tables are read ($rows faults)" test "$rows" -ge 30
