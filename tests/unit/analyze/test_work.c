/* Features of operations, control flow and loops: each kernel is launched once, and what it does
 * was counted by hand from its text. */
#include "tests/unit/analyze/counted.h"

#define LID "int l = get_local_id(0);"

static const counted kernels[] = {
    {"classes of float arithmetic",
     K "(global float *a, float x) {" GID
       "a[i] = x * 2.0f + 1.0f; a[i] = x * x; a[i] = x - 1.0f; a[i] = x / 3.0f; a[i] = x < 1.0f; "
       "a[i] = sqrt(x); a[i] = fmax(x, 1.0f); a[i] = mad(x, x, x);}",
     "global=64 local=32",
     "f32_fma=2 f32_mul=1 f32_add=1 f32_div=1 f32_compare=2 f32_sqrt=1 conversions=1 ops=27"},
    {"a sum of products in a vector",
     K "(global float4 *a) {" GID "float4 x = a[i]; x += x * x; a[i] = x; a[i].x = dot(x, x);}",
     "global=64 local=32", "f32_fma=8 f32_mul=0"},
    {"special functions by cost",
     K "(global float *a, float x) {" GID
       "a[i] = native_sin(x); a[i] = exp(x) + cos(x); a[i] = pow(x, x); a[i] = erf(x);}",
     "global=64 local=32", "special_fast=1 special_medium=2 special_slow=2 f32_add=1"},
    {"double precision",
     K "(global double *a, double x, float y) {" GID
       "a[i] = x * x + x; a[i] = x / x; a[i] = sqrt(x); a[i] = sin(x); a[i] = y;}",
     "global=64 local=32", "f64_ops=1 f64_div=2 f64_special=1 conversions=1 f32_add=0"},
    {"half precision",
     "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" K "(global half *a, half x) {" GID
     "a[i] = x * x + x;}",
     "global=64 local=32", "f16_ops=1 conversions=0"},
    {"classes of integer arithmetic",
     K "(global int *a, int n) {" GID
       "a[i] = n * i; a[i] = n * 4; a[i] = i / n; a[i] = i % 7; a[i] = i / 8; a[i] = i ^ n;}",
     "global=64 local=32 n=3", "int_mul=1 int_add=3 int_div=1 int_div_const=1"},
    {"64 bits",
     K "(global long *a, long n) {" GID "a[i] = n * n; a[i] = n + 1; a[i] = n / 3 + n / n;}",
     "global=64 local=32 n=3", "long_mul=1 long_ops=2 int_div_const=1 long_div=1"},
    {"who passes a guard", K "(global float *a, int n) {" GID "if (i < n) a[i] = 1;}",
     "global=256 local=64 n=100",
     "active_items=100 active_groups=2 active_lanes=128 total_bytes=400 total_ops=256 "
     "total_ops_lanes=256 branches_divergent=1 branches_uniform=0"},
    {"who is left by a return",
     K "(global float *a, int n) {" GID "if (i >= n) return; a[i] = a[i] + 1;}",
     "global=256 local=64 n=65", "active_items=65 active_groups=2 total_bytes=520 total_ops=321"},
    {"who is beyond a start", K "(global float *a, int n) {" GID "if (i >= n) a[i] = 1;}",
     "global=256 local=64 n=100", "active_items=156 total_bytes=624"},
    {"who owns a row",
     K "(global float *a, int w, int h) {" GID "int y = i / w; if (y < h) a[i] = 1;}",
     "global=256 local=64 w=10 h=7", "active_items=70 total_bytes=280"},
    {"one of a group",
     K "(global float *a) {" LID "if (l == 0) a[get_group_id(0)] = 1; if (l == 5) a[l] = 2;}",
     "global=256 local=64", "total_bytes=32 active_items=256"},
    {"one in eight", K "(global float *a) {" LID GID "if (l % 8 == 0) a[i] = 1;}",
     "global=256 local=64", "active_items=32 total_bytes=128 active_lanes=128"},
    {"a tree",
     K "(global float *a, local float *t) {" LID "t[l] = a[get_global_id(0)]; "
       "for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {barrier(CLK_LOCAL_MEM_FENCE); "
       "if (l < s) t[l] = sqrt(t[l] + t[l + s]);} if (l == 0) a[get_group_id(0)] = t[0];}",
     "global=256 local=64",
     "trips_halving=6 barriers=6 total_bytes=1040 total_barriers=1536 loop_depth=1 loops=1"},
    {"rows that data end",
     K "(global const int *r, global const int *c, global const float *x, global float *y) {" GID
       "float s = 0; for (int j = r[i]; j < r[i + 1]; j++) s += x[c[j]]; y[i] = s;}",
     "global=64 local=32",
     "trips_data=8 trips=8 trips_exit=0 trips_sure=8 loads_gather=16 "
     "total_loads_dependent=1024"},
    {"a bound from memory is met half way",
     K "(global const int *c, global float *y, int m) {" GID
       "int n = min(c[i], m); float s = 0; for (int j = 0; j < n; j++) s += j; y[i] = s;}",
     "global=64 local=32 m=21", "trips_data=11 loop_trips=21"},
    {"a search that data end",
     K "(global const float *x, global int *y, float v, int m) {" GID
       "int r = 0; for (int j = 0; j < m; j++) {if (x[j] == v) {r = j; break;}} y[i] = r;}",
     "global=64 local=32 m=10",
     "trips=10 trips_exit=10 trips_sure=0 trips_inner=10 branches_data=10 bytes_sure=4 "
     "bytes_cond=40 total_bytes=2816 total_bytes_sure=256 total_trips=640"},
    {"what data allow",
     K "(global float *x) {" GID "if (x[i] > 0) x[i] = exp(x[i]) * 2.0f; x[i] = 1.0f + i;}",
     "global=64 local=32",
     "ops_sure=6 ops_cond=13 ops=19 bytes_sure=8 bytes_cond=8 branch_sides=1 total_ops_sure=384"},
    {"a comparison of floats between 0 and 1",
     K "(global float *x) {" GID "if (x[i] < 0.25f) x[i] = 1; if (x[i] > 0.5f) x[i] = 2;}",
     "global=64 local=32", "likely_bytes=11 bytes_sure=8 bytes_cond=8 total_likely_bytes=704"},
    {"an equality hardly ever holds",
     K "(global const int *x, global int *y) {" GID
       "int r = 0; for (int j = 0; j < 100 && x[j] == y[i]; j++) r++; y[i] = r;}",
     "global=64 local=32", "trips=100 trips_exit=100 likely_trips=1 likely_bytes=12"},
    {"an inequality nearly always does",
     K "(global const uchar *x, global int *y, int n) {" GID
       "int r = 0; while (r < n && (x[i + r] & 7) != 0) r++; y[i] = r;}",
     "global=64 local=32 n=50", "trips=50 trips_exit=50 likely_trips=8"},
    {"shares of both sides and of cases",
     K "(global const int *x, global int *y) {" GID
       "if (x[i] % 4 == 0 && x[i + 1] % 2 == 0) y[i] = exp(1.0f); "
       "switch (x[i]) {case 0: y[i] = 1; break; default: y[i] = 2;}}",
     "global=64 local=32", "likely_bytes=14"},
    {"a triangle",
     K "(global float *x) {" GID "float s = 0; for (int j = 0; j < i; j++) s += x[j]; x[i] = s;}",
     "global=64 local=32", "trips_divergent=32 trips=32 loop_trips=63 ops_most=189 ops=96"},
    {"loops within loops",
     K "(global float *x, int n, int m) {" GID
       "float s = 0; for (int j = 0; j < n; j++) {s += 1; for (int k = 0; k < m; k++) s += x[k];} "
       "x[i] = s;}",
     "global=64 local=32 n=5 m=9",
     "trips=50 trips_inner=45 loop_entries=6 trips_longest=9 loop_depth=2 loops=2 f32_add=50"},
    {"a walk by the global size",
     K "(global float *x, int n) {"
       "for (int j = get_global_id(0); j < n; j += get_global_size(0)) x[j] = 1;}",
     "global=64 local=32 n=100", "trips_grid=2 trips_divergent=0 active_items=64"},
    {"atomics",
     K "(global int *x, global int *y, local int *t) {" LID
       "t[l] = 0; atomic_inc(&t[l]); atomic_add(x, 1); y[get_global_id(0)] = atomic_max(x, 1); "
       "atomic_cmpxchg(x, 0, 1);}",
     "global=64 local=32",
     "atomics_local=1 atomics_global=3 atomics_used=1 atomics_cas=1 total_atomics_global=192"},
    {"steps from place to place",
     K "(global const int *next, global int *y, int n) {" GID
       "int p = i; for (int j = 0; j < n; j++) p = next[p]; y[i] = p;}",
     "global=64 local=32 n=10", "loads_chase=10 loads_gather=0 latency=6520"},
    {"branches that a group takes together, switches and calls",
     "int f(int x) {return x + 1;}" K "(global int *y, int n) {" GID
     "if (n > 3) y[i] = f(1); switch (n) {case 1: y[i] = 2; break; default: y[i] = f(3);}}",
     "global=64 local=32 n=10", "branches_uniform=1 branches_divergent=0 switches=1 calls=2"},
    {"the size of the text",
     K "(global int *y) {int t[4]; int a = 1; t[a] = 2; y[get_global_id(0)] = t[1];}",
     "global=64 local=32", "private_array_bytes=16 scalar_bytes=12 statements=4 code_size=4"},
};

static void features_are_what_the_text_says(void **state) {
    (void)state;
    expect_features(kernels, sizeof kernels / sizeof *kernels);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_what_the_text_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
