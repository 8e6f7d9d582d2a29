/* A launch as formulas see it.
 *
 * In: a kernel's record and a sample. Out: bindings, values of features. Reads no database. */
#include "db/launch.h"

#include <stdlib.h>

#include "common/text.h"

const db_sample_arg *db_arg_of(const db_sample *s, int idx) {
    for (int i = 0; i < s->n_args; i++)
        if (s->args[i].idx == idx) return &s->args[i];
    return NULL;
}

int db_bind_launch(const db_kernel *k, const db_sample *s, lp_bind *v) {
    int n = 0;
    v[n++] = (lp_bind){"global", s->global_size};
    v[n++] = (lp_bind){"local", s->local_size};
    for (int i = 0; i < k->n_args; i++) {
        const db_sample_arg *a = db_arg_of(s, k->args[i].idx);
        long long value;
        if (a && a->value && lp_parse_i64(a->value, &value))
            v[n++] = (lp_bind){k->args[i].name, value};
    }
    return n;
}

void db_formulas_init(db_formulas *f, const db_kernel *k) {
    f->kernel = k;
    f->v = lp_alloc((size_t)k->n_features + 1, sizeof(lp_expr *));
    for (int i = 0; i < k->n_features; i++) f->v[i] = lp_expr_parse(k->features[i].formula, NULL);
}

void db_formulas_free(db_formulas *f) {
    for (int i = 0; f->kernel && i < f->kernel->n_features; i++) lp_expr_free(f->v[i]);
    free(f->v);
    *f = (db_formulas){0};
}

bool db_formula_value(const db_formulas *f, int feature, const lp_binds *launch, int64_t *out) {
    return f->v[feature] &&
           lp_expr_eval(f->v[feature], lp_bind_lookup, (void *)launch, out, NULL) == 0;
}
