/* Measured times beside predicted ones.
 *
 * In: rows. Out: groups of rows with their figures. Reads no database (load_model.c) and prints
 * nothing. */
#include "report/judged.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const rep_part_names[REP_N_PARTS] = {"test", "heldout", "-", "val", "train"};

static const char *const class_names[] = {"idle", "under", "saturated"};

bool rep_part_is_seen(rep_part p) {
    return p == REP_VAL || p == REP_TRAIN;
}

rep_part rep_part_of(const char *word) {
    for (int p = 0; p < REP_N_PARTS; p++)
        if (strcmp(word, rep_part_names[p]) == 0) return (rep_part)p;
    return REP_NO_PART;
}

int rep_decade_of(double us) {
    return (int)floor(log10(us) + 1e-12);
}

void rep_decade_words(int decade, char out[32]) {
    static const char *const unit[] = {"ns", "us", "ms", "s"};
    int at = decade < -3 ? -3 : decade;
    int u = (at + 3) / 3 > 3 ? 3 : (at + 3) / 3, power = at - 3 * (u - 1);
    snprintf(out, 32, "%.0f-%.0f %s", pow(10, power), pow(10, power + 1), unit[u]);
}

void rep_judged_free(rep_judged *j) {
    free(j->rows);
    free(j->kernel);
    lp_strv_free(&j->texts);
    *j = (rep_judged){0};
}

/* ---- groups ---- */

typedef struct keyed {
    rep_part part;
    int order;
    const char *name;
    const lp_predicted *row;
} keyed;

static int class_order(const char *name) {
    for (int c = 0; c < 3; c++)
        if (strcmp(name, class_names[c]) == 0) return c;
    return 3;
}

static keyed key_of(const lp_predicted *r, rep_by by) {
    keyed k = {rep_part_of(r->part), 0, "", r};
    if (by == REP_BY_CLASS) k.order = class_order(r->class_);
    if (by == REP_BY_DECADE) k.order = rep_decade_of(r->measured_us);
    if (by == REP_BY_CLASS) k.name = r->class_;
    if (by == REP_BY_PATTERN) k.name = r->pattern;
    if (by == REP_BY_KERNEL) k.name = r->kernel;
    return k;
}

static int same_group(const keyed *x, const keyed *y) {
    if (x->part != y->part) return x->part < y->part ? -1 : 1;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Rows keep their order within a group: those of a kernel stay together. */
static int by_key(const void *a, const void *b) {
    const keyed *x = a, *y = b;
    int c = same_group(x, y);
    return c ? c : (x->row > y->row) - (x->row < y->row);
}

static int worse(const void *a, const void *b) {
    const rep_group *x = a, *y = b;
    if (rep_part_is_seen(x->part) != rep_part_is_seen(y->part))
        return rep_part_is_seen(x->part) ? 1 : -1;
    if (x->m.mape != y->m.mape) return x->m.mape < y->m.mape ? 1 : -1;
    return strcmp(x->name, y->name);
}

rep_grouping rep_group_rows(const rep_judged *j, rep_by by) {
    keyed *k = lp_alloc(j->n + 1, sizeof *k);
    rep_grouping g = {lp_alloc(j->n + 1, sizeof *g.v), 0, lp_alloc(j->n + 1, sizeof *g.rows)};
    for (size_t i = 0; i < j->n; i++) k[i] = key_of(&j->rows[i], by);
    if (j->n) qsort(k, j->n, sizeof *k, by_key);
    for (size_t i = 0; i < j->n; i++) g.rows[i] = k[i].row;
    for (size_t i = 0; i < j->n;) {
        size_t end = i;
        while (end < j->n && same_group(&k[end], &k[i]) == 0) end++;
        rep_group *v = &g.v[g.n++];
        *v = (rep_group){.part = k[i].part, .order = k[i].order, .name = k[i].name};
        v->first = i;
        v->n = end - i;
        lp_metrics_of(g.rows + i, v->n, j->intervals, &v->m);
        i = end;
    }
    if (by == REP_BY_KERNEL && g.n) qsort(g.v, g.n, sizeof *g.v, worse);
    free(k);
    return g;
}

void rep_grouping_free(rep_grouping *g) {
    free(g->v);
    free(g->rows);
    *g = (rep_grouping){0};
}
