/* Property: a loop touches nothing outside of the extents that inference gives, and takes no more
 * trips than the feature says. Each loop is written once and used twice: its text goes through
 * inference, and the same text compiled as C runs on random arguments and contents and notes what
 * it touches. */
#include <limits.h>

#include "common/pcg.h"
#include "tests/unit/analyze/golden.h"

enum { CELLS = 4096, GLOBAL = 64, LOCAL = 32, LAUNCHES = 400, MAX_TRIPS = 100000 };

/* What a twin touched, and what it reads. */
static struct {
    int lo_a, hi_a, lo_d, hi_d, trips;
    int data[CELLS];
} seen;

static void touch(int at) {
    if (at < seen.lo_a) seen.lo_a = at;
    if (at > seen.hi_a) seen.hi_a = at;
}

static int datum(int at) {
    if (at < seen.lo_d) seen.lo_d = at;
    if (at > seen.hi_d) seen.hi_d = at;
    return at >= 0 && at < CELLS ? seen.data[at] : 0;
}

/* TRIP stands in every loop; in the kernel it is nothing. */
#define PREFIX                                                                                     \
    "#define TOUCH(x) a[x] = 1\n#define D(x) d[x]\n#define TRIP\n"                                 \
    "kernel void k(global int *a, global const int *d, int n, int m) {int i = get_global_id(0);\n"
#define TOUCH(x) touch(x)
#define D(x) datum(x)
#define TRIP                                                                                       \
    if (++seen.trips > MAX_TRIPS) return

/* clang-format off */
#define TWIN(NAME, ...)                                                                            \
    static void NAME(int i, int n, int m) { (void)i, (void)n, (void)m; __VA_ARGS__ }               \
    static const char NAME##_source[] = PREFIX #__VA_ARGS__ "}";

TWIN(between_two_ends,
    int lo = 0; int hi = n;
    while (lo < hi) { TRIP; int mid = (lo + hi) / 2; if (D(mid) < i) lo = mid + 1; else hi = mid; }
    TOUCH(lo);)
TWIN(between_two_ends_inclusive,
    int lo = 0; int hi = n - 1;
    while (lo <= hi) { TRIP; int mid = lo + (hi - lo) / 2; if (D(mid) == i) break;
        if (D(mid) < i) lo = mid + 1; else hi = mid - 1; }
    TOUCH(lo);)
TWIN(between_neighbours,
    int lo = 0; int hi = n;
    while (hi - lo > 1) { TRIP; int mid = lo + ((hi - lo) >> 1); if (D(mid) <= i) lo = mid; else hi = mid; }
    TOUCH(lo);)
TWIN(by_count,
    int first = 0; int count = n;
    while (count > 0) { TRIP; int step = count / 2; if (D(first + step) < i) { first += step + 1; count -= step + 1; }
        else count = step; }
    TOUCH(first);)
TWIN(merging,
    int p = 0; int q = 0; int o = 0;
    while (p < n && q < m) { TRIP; if (D(p) < D(q)) { p++; TOUCH(o); o++; } else { q++; TOUCH(o); o++; } })
TWIN(meeting,
    int l = 0; int r = n - 1;
    while (l < r) { TRIP; TOUCH(l); TOUCH(r); if (D(l) & 1) l++; else r--; })
TWIN(uneven_steps,
    int p = i;
    while (p < n) { TRIP; TOUCH(p); if (D(p) == 1) p += 7; else if (D(p) == 2) p += 3; else p += 1; }
    TOUCH(p);)
TWIN(growing_steps,
    int p = 0; int s = 1;
    while (p < n) { TRIP; TOUCH(p); p += s; s += m; })
TWIN(euclid,
    int x = n; int y = m;
    while (y != 0) { TRIP; int r = x % y; x = y; y = r; TOUCH(y); }
    TOUCH(x);)
TWIN(clearing_bits,
    uint x = n & 255; int c = 0;
    while (x) { TRIP; TOUCH(x); x &= x - 1; c++; })
TWIN(early_do,
    int k = 0;
    do { TRIP; TOUCH(k + m); k++; } while (k < n - 5);
    TOUCH(k);)
TWIN(late_break,
    int k = 0;
    while (1) { TRIP; TOUCH(k); k++; if (k >= n - 5) break; }
    TOUCH(k);)
TWIN(stepped_condition,
    int k = 0;
    while (k++ < n - 3) { TRIP; TOUCH(k); if (D(k) == 1) break; }
    TOUCH(k);)
TWIN(stepped_conjunction,
    int k = 0; int left = m;
    while (left > 0 && ++k < n) { TRIP; TOUCH(k); if (D(k) > 3) left--; }
    TOUCH(k);)
TWIN(down_by_condition,
    int k = n;
    while (k-- > 0) { TRIP; TOUCH(k); if (D(k) == 2) continue; TOUCH(k + 1); })
