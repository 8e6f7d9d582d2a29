/* What a compiler leaves out is not counted: loops and loads that no store depends on. */
#include "tests/unit/analyze/counted.h"

#define HEAD K "(global int *a, global const int *b, int n) {" GID

static const counted kernels[] = {
    {"a loop whose sum is stored",
     HEAD "int s = 0; for (int j = 0; j < n; j++) s += b[j]; a[i] = s;}", "global=64 local=32 n=10",
     "loop_trips=10 load_global_bytes=40 store_global_bytes=4"},
    {"a loop whose sum is not", HEAD "int s = 0; for (int j = 0; j < n; j++) s += b[j]; a[i] = 1;}",
     "global=64 local=32 n=10",
     "loop_trips=0 load_global_bytes=0 store_global_bytes=4 total_bytes=256"},
    {"a sum that is taken from itself",
     HEAD "int s = 0; for (int j = 0; j < n; j++) s += b[j]; int d = s - s; a[i] = 7 + d;}",
     "global=64 local=32 n=10", "loop_trips=0 load_global_bytes=0"},
    {"a float less itself is not zero when it is no number",
     K "(global float *a, global const float *b, int n) {" GID
       "float s = 0; for (int j = 0; j < n; j++) s += b[j]; a[i] = s - s;}",
     "global=64 local=32 n=10", "loop_trips=10 load_global_bytes=40"},
    {"bits and their opposite, exclusive or, and products with zero",
     HEAD "int x = b[i], y = b[i + n], z = b[i + 2 * n]; a[i] = (x & ~x) + (y ^ y) * z;}",
     "global=64 local=32 n=64", "load_global_bytes=0"},
    {"a helper that needs one of its arguments",
     "int f(int p, int q) {return p + (q - q);}\n" HEAD
     "int x = b[i], y = b[i + n]; a[i] = f(x, y);}",
     "global=64 local=32 n=64", "load_global_bytes=4"},
    {"a helper that stores", "void f(global int *p, int q) {*p = q;}\n" HEAD "f(a + i, b[i]);}",
     "global=64 local=32 n=64", "load_global_bytes=4 store_global_bytes=4"},
    {"a helper whose result is not needed",
     "int f(global const int *p, int n) {int s = 0; for (int j = 0; j < n; j++) s += p[j]; "
     "return s;}\n" HEAD "int s = f(b, n); a[i] = i;}",
     "global=64 local=32 n=9", "loop_trips=0 load_global_bytes=0"},
    {"what a condition reads is needed where it decides on a store",
     HEAD "int s = 0; for (int j = 0; j < n; j++) s += b[j]; if (s > 3) a[i] = 1;}",
     "global=64 local=32 n=10", "loop_trips=10 load_global_bytes=40"},
    {"but not where it decides on nothing",
     HEAD "int s = 0, t = 0; for (int j = 0; j < n; j++) s += b[j]; if (s > 3) t = 1; a[i] = 1;}",
     "global=64 local=32 n=10", "loop_trips=0 load_global_bytes=0"},
    {"a way out of a loop is needed when the loop is",
     HEAD "int s = 0; for (int j = 0; j < n; j++) {if (b[j] == 0) break; s++;} a[i] = s;}",
     "global=64 local=32 n=10", "load_global_bytes=40 trips_exit=10"},
    {"an atomic in a loop", HEAD "for (int j = 0; j < n; j++) atomic_add(&a[b[j] & 63], 1);}",
     "global=64 local=32 n=10", "loop_trips=10 atomics=10 load_global_bytes=40"},
    {"local memory and a barrier",
     K "(global int *a, global const int *b, local int *t) {" GID
       "t[get_local_id(0)] = b[i]; barrier(CLK_LOCAL_MEM_FENCE); a[i] = t[0];}",
     "global=64 local=32", "load_global_bytes=4 barriers=1 store_local_bytes=4"},
    {"a variable whose address is known elsewhere",
     "void f(int *p) {*p += 1;}\n" HEAD "int x = b[i]; f(&x); a[i] = x;}", "global=64 local=32 n=1",
     "load_global_bytes=4"},
    {"a private array that is read", HEAD "int t[2]; t[0] = b[i]; t[1] = 0; a[i] = t[n & 1];}",
     "global=64 local=32 n=1", "load_global_bytes=4"},
    {"a pointer that walks",
     HEAD "global const int *p = b + i; int s = 0; for (int j = 0; j < n; j++) {s += *p; p += 64;} "
          "a[i] = s;}",
     "global=64 local=32 n=10", "loop_trips=10 load_global_bytes=40"},
    {"components of a vector",
     K "(global int4 *a, global const int4 *b) {" GID
       "int4 v = b[i]; int4 w = v; w.x = 1; v.y = w.x; a[i] = v;}",
     "global=64 local=32", "load_global_bytes=16 store_global_bytes=16"},
};

static void what_nothing_depends_on_is_not_counted(void **state) {
    (void)state;
    expect_features(kernels, sizeof kernels / sizeof *kernels);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_nothing_depends_on_is_not_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
