#!/bin/sh
# libllmperf as its users meet it: installed, found by pkg-config, and the programs of docs/library.md in C and C++.
. "$(dirname "$0")/../lib.sh"

models=$ROOT/tests/fixtures/model
prefix=$T/usr
mkdir "$T/tmp"

# block LANGUAGE: the program in that language in docs/library.md
block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/d;p;}" "$ROOT/docs/library.md"
}

# make_it TARGET PLACES...: of what is built; `make install` would also look for packages and compile.
make_it() {
    env -u MAKEFLAGS make --no-print-directory -C "$ROOT" BUILD="$BUILD" "$@"
}

t_run "install for packaging" 0 make_it install-files DESTDIR="$T/stage" PREFIX=/opt/llmperf LIBDIR=/opt/llmperf/lib64
t_grep "install for packaging: the final place" '^libdir=/opt/llmperf/lib64$' "$T/stage/opt/llmperf/lib64/pkgconfig/llmperf.pc"
t_run "uninstall" 0 make_it uninstall DESTDIR="$T/stage" PREFIX=/opt/llmperf LIBDIR=/opt/llmperf/lib64
t_eq "uninstall: nothing is left" "" "$(find "$T/stage" -type f -o -type l)"
t_run "install" 0 make_it install-files PREFIX="$prefix"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
flags=$(pkg-config --cflags --libs llmperf)
t_eq "pkg-config: version" "$(sed -n 's/^VERSION := //p' "$ROOT/Makefile")" "$(pkg-config --modversion llmperf)"

block c >"$T/example.c"
block cpp >"$T/example.cpp"
t_true "the example is short" test "$(wc -l <"$T/example.c")" -le 40
# shellcheck disable=SC2086 # several words
{
    t_run "C: compiles" 0 cc -std=c11 -Wall -Wextra -Werror "$T/example.c" $flags "-Wl,-rpath,$prefix/lib" -o "$T/c"
    t_run "C++: compiles" 0 c++ -std=c++14 -Wall -Wextra -Wpedantic -Werror "$T/example.cpp" $flags "-Wl,-rpath,$prefix/lib" -o "$T/cpp"
    t_run "static: compiles" 0 cc "$T/example.c" $(pkg-config --cflags llmperf) "$prefix/lib/libllmperf.a" \
        $(pkg-config --static --libs llmperf | sed 's/-lllmperf//') -o "$T/static"
}
t_run "C: runs" 0 "$T/c" "$models/network" "$models/kernels/axpy.cl"
t_eq "C: says nothing on stderr" 0 "$(wc -c <"$T/err")"
t_eq "C: a line a launch" 8 "$(wc -l <"$T/out")"
cp "$T/out" "$T/shared"
for g in 1024 4096 131072; do
    want=$("$BUILD/llmperf" predict --model "$models/network" "$models/kernels/axpy.cl" --global $g --local 64 --arg "n=global - 24" \
        --arg a=2.5 | sed -n 's/^  time *//p')
    t_grep "C: the time of the command, global $g" "^ *$g $want " "$T/shared"
done
t_run "C++: runs" 0 env TMPDIR="$T/tmp" "$T/cpp" "$models/trees"
t_grep "C++: a time" '^twice: [0-9.]+ us$' "$T/out"
t_run "static: runs, with the analysis in PATH" 0 env PATH="$prefix/bin:$PATH" "$T/static" "$models/network" \
    "$models/kernels/axpy.cl"
t_true "static: the same times" cmp "$T/out" "$T/shared"
t_run "LLMPERF_ANALYZE" 1 env LLMPERF_ANALYZE=/nowhere/analyze "$T/c" "$models/network" "$models/kernels/axpy.cl"
t_grep "LLMPERF_ANALYZE: says so" '^/nowhere/analyze: cannot start: ' "$T/err"
t_run "no model" 1 "$T/c" "$T" "$models/kernels/axpy.cl"
t_grep "no model: one line" 'config\.json: ' "$T/err"
t_run "another kernel" 1 "$T/c" "$models/network" "$models/kernels/rows.cl"
t_grep "another kernel: one line" 'no kernel axpy; there are: row_sums, pitched$' "$T/err"
printf 'kernel void axpy(global float *x) { x[0] = ; }\n' >"$T/wrong.cl"
t_run "a wrong source" 1 "$T/c" "$models/network" "$T/wrong.cl"
t_grep "a wrong source: where" 'wrong\.cl:1:[0-9]+: ' "$T/err"
t_eq "a wrong source: one line" 1 "$(wc -l <"$T/err")"

t_eq "the shared library shows llmperf_* only" "" "$(nm -D --defined-only "$prefix/lib/libllmperf.so.0" | grep -v ' T llmperf_')"
t_eq "the archive shows llmperf_* only" "" "$(nm -g --defined-only "$prefix/lib/libllmperf.a" | grep -v -e ' T llmperf_' -e '^$' -e '\.o:$')"
sed -n 's/^LLMPERF_API.*[ *]\(llmperf_[a-z_]*\)(.*/\1/p' "$ROOT/model/llmperf.h" | sort >"$T/declared"
t_eq "every function of the header is there" "$(cat "$T/declared")" "$(nm -D --defined-only "$prefix/lib/libllmperf.so.0" | sed 's/.* T //' | sort)"
t_eq "no file of a source stays" "" "$(ls "$T/tmp")"
