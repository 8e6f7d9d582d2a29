/* Features of a launch by name.
 *
 * In: a kernel's formulas, a sample, names. Out: log-scaled values, what of them training has not
 * seen. The formulas themselves are evaluated as export does (db/launch.c). */
#include "model/features.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of all buffers; as many as an int64 can hold where there are more. */
static int64_t bytes_of(const db_kernel *k, const db_sample *s) {
    int64_t sum = 0;
    for (int i = 0; i < k->n_args; i++) {
        const db_arg *a = &k->args[i];
        const db_sample_arg *v = db_arg_of(s, a->idx);
        int64_t bytes = 0;
        bool memory = strcmp(a->kind, "buffer") == 0 || strcmp(a->kind, "constant") == 0;
        if (!memory || !v || v->elems <= 0) continue;
        if (__builtin_mul_overflow(v->elems, a->elem_bytes, &bytes) ||
            __builtin_add_overflow(sum, bytes, &sum))
            return INT64_MAX;
    }
    return sum;
}

static int64_t global_of(const db_kernel *k, const db_sample *s) {
    (void)k;
    return s->global_size;
}

static int64_t local_of(const db_kernel *k, const db_sample *s) {
    (void)k;
    return s->local_size;
}

static int64_t groups_of(const db_kernel *k, const db_sample *s) {
    (void)k;
    return s->local_size > 0 ? s->global_size / s->local_size : 0;
}

static const struct {
    const char *name;
    int64_t (*value)(const db_kernel *k, const db_sample *s);
} launch_features[] = {
    {"launch.global_size", global_of},
    {"launch.local_size", local_of},
    {"launch.groups", groups_of},
    {"launch.bytes", bytes_of},
};

static bool value_of(const db_formulas *f, const db_sample *s, const lp_binds *launch,
                     const char *name, int64_t *out) {
    const db_kernel *k = f->kernel;
    for (size_t i = 0; i < sizeof launch_features / sizeof *launch_features; i++)
        if (strcmp(launch_features[i].name, name) == 0) {
            *out = launch_features[i].value(k, s);
            return true;
        }
    for (int i = 0; i < k->n_features; i++)
        if (strcmp(k->features[i].name, name) == 0) return db_formula_value(f, i, launch, out);
    return false;
}

void mdl_features_of(const db_formulas *f, const db_sample *s, const lp_strv *names, float *x) {
    lp_bind *v = lp_alloc((size_t)f->kernel->n_args + 2, sizeof *v);
    lp_binds launch = {v, db_bind_launch(f->kernel, s, v)};
    for (size_t i = 0; i < names->n; i++) {
        int64_t value = 0;
        bool known = value_of(f, s, &launch, names->v[i], &value);
        x[i] = known ? (float)log2(1.0 + (value > 0 ? (double)value : 0.0)) : NAN;
    }
    free(v);
}

void mdl_features_normalise(const float *x, size_t n, const double *mean, const double *std,
                            float *out) {
    for (size_t i = 0; i < n; i++)
        out[i] = isnan(x[i]) ? 0.0F : (float)(((double)x[i] - mean[i]) / std[i]);
}

int mdl_features_unlike(const mdl_head_config *c, const db_formulas *f, const db_sample *s,
                        lp_text *why) {
    const double rounding = 0.01; /* the ranges were written with few digits, perhaps */
    const lp_strv *names = &c->range_features;
    int n = 0;
    if (!c->feature_lo || names->n == 0) return 0;
    float *x = lp_alloc(names->n, sizeof *x);
    mdl_features_of(f, s, names, x);
    for (size_t i = 0; i < names->n; i++) {
        double lo = c->feature_lo[i], hi = c->feature_hi[i];
        if (isnan(x[i]) || ((double)x[i] >= lo - rounding && (double)x[i] <= hi + rounding))
            continue;
        lp_text_addf(why, "%s%s is %.6g, in training %.6g to %.6g", n ? "; " : "", names->v[i],
                     exp2((double)x[i]) - 1, exp2(lo) - 1, exp2(hi) - 1);
        n++;
    }
    free(x);
    return n;
}
