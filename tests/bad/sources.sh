#!/bin/sh
# Bad kernel files: a file that was named itself and cannot be used is one line with the place and exit status 1; in a folder it
# is a warning and a record with its reason, and the kernels beside it are kept. No file makes analyze crash, hang or grow.
. "$(dirname "$0")/../lib.sh"

good='__kernel void good(__global float *a) { a[get_global_id(0)] = 1.0f; }'
kernel='__kernel void k(__global int *a) {'

# broken NAME PATTERN: the file $T/bad.cl, alone and in a folder beside a good one
broken() {
    t_refuse "$1" 1 llmperf-analyze "bad.cl$2" timeout -k 1 60 "$BUILD/llmperf" analyze "$T/bad.cl"
    rm -rf "$T/folder" "$T/f.db"
    mkdir "$T/folder"
    echo "$good" >"$T/folder/good.cl"
    mv "$T/bad.cl" "$T/folder/bad.cl"
    t_run "$1: in a folder" 0 timeout -k 1 60 "$BUILD/llmperf" analyze -q --db "$T/f.db" "$T/folder"
    t_eq "$1: the kernel beside it is kept, the file recorded" "bad.cl skipped
good.cl ok" "$(t_sql "$T/f.db" "SELECT path || ' ' || status FROM kernel ORDER BY path")"
    t_eq "$1: the reason is one line" 1 "$(t_sql "$T/f.db" "SELECT count(*) FROM kernel WHERE status = 'skipped' AND
        reason != '' AND detail != '' AND instr(detail, char(10)) = 0")"
}

# skipped NAME REASON SOURCE: a kernel that cannot be used, in a file that is fine
skipped() {
    echo "$3" >"$T/odd.cl"
    t_run "$1: the file is read" 0 timeout -k 1 60 "$BUILD/llmperf" analyze --json "$T/odd.cl"
    t_eq "$1: one record, on stdout alone" "1 0" "$(wc -l <"$T/out") $(wc -c <"$T/err")"
    t_grep "$1: the reason" "\"status\":\"skipped\",\"reason\":\"$2\"" "$T/out"
}

# parens N TEXT: TEXT in N pairs of parentheses
parens() {
    awk -v n="$1" -v t="$2" 'BEGIN { for (i = 0; i < n; i++) printf "("; printf "%s", t; for (i = 0; i < n; i++) printf ")" }'
}

echo "$kernel a[0] = ; }" >"$T/bad.cl"
broken "a syntax error" ':1:[0-9]+: .*expression'

printf '%s\n\n    a[0] = undeclared_name + ;\n}\n' "$kernel" >"$T/bad.cl"
broken "an unknown name in a broken line" ':3:12: .*undeclared_name'

# A name alone may be a macro of the host program: it is guessed, and said.
printf '%s\n\n    a[0] = undeclared_name;\n}\n' "$kernel" >"$T/bad.cl"
t_run "an unknown name alone" 0 "$BUILD/llmperf" analyze "$T/bad.cl"
t_grep "an unknown name alone: what was guessed is said" 'bad.cl: guessed: undeclared_name=16' "$T/err"

echo "$kernel" >"$T/bad.cl"
broken "a body without an end" ':[0-9]+:[0-9]+: '

printf '#include "nowhere.h"\n%s ) }\n' "$kernel" >"$T/bad.cl"
broken "a missing include" ':1:[0-9]+: .*nowhere\.h'

printf '#include "../../../../../../../../etc/passwd"\n%s }\n' "$kernel" >"$T/bad.cl"
broken "an include outside the folder" ':1:[0-9]+: '

printf '#include "bad.cl"\n%s }\n' "$kernel" >"$T/bad.cl"
broken "a file that includes itself" ':1:[0-9]+: '

{ echo "$kernel a[0] = 1."; awk 'BEGIN { for (i = 0; i < 100000; i++) printf "1234567890" }'; echo "; }"; } | tr -d '\n' >"$T/bad.cl"
broken "a number of a million digits" ':1:[0-9]+: .*number'

