#!/bin/sh
# The lists of what the models that ship were trained on, against all kernels of their campaigns made and analysed again: a synthesised
# kernel that is a near-duplicate of a benchmark would be found, too. Minutes for 25,000 kernels. LIST=FILE judges another list.
. "$(dirname "$0")/../lib.sh"

for list in ${LIST:-"$ROOT"/models/*/split.tsv "$ROOT"/models/*/split.tsv.xz}; do
    [ -f "$list" ] || continue
    case $list in *.xz) xz -dc "$list" >"$T/list" ;; *) cp "$list" "$T/list" ;; esac
    name=$(sed -n '1s/^# llmperf split 1 //p' "$T/list")
    config=$ROOT/configs/$name.yaml
    t_true "$list: of a campaign that ships: $name" test -f "$config"
    [ "$t_passed" = yes ] || continue
    count=$("$BUILD/llmperf" config check --json "$config" |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["synthesis"]["count"])')
    set -- "$ROOT/kernels-corpus"
    if [ "$count" -gt 0 ]; then
        t_run "$name: kernels are made" 0 "$BUILD/llmperf" gen -q --synth "$count" --config "$config" --out "$T/synthesis"
        set -- "$@" "$T/synthesis"
    fi
    rm -f "$T/all.db"
    t_run "$name: and analysed" 0 "$BUILD/llmperf" analyze -q --db "$T/all.db" --held-out "$ROOT/kernels-corpus/benchmarks" "$@"
    python3 "$ROOT/tests/e2e/split_list.py" "$T/list" "$T/all.db"
    t_eq "$name: the list is of these kernels" "" "$(t_sql "$T/all.db" "SELECT path FROM kernel WHERE status = 'ok'" | sort >"$T/paths"
        sed 1,2d "$T/list" | cut -f 4 | sort | diff - "$T/paths" | head -n 5)"
done