TWIN(counter_on_some_paths,
    int c = 0;
    for (int k = 0; k < n; k++) { TRIP; if (D(k) > 2) { TOUCH(c); c++; } else if (D(k) < 0) { TOUCH(c + 1); c += 2; } }
    TOUCH(c);)
TWIN(neighbours,
    int p = 0; int q = 1;
    while (q < n) { TRIP; TOUCH(p); TOUCH(q); if (D(q) > D(p)) { p = q; q = p + 1; } else { p = q; q = q + 1; } })
TWIN(digits,
    int k = 0; int v = n;
    do { TRIP; TOUCH(k); v /= 10; k++; } while (v > 0);)
TWIN(never_runs,
    int k = 0;
    for (k = m; k < n - 9; k += 2) { TRIP; TOUCH(k); }
    TOUCH(k);)
TWIN(both_shrink,
    int x = n; int y = m;
    while (x > 0 && y > 0) { TRIP; TOUCH(x + y); if (D(x) & 1) x -= 2; else y -= 3; })
/* clang-format on */

static const struct {
    const char *name, *source;
    void (*run)(int i, int n, int m);
} twins[] = {
#define ROW(NAME) {#NAME, NAME##_source, NAME}
    ROW(between_two_ends),
    ROW(between_two_ends_inclusive),
    ROW(between_neighbours),
    ROW(by_count),
    ROW(merging),
    ROW(meeting),
    ROW(uneven_steps),
    ROW(growing_steps),
    ROW(euclid),
    ROW(clearing_bits),
    ROW(early_do),
    ROW(late_break),
    ROW(stepped_condition),
    ROW(stepped_conjunction),
    ROW(down_by_condition),
    ROW(counter_on_some_paths),
    ROW(neighbours),
    ROW(digits),
    ROW(never_runs),
    ROW(both_shrink),
};

static int64_t value_at(const char *name, const char *formula, const lp_binds *b) {
    int64_t v = 0;
    lp_err e = {""};
    if (!formula || lp_expr_eval_text(formula, b, &v, &e)) fail_msg("%s: %s", name, e.msg);
    return v;
}

static const char *feature(const db_kernel *k, const char *name) {
    for (int i = 0; i < k->n_features; i++)
        if (!strcmp(k->features[i].name, name)) return k->features[i].formula;
    return NULL;
}

/* One launch: the twin at a random work-item. */
static bool check_launch(const char *name, const db_kernel *k, void (*run)(int, int, int),
                         lp_pcg *r) {
    int n = (int)lp_pcg_range(r, 1, 60), m = (int)lp_pcg_range(r, 1, 20);
    lp_bind v[] = {{"global", GLOBAL}, {"local", LOCAL}, {"n", n}, {"m", m}};
    lp_binds b = {v, 4};
    char launch_text[80];
    snprintf(launch_text, sizeof launch_text, "global=%d local=%d n=%d m=%d", GLOBAL, LOCAL, n, m);
    if (!allowed(k, launch_text)) return false;
    const db_arg *d = arg_named(k, "d");
    const char *limit = d->content ? strchr(d->content, ':') : NULL;
    int64_t top = limit ? value_at(name, limit + 1, &b) : 8, bottom = limit ? 0 : -3;
    for (int i = 0; i < CELLS; i++) seen.data[i] = (int)lp_pcg_range(r, bottom, top - 1);
    seen.lo_a = seen.lo_d = INT_MAX;
    seen.hi_a = seen.hi_d = INT_MIN;
    seen.trips = 0;
    run((int)lp_pcg_range(r, 0, GLOBAL - 1), n, m);
    int64_t a_len = value_at(name, arg_named(k, "a")->extent, &b);
    int64_t d_len = value_at(name, d->extent, &b);
    int64_t trips = value_at(name, feature(k, "loop_trips"), &b);
    /* What is not touched may be given a length below zero. */
    if (seen.lo_a < 0 || seen.lo_d < 0 || seen.hi_a >= a_len || seen.hi_d >= d_len ||
        seen.trips > trips)
        fail_msg("%s: n=%d m=%d: a %d..%d of %lld, d %d..%d of %lld, %d trips of %lld", name, n, m,
                 seen.lo_a, seen.hi_a, (long long)a_len, seen.lo_d, seen.hi_d, (long long)d_len,
                 seen.trips, (long long)trips);
    return true;
}

static void loops_stay_inside(void **state) {
    (void)state;
    lp_pcg r;
    lp_pcg_seed(&r, 11, 7);
    for (size_t t = 0; t < sizeof twins / sizeof *twins; t++) {
        db_kernel k;
        int launches = 0;
        infer(twins[t].source, &k);
        if (!k.ok) fail_msg("%s: refused: %s", twins[t].name, k.detail);
        for (int i = 0; i < LAUNCHES; i++)
            launches += check_launch(twins[t].name, &k, twins[t].run, &r);
        if (launches < LAUNCHES / 4) fail_msg("%s: hardly any launch is allowed", twins[t].name);
        db_kernel_free(&k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(loops_stay_inside)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