{ echo "$kernel int i = 0;"; awk 'BEGIN { for (i = 0; i < 20000; i++) print "i = clamp(i, 0, 9);" }'; echo "}"; } >"$T/bad.cl"
broken "20,000 calls, each of which costs the parser 77 KiB" ':[0-9]+:5: .*calls'

{ echo "$kernel a[0] = "; parens 10000 1; echo "; }"; } >"$T/bad.cl"
broken "10,000 nested parentheses" ':[0-9]+:[0-9]+: '

{ echo "#if "; parens 10000 1; printf '\n%s }\n#endif\n' "$kernel"; } | tr -d '\n' | sed 's/__kernel/\n__kernel/; s/#endif/\n#endif\n/' \
    >"$T/bad.cl"
broken "10,000 nested parentheses in a directive" ':1:[0-9]+: '

printf '%s a[0] = 1;\000 }\n' "$kernel" >"$T/bad.cl"
broken "a NUL byte" '.*(NUL|zero)'

printf '// caf\351\n%s a[0] = 1; }\n' "$kernel" >"$T/bad.cl"
broken "invalid UTF-8" '.*UTF-8'

{ awk 'BEGIN { for (i = 0; i < 100000; i++) print "// a line of fifty-two bytes, again and again and so" }'; echo "$kernel }"; } \
    >"$T/bad.cl"
broken "5 MB of source" '.*(long|large|big)'

printf '#define A0 x x x x x x x x x x\n' >"$T/bad.cl"
for i in 1 2 3 4 5 6 7 8 9; do
    j=$((i - 1))
    echo "#define A$i A$j A$j A$j A$j A$j A$j A$j A$j A$j A$j" >>"$T/bad.cl"
done
echo "$kernel a[0] = A9; }" >>"$T/bad.cl"
broken "a macro that grows to 10^10 words" ':[0-9]+:[0-9]+: '

skipped "an image argument" image-argument \
    '__kernel void k(__read_only image2d_t im, __global float *a) { a[get_global_id(0)] = (float)get_image_width(im); }'
skipped "a 2-D kernel" dimensions \
    '__kernel void k(__global float *a, int w) { a[get_global_id(1) * w + get_global_id(0)] = 1.0f; }'
skipped "a 2-D kernel through a helper" dimensions \
    'size_t at(int w) { return get_global_id(1) * w + get_global_id(0); }
__kernel void k(__global float *a, int w) { a[at(w)] = 1.0f; }'
skipped "a struct by value" struct-argument \
    'typedef struct { int n; } S; __kernel void k(__global float *a, S s) { a[get_global_id(0)] = (float)s.n; }'
# Two members of the type before, 50 times over: 2^50 members in all.
structs=$(awk 'BEGIN { print "typedef struct { int a, b; } S0;"
    for (i = 1; i < 50; i++) printf "typedef struct { S%d a, b; } S%d;\n", i - 1, i }')
skipped "a struct of 2^50 members" opaque-index "$structs
__kernel void k(__global S49 *s, int n) { s[n].a.a.b.a.a = s[n].b.a.a.b.a; }"
skipped "a loop without an end" '[a-z-]+' '__kernel void k(__global int *a) { int i = 0; while (a[i] != 7) i++; a[i] = 0; }'

