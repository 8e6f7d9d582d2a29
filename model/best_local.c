/* Choosing the local size: what a model chooses against the best that was measured.
 *
 * In: rows of a validation. Out: how often and by how much the choice is worse than the best one.
 * Predicts nothing; train/llmperf_train/best_local.py computes the same. */
#include "model/best_local.h"

#include <math.h>
#include <stdlib.h>

#include "common/hash.h"

enum { USUAL = 256 };
#define WITHIN 0.05

uint64_t mdl_best_local_key(const char *kernel, const db_sample *s, int64_t device) {
    lp_text t = {0};
    lp_text_addf(&t, "%s\n%lld %lld %lld", kernel, (long long)s->global_size,
                 (long long)s->fill_seed, (long long)device);
    for (int i = 0; i < s->n_args; i++)
        if (s->args[i].value) lp_text_addf(&t, "\n%d %s", s->args[i].idx, s->args[i].value);
    uint64_t key = lp_hash64(t.s, t.len, 0);
    lp_text_free(&t);
    return key;
}

/* ---- regrets ---- */

typedef struct regret {
    double value, weight;
} regret;

typedef struct regrets {
    regret *v;
    size_t n;
} regrets;

static void add(regrets *r, double value, double weight) {
    r->v[r->n++] = (regret){value, weight};
}

static int by_regret(const void *a, const void *b) {
    double x = ((const regret *)a)->value, y = ((const regret *)b)->value;
    return (x > y) - (x < y);
}

/* Sorts them. */
static mdl_regret summary(regrets *r) {
    mdl_regret out = {0};
    double total = 0, sum = 0;
    qsort(r->v, r->n, sizeof *r->v, by_regret);
    for (size_t i = 0; i < r->n; i++) total += r->v[i].weight;
    for (size_t i = 0; i < r->n; i++) {
        const regret *x = &r->v[i];
        out.mean += x->value * x->weight / total;
        if (x->value <= WITHIN) out.within_5 += x->weight / total;
        if (sum / total < 0.95 - 1e-9) out.top95 = x->value;
        sum += x->weight;
    }
    return out;
}

/* ---- sweeps ---- */

static int by_key(const void *a, const void *b) {
    const lp_predicted *x = *(const lp_predicted *const *)a, *y = *(const lp_predicted *const *)b;
    if (x->same != y->same) return x->same < y->same ? -1 : 1;
    return (x > y) - (x < y);
}

static bool is_sweep(const lp_predicted *const *rows, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (rows[i]->local_size != rows[0]->local_size) return true;
    return false;
}

static double off_usual(const lp_predicted *r) {
    return fabs(log2((double)r->local_size / USUAL));
}

typedef struct found {
    regrets predicted, usual, random;
} found;

static void add_sweep(const lp_predicted *const *rows, size_t n, found *f) {
    size_t best = 0, chosen = 0, usual = 0;
    for (size_t i = 1; i < n; i++) {
        if (rows[i]->measured_us < rows[best]->measured_us) best = i;
        if (rows[i]->median_us < rows[chosen]->median_us) chosen = i;
        if (off_usual(rows[i]) < off_usual(rows[usual])) usual = i;
    }
    double least = rows[best]->measured_us;
    add(&f->predicted, rows[chosen]->measured_us / least - 1, 1);
    add(&f->usual, rows[usual]->measured_us / least - 1, 1);
    for (size_t i = 0; i < n; i++) add(&f->random, rows[i]->measured_us / least - 1, 1 / (double)n);
}

void mdl_best_local_of(const mdl_validation *v, mdl_best_local *out) {
    const lp_predicted **rows = lp_alloc(v->n + 1, sizeof *rows);
    found f = {{lp_alloc(v->n + 1, sizeof(regret)), 0},
               {lp_alloc(v->n + 1, sizeof(regret)), 0},
               {lp_alloc(v->n + 1, sizeof(regret)), 0}};
    for (size_t i = 0; i < v->n; i++) rows[i] = &v->rows[i];
    qsort(rows, v->n, sizeof *rows, by_key);
    for (size_t i = 0, end; i < v->n; i = end) {
        for (end = i; end < v->n && rows[end]->same == rows[i]->same;) end++;
        if (is_sweep(rows + i, end - i)) add_sweep(rows + i, end - i, &f);
    }
    *out = (mdl_best_local){.sweeps = f.predicted.n,
                            .launches = f.random.n,
                            .predicted = summary(&f.predicted),
                            .usual = summary(&f.usual),
                            .random = summary(&f.random)};
    free(f.predicted.v);
    free(f.usual.v);
    free(f.random.v);
    free(rows);
}
