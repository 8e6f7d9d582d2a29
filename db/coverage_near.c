/* Distances between kernels.
 *
 * In: their raw features. Out: scaled features, the nearest kernel of ours to every imported one,
 * and from each hand-written family to the nearest other. Every pair is compared: 20,000 against
 * 20,000 takes seconds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/intr.h"
#include "db/coverage.h"

/* A feature that hardly differs between the hand-written kernels must not outweigh all others: a
 * spread is at least half a doubling. */
static const double least_spread = 0.5;

static double scaled(const db_cov_kernel *k, int dim) {
    return log2(1 + k->raw[dim] / db_cov_features[dim].unit);
}

static double spread_of(const db_cov *c, int dim) {
    size_t n = c->first[DB_COV_HAND + 1];
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) sum += scaled(&c->v[i], dim);
    for (size_t i = 0; i < n; i++) {
        double d = scaled(&c->v[i], dim) - sum / (double)n;
        squares += d * d;
    }
    double spread = n ? sqrt(squares / (double)n) : 1;
    return spread > least_spread ? spread : least_spread;
}

void db_cov_scale(db_cov *c) {
    for (int dim = 0; dim < DB_COV_N; dim++) {
        c->spread[dim] = spread_of(c, dim);
        for (size_t i = 0; i < c->n; i++) c->v[i].at[dim] = scaled(&c->v[i], dim) / c->spread[dim];
    }
}

static double square(const db_cov_kernel *a, const db_cov_kernel *b) {
    double sum = 0;
    for (int i = 0; i < DB_COV_N; i++) sum += (a->at[i] - b->at[i]) * (a->at[i] - b->at[i]);
    return sum;
}

double db_cov_distance(const db_cov_kernel *a, const db_cov_kernel *b) {
    return sqrt(square(a, b));
}

/* The first of the nearest kernels of a set. */
static void find_near(const db_cov *c, db_cov_kernel *k, db_cov_set set) {
    double least = HUGE_VAL;
    k->near[set] = -1;
    for (size_t i = c->first[set]; i < c->first[set + 1]; i++) {
        double s = square(k, &c->v[i]);
        if (s >= least) continue;
        least = s;
        k->near[set] = (int64_t)i;
    }
    k->far[set] = sqrt(least);
}

int64_t db_cov_nearest(const db_cov_kernel *k) {
    return k->far[DB_COV_SYNTH] < k->far[DB_COV_HAND] ? k->near[DB_COV_SYNTH]
                                                      : k->near[DB_COV_HAND];
}

double db_cov_far(const db_cov_kernel *k) {
    return k->far[DB_COV_SYNTH] < k->far[DB_COV_HAND] ? k->far[DB_COV_SYNTH] : k->far[DB_COV_HAND];
}

/* ---- hand-written families ---- */

size_t db_cov_family_end(const db_cov *c, size_t i) {
    size_t end = i + 1, last = c->first[c->v[i].set + 1];
    while (end < last && strcmp(c->v[end].family, c->v[i].family) == 0) end++;
    return end;
}

/* From the members v[from] .. v[to - 1] of a hand-written family to the nearest kernel outside. */
static double family_distance(const db_cov *c, size_t from, size_t to) {
    double least = HUGE_VAL;
    for (size_t i = from; i < to; i++)
        for (size_t j = 0; j < c->first[DB_COV_HAND + 1]; j++)
            if (j < from || j >= to) least = fmin(least, square(&c->v[i], &c->v[j]));
    return sqrt(least);
}

static void find_families(db_cov *c) {
    size_t n = c->first[DB_COV_HAND + 1];
    c->family_far = lp_alloc(n + 1, sizeof *c->family_far);
    for (size_t from = 0, to; from < n; from = to) {
        to = db_cov_family_end(c, from);
        c->family_far[c->n_families++] = family_distance(c, from, to);
    }
    if (c->n_families == 1) c->n_families = 0; /* there is no other */
    db_sort_values(c->family_far, c->n_families);
}

int db_cov_near(db_cov *c, lp_err *e) {
    for (size_t i = c->first[DB_COV_IMPORTED]; i < c->first[DB_COV_IMPORTED + 1]; i++) {
        if (lp_interrupted()) return lp_fail(e, "interrupted");
        find_near(c, &c->v[i], DB_COV_HAND);
        find_near(c, &c->v[i], DB_COV_SYNTH);
    }
    find_families(c);
    return 0;
}