# Programs in strings of other files: places are those of the file; ordinary files beside are none of ours.
mkdir "$T/host"
printf 'int x;\nconst char *s = "%s\\n"\n    "  a[0] = ;\\n}\\n";\n' "$kernel" >"$T/host/a.cpp"
t_refuse "a syntax error in a string" 1 llmperf-analyze 'a.cpp:3:15: .*expression' "$BUILD/llmperf" analyze "$T/host/a.cpp"
printf '%s\n' "const char *s = \"$kernel a[0] = 1;" 'int y; }' >"$T/host/a.cpp"
t_refuse "a string without its end" 1 llmperf-analyze 'a.cpp:1:17: .*quote' "$BUILD/llmperf" analyze "$T/host/a.cpp"
printf '%s\n' "auto s = R\"x($kernel a[0] = 1; })y\";" >"$T/host/a.cpp"
t_refuse "a raw string without its end" 1 llmperf-analyze 'a.cpp:1:10: .*quote' "$BUILD/llmperf" analyze "$T/host/a.cpp"
printf '%s\n' "s = \"$kernel a[0] = 1; \\000 }\";" >"$T/host/a.cpp"
t_refuse "a NUL in a string" 1 llmperf-analyze 'a.cpp:1:[0-9]+: .*NUL' "$BUILD/llmperf" analyze "$T/host/a.cpp"
{
    printf 's = "%s a[0] = 1;' "$kernel"
    awk 'BEGIN { for (i = 0; i < 100000; i++) printf "%s", "\\n// a line of forty bytes or so, again" }'
    printf '%s\n' '\n}";'
} >"$T/host/a.cpp"
t_run "a literal of 3.9 MB" 0 timeout -k 1 60 "$BUILD/llmperf" analyze -q "$T/host/a.cpp"
printf 'static const char *text = "a kernel, void of sense {";\nint don_t(void) { return (1]; }\n' >"$T/host/ordinary.c"
printf '\000\377kernel\nvoid f(' >"$T/host/binary.h"
{ for i in 1 2 3 4 5 6 7 8 9; do parens 10000 1; echo '"'; done; echo 'kernel void'; } >"$T/host/nested.py"
t_run "a folder with ordinary files" 0 timeout -k 1 60 "$BUILD/llmperf" analyze --json "$T/host"
t_eq "a folder with ordinary files: one record, no word" "1 0" "$(wc -l <"$T/out") $(wc -c <"$T/err")"

# ---- kernels that would take for ever: each ends with one reason, after a few seconds and a few hundred MiB ----
# Sanitizers reserve terabytes of addresses and take their time.
address_kib=1500000
limit_s=30
if grep -q __asan_init "$BUILD/llmperf-analyze"; then
    address_kib=unlimited
    limit_s=120
fi

# large NAME DETAIL SOURCE
large() {
    printf '%s\n' "$3" >"$T/odd.cl"
    t_run "$1: it ends in time and memory" 0 sh -c 'ulimit -v $1; limit_s=$2; shift 2; exec timeout -k 1 "$limit_s" "$@"' sh "$address_kib" "$limit_s" \
        "$BUILD/llmperf-analyze" --json "$T/odd.cl"
    t_grep "$1: one clear reason" '"status":"skipped","reason":"unsupported"' "$T/out"
    "$BUILD/llmperf-analyze" -v "$T/odd.cl" 2>&1 | sed -n 1p >"$T/line"
    t_grep "$1: with its place" "kernel k is skipped: unsupported: .*odd.cl:[0-9]+:[0-9]+: $2" "$T/line"
}

large "helpers that call each other 2^22 times" "the kernel is too large to analyse" "$(awk 'BEGIN {
    print "int f0(int x) { return x + 1; }"
    for (i = 1; i <= 22; i++) printf "int f%d(int x) { return f%d(x) + f%d(x + %d); }\n", i, i - 1, i - 1, i
    print "__kernel void k(__global int *a) { a[get_global_id(0)] = f22(1); }" }')"
large "25 nested loops" "the kernel is too large to analyse" "$(awk 'BEGIN {
    print "__kernel void k(__global int *a, int n) { int x = 1, y = 2, z = 3;"
    for (i = 0; i < 25; i++) printf "for (int i%d = 0; i%d < n; i%d++) { x = y ^ i%d; if (x & 1) y = z + x; z = x * y;\n", i, i, i, i
    printf "a[x & 15] = y; }"; for (i = 1; i < 25; i++) printf "}"; print "}" }')"
