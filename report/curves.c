/* Launches of one kernel that lie on a curve.
 *
 * In: launches. Out: which of them differ in the number of work-groups or the local size alone.
 * Draws nothing (kernel_curves.c). */
#include "report/curves.h"

#include <stdlib.h>
#include <string.h>

/* ---- scalars ---- */

static void add_value(lp_text *t, const char *name, const char *value) {
    lp_text_addf(t, "%s%s=%s", t->len ? ", " : "", name, value);
}

/* How many times the global size the value is, within a work-group each time; 0: it is not. */
static int64_t times_global(const rep_launch *l, const char *value) {
    long long v;
    int64_t global = l->global_size;
    if (!lp_parse_i64(value, &v) || v < global - l->local_size || v <= 0) return 0;
    int64_t over = v % global, times = v / global + (over > global / 2);
    int64_t off = over > global / 2 ? global - over : over;
    return times > 0 && off / times < l->local_size ? times : 0;
}

void rep_launch_scalar(rep_launch *l, const char *name, const char *role, const char *value) {
    static const char *const idle[] = {"coefficient", "seed", "unused"};
    add_value(&l->scalars, name, value);
    if (role && lp_is_one_of(role, idle, sizeof idle / sizeof *idle)) return;
    int64_t times = times_global(l, value);
    if (times == 0)
        add_value(&l->fixed, name, value);
    else if (times > 1)
        lp_text_addf(&l->fixed, "%s%s=%lld*global", l->fixed.len ? ", " : "", name,
                     (long long)times);
}

void rep_launches_free(rep_launches *l) {
    for (size_t i = 0; i < l->n; i++) {
        lp_text_free(&l->v[i].scalars);
        lp_text_free(&l->v[i].fixed);
    }
    free(l->v);
    *l = (rep_launches){0};
}

/* ---- curves ---- */

typedef struct place {
    char *key;  /* what all launches of a curve have */
    int64_t x;  /* what they differ in */
    size_t at;  /* index of the launch */
    size_t len; /* of its curve, 0: none */
} place;

static int by_key(const void *a, const void *b) {
    const place *p = a, *q = b;
    int c = strcmp(p->key, q->key);
    if (c) return c;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

/* Longer curves first, launches on none last; otherwise as they are. */
static int by_length(const void *a, const void *b) {
    const place *p = a, *q = b;
    if (p->len != q->len) return p->len > q->len ? -1 : 1;
    return by_key(a, b);
}

static size_t different(const place *p, size_t n) {
    size_t d = n > 0;
    for (size_t i = 1; i < n; i++) d += p[i].x != p[i - 1].x;
    return d;
}

static rep_curves curves_of(place *p, size_t n, size_t least, size_t most) {
    rep_curves c = {lp_alloc(n + 1, sizeof *c.order), lp_alloc(most + 1, sizeof *c.v), 0, 0};
    if (n) qsort(p, n, sizeof *p, by_key);
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && strcmp(p[end].key, p[i].key) == 0) end++;
        size_t len = different(p + i, end - i) >= least ? end - i : 0;
        for (; i < end; i++) p[i].len = len;
    }
    if (n) qsort(p, n, sizeof *p, by_length);
    for (size_t i = 0; i < n && p[i].len && c.n < most; i += p[i].len) {
        c.v[c.n++] = (rep_curve){i, p[i].len};
        c.on = i + p[i].len;
    }
    for (size_t i = 0; i < n; i++) {
        c.order[i] = p[i].at;
        free(p[i].key);
    }
    free(p);
    return c;
}

rep_curves rep_curves_of_groups(const rep_launches *l, size_t most) {
    place *p = lp_alloc(l->n + 1, sizeof *p);
    for (size_t i = 0; i < l->n; i++) {
        const rep_launch *v = &l->v[i];
        lp_text key = {0};
        lp_text_addf(&key, "%lld %s", (long long)v->local_size, lp_text_str(&v->fixed));
        p[i] = (place){lp_text_take(&key), v->global_size / v->local_size, i, 0};
    }
    return curves_of(p, l->n, 3, most);
}

rep_curves rep_curves_of_local(const rep_launches *l, size_t most) {
    place *p = lp_alloc(l->n + 1, sizeof *p);
    for (size_t i = 0; i < l->n; i++) {
        const rep_launch *v = &l->v[i];
        lp_text key = {0};
        lp_text_addf(&key, "%lld %lld %s", (long long)v->global_size, (long long)v->fill_seed,
                     lp_text_str(&v->scalars));
        p[i] = (place){lp_text_take(&key), v->local_size, i, 0};
    }
    return curves_of(p, l->n, 2, most);
}

void rep_curves_free(rep_curves *c) {
    free(c->order);
    free(c->v);
    *c = (rep_curves){0};
}
