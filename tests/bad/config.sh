#!/bin/sh
# Bad campaign files: one line with the place, exit status 1, nothing made.
. "$(dirname "$0")/../lib.sh"

# refuse NAME PATTERN YAML: printf format
refuse() {
    # shellcheck disable=SC2059 # the YAML is meant as a format: it holds \t and \n
    printf "$3" >"$T/c.yaml"
    t_refuse "$1" 1 llmperf "c.yaml:$2" "$BUILD/llmperf" run "$T/c.yaml" --out "$T/made"
    t_eq "$1: nothing is made" "no" "$([ -e "$T/made" ] && echo yes || echo no)"
}

refuse "a tab" '2:1: .*tab' 'launch:\n\tper_kernel: 3\n'
refuse "an unknown key" '2:1: unknown key .sead.*seed' 'name: x\nsead: 3\n'
refuse "an unknown key in a section" '3:3: unknown key' 'launch:\n  per_kernel: 3\n  size_of_it: 4\n'
refuse "a string for a number" '1:7: seed must be a whole number' 'seed: seven\n'
refuse "a quoted number" '1:7: seed must be' 'seed: "7"\n'
refuse "a negative size" '2:14: ' 'buffers:\n  bytes_max: -4096\n'
refuse "a negative number of samples" '2:15: ' 'launch:\n  per_kernel: -1\n'
refuse "a number too large" '1:7: ' 'seed: 99999999999999999999\n'
refuse "a key twice" '2:1: ' 'seed: 1\nseed: 2\n'
refuse "shares that are no whole" '[0-9]+:[0-9]+: .*shares' 'launch:\n  shares: {idle: 0.5, under: 0.5, saturated: 0.5}\n'
refuse "a list for a section" '[0-9]+:[0-9]+: ' 'launch: [1, 2]\n'
refuse "no YAML" '[0-9]+:[0-9]+: ' 'name: {[\n'
refuse "an alias" '[0-9]+:[0-9]+: ' 'name: &a x\ncorpus: *a\n'
refuse "a NUL byte" '1:[0-9]+: ' 'name: a\000b\n'

t_refuse "a missing file" 1 llmperf "$T/none.yaml: " "$BUILD/llmperf" run "$T/none.yaml" --out "$T/made"
t_refuse "a folder instead of a file" 1 llmperf "$T: " "$BUILD/llmperf" run "$T" --out "$T/made"
t_refuse "gen says the same" 1 llmperf-gen "$T/none.yaml: " "$BUILD/llmperf" gen --config "$T/none.yaml" --db "$T/x.db"

printf 'corpus:\n  paths: [nowhere]\n' >"$T/c.yaml"
t_run "a corpus folder that is missing" 1 "$BUILD/llmperf" run -q "$T/c.yaml" --out "$T/made"
t_grep "a corpus folder that is missing: analyze says so" "^llmperf-analyze: .*nowhere: no such file or folder" "$T/err"
t_grep "a corpus folder that is missing: run names the stage" "^llmperf: stage analyze failed with status 1" "$T/err"
