/* A sweep: lists of values by name.
 *
 * In: text from the command line. Out: axes and their combinations. Does not know what the names
 * mean. */
#include "model/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "common/words.h"

static int wrong(const char *item, lp_err *e) {
    char shown[LP_WORD_SHOWN];
    return lp_fail(e,
                   "--sweep: `%s`: N, FROM:TO:xFACTOR or FROM:TO:+STEP is expected, numbers from 1",
                   lp_word_show(item, shown));
}

static void add(mdl_axis *a, int64_t v) {
    a->v = lp_grow(a->v, &a->cap, a->n + 1, sizeof *a->v);
    a->v[a->n++] = v;
}

/* FROM:TO:xFACTOR or FROM:TO:+STEP; `item` is cut up. */
static int add_range(mdl_axis *a, char *item, const char *whole, lp_err *e) {
    long long from, to, by;
    char *second = strchr(item, ':'), *third = second ? strchr(second + 1, ':') : NULL;
    if (!third) return wrong(whole, e);
    *second++ = *third++ = 0;
    char how = third[0];
    if ((how != 'x' && how != '+') || !lp_parse_i64(item, &from) || !lp_parse_i64(second, &to) ||
        !lp_parse_i64(third + 1, &by) || from < 1 || to < from || by < (how == 'x' ? 2 : 1))
        return wrong(whole, e);
    for (int64_t v = from; v <= to;) {
        add(a, v);
        if (a->n > MDL_SWEEP_MAX)
            return lp_fail(e, "--sweep: %s has more than %d values", a->name, MDL_SWEEP_MAX);
        if (how == 'x' ? __builtin_mul_overflow(v, by, &v) : __builtin_add_overflow(v, by, &v))
            break;
    }
    return 0;
}

static int add_item(mdl_axis *a, const char *item, lp_err *e) {
    long long v;
    if (!strchr(item, ':')) {
        if (!lp_parse_i64(item, &v) || v < 1) return wrong(item, e);
        add(a, v);
        return 0;
    }
    char *copy = lp_strdup(item);
    int rc = add_range(a, copy, item, e);
    free(copy);
    return rc;
}

/* An item, with the name before it that begins a new axis. */
static int take_item(mdl_sweep *s, char *item, lp_err *e) {
    char *eq = strchr(item, '=');
    if (eq) {
        *eq = 0;
        if (eq == item) return lp_fail(e, "--sweep: a name is missing before `=`");
        if (mdl_sweep_axis(s, item) < s->n) return lp_fail(e, "--sweep: %s is there twice", item);
        s->axes = lp_grow(s->axes, &s->cap, s->n + 1, sizeof *s->axes);
        s->axes[s->n++] = (mdl_axis){.name = lp_strdup(item)};
        item = eq + 1;
    }
    if (s->n == 0) return lp_fail(e, "--sweep: begins with a name: global=N,...");
    return add_item(&s->axes[s->n - 1], item, e);
}

int mdl_sweep_parse(const char *text, mdl_sweep *s, lp_err *e) {
    int rc = 0;
    for (const char *p = text; rc == 0; p++) {
        size_t len = strcspn(p, ",");
        char *item = lp_strndup(p, len);
        rc = take_item(s, item, e);
        free(item);
        p += len;
        if (*p == 0) break;
    }
    if (rc == 0 && mdl_sweep_count(s) > MDL_SWEEP_MAX)
        rc = lp_fail(e, "--sweep: more than %d combinations", MDL_SWEEP_MAX);
    return rc;
}

void mdl_sweep_free(mdl_sweep *s) {
    for (size_t i = 0; i < s->n; i++) {
        free(s->axes[i].name);
        free(s->axes[i].v);
    }
    free(s->axes);
    *s = (mdl_sweep){0};
}

size_t mdl_sweep_count(const mdl_sweep *s) {
    size_t n = 1;
    for (size_t i = 0; i < s->n; i++)
        if (__builtin_mul_overflow(n, s->axes[i].n, &n)) return SIZE_MAX;
    return n;
}

int64_t mdl_sweep_value(const mdl_sweep *s, size_t i, size_t axis) {
    for (size_t a = s->n - 1; a > axis; a--) i /= s->axes[a].n;
    return s->axes[axis].v[i % s->axes[axis].n];
}

size_t mdl_sweep_axis(const mdl_sweep *s, const char *name) {
    size_t i = 0;
    while (i < s->n && strcmp(s->axes[i].name, name) != 0) i++;
    return i;
}
