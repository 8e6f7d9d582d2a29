/* Rows of a validation by what they have in common.
 *
 * In: rows. Out: figures of each group, the worst rows. */
#include "model/groups.h"

#include <stdlib.h>
#include <string.h>

const char *const mdl_by_names[MDL_N_BY] = {"kernel", "family", "class", "pattern", "split"};

const char *mdl_by_key(const lp_predicted *r, mdl_by by) {
    switch (by) {
    case MDL_BY_KERNEL:
        return r->kernel;
    case MDL_BY_FAMILY:
        return r->family;
    case MDL_BY_CLASS:
        return r->class_;
    case MDL_BY_SPLIT:
        return r->part;
    case MDL_BY_PATTERN:
    case MDL_N_BY:
        break;
    }
    return r->pattern;
}

typedef struct keyed {
    const char *key;
    const lp_predicted *row;
} keyed;

/* Rows keep their order within a group: those of a kernel stay together. */
static int by_key(const void *a, const void *b) {
    const keyed *x = a, *y = b;
    int c = strcmp(x->key, y->key);
    return c ? c : (x->row > y->row) - (x->row < y->row);
}

static int worse(const void *a, const void *b) {
    const mdl_group *x = a, *y = b;
    if (x->m.mape != y->m.mape) return x->m.mape < y->m.mape ? 1 : -1;
    return strcmp(x->name, y->name);
}

mdl_groups mdl_groups_of(const mdl_validation *v, mdl_by by) {
    keyed *k = lp_alloc(v->n + 1, sizeof *k);
    const lp_predicted **rows = lp_alloc(v->n + 1, sizeof *rows);
    mdl_groups g = {lp_alloc(v->n + 1, sizeof *g.v), 0};
    for (size_t i = 0; i < v->n; i++) k[i] = (keyed){mdl_by_key(&v->rows[i], by), &v->rows[i]};
    qsort(k, v->n, sizeof *k, by_key);
    for (size_t i = 0; i < v->n; i++) rows[i] = k[i].row;
    for (size_t i = 0; i < v->n;) {
        size_t end = i;
        while (end < v->n && strcmp(k[end].key, k[i].key) == 0) end++;
        g.v[g.n].name = k[i].key;
        lp_metrics_of(rows + i, end - i, v->intervals, &g.v[g.n++].m);
        i = end;
    }
    qsort(g.v, g.n, sizeof *g.v, worse);
    free(k);
    free(rows);
    return g;
}

void mdl_groups_free(mdl_groups *g) {
    free(g->v);
    *g = (mdl_groups){0};
}

void mdl_metrics_above(const mdl_validation *v, double least_us, lp_metrics *out) {
    const lp_predicted **rows = lp_alloc(v->n + 1, sizeof *rows);
    size_t n = 0;
    *out = (lp_metrics){0};
    for (size_t i = 0; i < v->n; i++)
        if (v->rows[i].measured_us >= least_us) rows[n++] = &v->rows[i];
    if (n > 0) lp_metrics_of(rows, n, v->intervals, out);
    free(rows);
}

static int by_ape(const void *a, const void *b) {
    const lp_predicted *x = *(const lp_predicted *const *)a, *y = *(const lp_predicted *const *)b;
    double p = lp_ape_of(x), q = lp_ape_of(y);
    if (p != q) return p < q ? 1 : -1;
    return (x > y) - (x < y);
}

const lp_predicted **mdl_worst_rows(const mdl_validation *v) {
    const lp_predicted **rows = lp_alloc(v->n + 1, sizeof *rows);
    for (size_t i = 0; i < v->n; i++) rows[i] = &v->rows[i];
    qsort(rows, v->n, sizeof *rows, by_ape);
    return rows;
}