large "20,000 values, each one of two that depend on the one before" "the kernel is too large to analyse" "$(awk 'BEGIN {
    print "__kernel void k(__global int *a, __global const int *b, int n) { int x = get_global_id(0);"
    for (i = 0; i < 20000; i++) printf "if(x>%d)x=b[x%%n];\n", i
    print "a[x & 15] = x; }" }')"
large "40,000 loads, each at the index that the one before loaded" "a kernel larger than the limit" "$(awk 'BEGIN {
    print "__kernel void k(__global int *a, __global const int *b) { int x = get_global_id(0);"
    for (i = 0; i < 40000; i++) printf "x=b[x]+%d;\n", i % 7
    print "a[x & 15] = x; }" }')"

mkdir "$T/empty"
t_refuse "an empty folder" 1 llmperf-analyze "no kernel in .*empty" "$BUILD/llmperf" analyze --db "$T/e.db" "$T/empty"
echo 'float twice(float x) { return 2 * x; }' >"$T/empty/helper.cl"
t_run "a folder without kernels" 1 "$BUILD/llmperf" analyze -q --db "$T/e.db" "$T/empty"
t_error "a folder without kernels: one clear line" llmperf-analyze "no kernel in .*empty"
t_refuse "a missing file" 1 llmperf-analyze "none.cl: " "$BUILD/llmperf" analyze "$T/none.cl"

printf 'name: none\ncorpus: {paths: [%s]}\n' "$T/empty" >"$T/none.yaml"
t_run "a campaign without kernels" 1 "$BUILD/llmperf" run -q "$T/none.yaml" --out "$T/made"
t_grep "a campaign without kernels: analyze says so" "^llmperf-analyze: no kernel in " "$T/err"
t_grep "a campaign without kernels: run names the stage" "^llmperf: stage analyze failed" "$T/err"

# ---- a campaign that names files: one that cannot be used is one warning, and the rest goes on ----
mkdir "$T/named"
echo "$good" >"$T/named/good.cl"
echo "$kernel a[0] = ; }" >"$T/named/broken.cl"
sed 's/^name: .*/name: named/; s,paths: .*,paths: [broken.cl\, good.cl],' "$ROOT/tests/fixtures/tiny.yaml" >"$T/named/named.yaml"
t_run "a campaign with a broken file that is named: it runs" 0 "$BUILD/llmperf" run "$T/named/named.yaml" --out "$T/named/out"
t_eq "a campaign with a broken file: one warning line about it" 1 "$(grep -c '^llmperf-analyze: .*broken\.cl:1:[0-9]*: ' "$T/err")"
t_grep "a campaign with a broken file: the line says what becomes of it" 'broken\.cl:1:.*the file is left out' "$T/err"
t_eq "a campaign with a broken file: a record for each, samples of the good one" "broken.cl skipped 0
good.cl ok 1" "$(t_sql "$T/named/out/campaign.db" "SELECT path || ' ' || k.status || ' ' || (count(s.id) > 0)
    FROM kernel k LEFT JOIN sample s ON s.kernel_id = k.id GROUP BY k.id ORDER BY path")"
t_run "nothing but broken files that are named" 1 "$BUILD/llmperf" analyze -q --keep-going "$T/named/broken.cl"
t_grep "nothing but broken files: analyze says so" "^llmperf-analyze: no kernel in " "$T/err"

# ---- files of the folder that it is called in are none of its business ----
mkdir "$T/lure"
for f in opencl-c-base.h opencl-c.h; do echo '#error read' >"$T/lure/$f"; done
t_run "headers of clang's own names in the current folder are not read" 0 sh -c 'cd "$1" && exec "$2" analyze "$3"' - "$T/lure" "$BUILD/llmperf" "$T/named/good.cl"
t_run "... nor beside the kernel" 0 sh -c 'cp "$3" "$1/k.cl" && cd / && exec "$2" analyze "$1/k.cl"' - "$T/lure" "$BUILD/llmperf" "$T/named/good.cl"
