/* Which kernels get a page of their own.
 *
 * In: what is known of each kernel. Out: whether it gets one, and why. Writes no page. */
#include "report/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

static int by_error(const void *a, const void *b) {
    const rep_candidate *x = *(rep_candidate *const *)a, *y = *(rep_candidate *const *)b;
    if (x->seen != y->seen) return x->seen ? 1 : -1;
    if (x->mape != y->mape) return x->mape < y->mape ? 1 : -1;
    return (x > y) - (x < y);
}

static int by_pattern(const void *a, const void *b) {
    const rep_candidate *x = *(rep_candidate *const *)a, *y = *(rep_candidate *const *)b;
    int c = strcmp(x->pattern, y->pattern);
    return c ? c : (x > y) - (x < y);
}

/* Gives `take` of the m candidates a page, as far apart as that goes. */
static void spread(rep_candidate **v, size_t m, size_t take, rep_page_why why) {
    for (size_t i = 0; i < take; i++) v[i * m / take]->why = why;
}

static size_t take_worst(rep_candidate *c, size_t n, size_t most) {
    rep_candidate **v = lp_alloc(n + 1, sizeof *v);
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(c[i].mape)) v[m++] = &c[i];
    if (m) qsort(v, m, sizeof *v, by_error);
    if (m > most) m = most;
    for (size_t i = 0; i < m; i++) v[i]->why = REP_PAGE_WORST;
    free(v);
    return m;
}

static size_t take_held_out(rep_candidate *c, size_t n, size_t most) {
    rep_candidate **v = lp_alloc(n + 1, sizeof *v);
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (c[i].held_out && c[i].why == REP_NO_PAGE) v[m++] = &c[i];
    size_t take = m < most ? m : most;
    spread(v, m, take, REP_PAGE_HELD_OUT);
    free(v);
    return take;
}

/* Of m candidates by pattern: how many of each pattern when patterns take turns. */
static void take_turns(rep_candidate **v, size_t m, size_t most) {
    size_t *quota = lp_alloc(m + 1, sizeof *quota); /* at the first of each pattern */
    size_t given = 0, before = 1;
    for (size_t round = 1; given < most && given != before; round++) {
        before = given;
        for (size_t i = 0; i < m && given < most;) {
            size_t end = i;
            while (end < m && strcmp(v[end]->pattern, v[i]->pattern) == 0) end++;
            if (round <= end - i) {
                quota[i]++;
                given++;
            }
            i = end;
        }
    }
    for (size_t i = 0; i < m;) {
        size_t end = i;
        while (end < m && strcmp(v[end]->pattern, v[i]->pattern) == 0) end++;
        size_t take = quota[i];
        spread(v + i, end - i, take, REP_PAGE_EVEN);
        i = end;
    }
    free(quota);
}

static size_t take_evenly(rep_candidate *c, size_t n, size_t most, bool timed) {
    rep_candidate **v = lp_alloc(n + 1, sizeof *v);
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (c[i].timed == timed && c[i].why == REP_NO_PAGE) v[m++] = &c[i];
    if (m) qsort(v, m, sizeof *v, by_pattern);
    size_t take = m < most ? m : most;
    take_turns(v, m, take);
    free(v);
    return take;
}

void rep_choose(rep_candidate *c, size_t n, size_t most) {
    size_t left = most && most < n ? most : n;
    size_t third = left / 3;
    for (size_t i = 0; i < n; i++) c[i].why = left == n ? REP_PAGE_EVEN : REP_NO_PAGE;
    if (left == n) return;
    left -= take_worst(c, n, third);
    left -= take_held_out(c, n, third);
    left -= take_evenly(c, n, left, true);
    take_evenly(c, n, left, false);
}
