/* Calibration factors fitted on measured launches.
 *
 * In: rows with their uncalibrated predictions. Out: factors by pattern and class, pattern, class.
 * Writes no file. */
#include "model/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/groups.h"

enum { MIN_ROWS = 20, MIN_KERNELS = 4, SHRINK_ROWS = 20 };

typedef struct cell {
    const char *pattern, *class_; /* NULL: any */
} cell;

/* Log errors, measured over predicted, of the rows of a cell. */
typedef struct errors {
    double *v[2]; /* of either half of the kernels */
    size_t n[2];
    size_t kernels[2];
} errors;

static bool within(const lp_predicted *r, const cell *c) {
    return (!c->pattern || strcmp(c->pattern, r->pattern) == 0) &&
           (!c->class_ || strcmp(c->class_, r->class_) == 0);
}

/* The half of a kernel: the same one whatever else is in the campaign. A hash of few lines
 * (FNV-1a), because training in Python takes the same halves. */
static int half_of(const lp_predicted *r) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (const char *s = r->family; *s; s++) h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
    return (int)(h >> 40 & 1);
}

static errors errors_of(const mdl_validation *v, const cell *c) {
    errors e = {{lp_alloc(v->n + 1, sizeof(double)), lp_alloc(v->n + 1, sizeof(double))}, {0}, {0}};
    const char *last[2] = {NULL, NULL};
    for (size_t i = 0; i < v->n; i++) {
        const lp_predicted *r = &v->rows[i];
        if (!within(r, c)) continue;
        int h = half_of(r);
        if (!last[h] || strcmp(last[h], r->kernel) != 0) e.kernels[h]++;
        last[h] = r->kernel;
        e.v[h][e.n[h]++] = -lp_log_ratio_of(r);
    }
    return e;
}

static void free_errors(errors *e) {
    free(e->v[0]);
    free(e->v[1]);
}

static double shrunk_median(const double *v, size_t n) {
    double *copy = lp_alloc(n, sizeof *copy);
    memcpy(copy, v, n * sizeof *copy);
    double m = lp_median(copy, n);
    free(copy);
    return m * (double)n / (double)(n + SHRINK_ROWS);
}

static double mean_abs(const double *v, size_t n, double shift) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += fabs(v[i] - shift);
    return sum / (double)n;
}

/* Either half's factor lowers the error of the other half. */
static bool helps(const errors *e) {
    for (int h = 0; h < 2; h++) {
        if (e->n[h] == 0) return false;
        double shift = shrunk_median(e->v[h], e->n[h]);
        const double *other = e->v[1 - h];
        size_t n = e->n[1 - h];
        if (n == 0 || mean_abs(other, n, shift) >= mean_abs(other, n, 0)) return false;
    }
    return true;
}

static bool by_hand(const mdl_calibration *c, const cell *at) {
    for (size_t i = 0; i < c->n; i++) {
        const mdl_factor *f = &c->v[i];
        bool pattern = at->pattern && f->pattern ? strcmp(at->pattern, f->pattern) == 0
                                                 : !at->pattern && !f->pattern;
        bool cls = at->class_ && f->class_ ? strcmp(at->class_, f->class_) == 0
                                           : !at->class_ && !f->class_;
        if (pattern && cls) return true;
    }
    return false;
}

static void fit_cell(const mdl_validation *v, const cell *at, mdl_calibration *c) {
    errors e = errors_of(v, at);
    size_t n = e.n[0] + e.n[1];
    if (n >= MIN_ROWS && e.kernels[0] + e.kernels[1] >= MIN_KERNELS && !by_hand(c, at) &&
        helps(&e)) {
        double *all = lp_alloc(n, sizeof *all);
        memcpy(all, e.v[0], e.n[0] * sizeof *all);
        memcpy(all + e.n[0], e.v[1], e.n[1] * sizeof *all);
        double factor = exp2(shrunk_median(all, n));
        free(all);
        mdl_calibration_add(c, &(mdl_factor){(char *)at->pattern, (char *)at->class_,
                                             fmin(fmax(factor, 1e-3), 1e3), false, (int64_t)n});
    }
    free_errors(&e);
}

static void drop_fitted(mdl_calibration *c) {
    size_t kept = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (c->v[i].by_hand) {
            c->v[kept++] = c->v[i];
            continue;
        }
        free(c->v[i].pattern);
        free(c->v[i].class_);
    }
    c->n = kept;
}

void mdl_fit_calibration(const mdl_validation *v, mdl_calibration *c) {
    static const char *const classes[] = {NULL, "idle", "under", "saturated"};
    enum { N_CLASSES = sizeof classes / sizeof *classes };
    mdl_groups patterns = mdl_groups_of(v, MDL_BY_PATTERN);
    drop_fitted(c);
    for (size_t p = 0; p <= patterns.n; p++)
        for (int k = 0; k < N_CLASSES; k++) {
            cell at = {p < patterns.n ? patterns.v[p].name : NULL, classes[k]};
            if (at.pattern && strcmp(at.pattern, "-") == 0) continue; /* kernels without one */
            fit_cell(v, &at, c);
        }
    mdl_groups_free(&patterns);
}
