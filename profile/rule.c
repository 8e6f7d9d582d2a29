/* The warm-up rule and the stopping rule.
 *
 * In: times so far. Out: whether to launch again, and how often. Launches nothing. */
#include "profile/rule.h"

#include "profile/stats.h"

static const int64_t ms = 1000000;

bool prof_warm_enough(const int64_t *t, int n) {
    if (t[0] > 50 * ms) return true; /* nothing left to warm, and a second one is dear */
    if (n < PROF_WARMUPS_MIN) return false;
    int64_t sum = 0;
    for (int i = 0; i < n; i++) sum += t[i];
    if (n >= PROF_WARMUPS_MAX || sum >= 5 * ms) return true;
    int64_t a = t[n - 2], b = t[n - 1];
    int64_t larger = a > b ? a : b, apart = a > b ? a - b : b - a;
    return apart * 10 <= larger;
}

static int min_int(int a, int b) {
    return a < b ? a : b;
}

/* Long kernels vary little, and each repetition costs. */
static int first_batch(const prof_rule *r, int64_t est_ns) {
    if (est_ns > 1000 * ms) return min_int(3, r->reps_min);
    if (est_ns > 50 * ms) return min_int(5, r->reps_min);
    return r->reps_min;
}

int prof_next_batch(const prof_rule *r, const int64_t *times, int n, int64_t est_ns,
                    int64_t left_ns) {
    prof_stats s = {.median = est_ns};
    if (n > 0) prof_stats_of(times, n, &s);
    int64_t spent = 0;
    for (int i = 0; i < n; i++) spent += times[i];
    int first = first_batch(r, s.median), want = 0;
    bool is_long = first < r->reps_min; /* then the first batch is all */
    bool enough = s.half_width <= r->ci_target || n >= r->reps_max || spent >= r->budget_ns;
    if (n < first)
        want = first - n;
    else if (!is_long && !enough)
        want = min_int(PROF_BATCH_MORE, r->reps_max - n);
    int64_t room = left_ns > 0 && s.median > 0 ? left_ns / s.median : 0;
    if (want > room) want = (int)room;
    return n == 0 && want < 1 ? 1 : want;
}
