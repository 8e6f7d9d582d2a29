/* Kernels, each launched once, and the features that were counted by hand from its text. */
#ifndef LLMPERF_TESTS_ANALYZE_COUNTED_H
#define LLMPERF_TESTS_ANALYZE_COUNTED_H

#include "tests/unit/analyze/golden.h"

typedef struct counted {
    const char *name, *source, *launch;
    const char *features; /* "flop=12": every one named must match */
} counted;

static const char *formula_of(const db_kernel *k, const char *name) {
    for (int i = 0; i < k->n_features; i++)
        if (!strcmp(k->features[i].name, name)) return k->features[i].formula;
    return NULL;
}

/* Fails with every feature that has another value. */
static void expect_features(const counted *kernels, size_t n) {
    int wrong = 0;
    for (size_t i = 0; i < n; i++) {
        const counted *c = &kernels[i];
        db_kernel k;
        launch l, want;
        infer(c->source, &k);
        if (!k.ok) fail_msg("%s: skipped: %s: %s", c->name, k.reason, k.detail);
        read_launch(c->launch, &l);
        read_launch(c->features, &want);
        for (int j = 0; j < want.b.n; j++) {
            const char *f = formula_of(&k, want.v[j].name);
            int64_t got = -1;
            lp_err e = {"no such feature"};
            if (!f || lp_expr_eval_text(f, &l.b, &got, &e))
                fail_msg("%s: %s: %s", c->name, want.v[j].name, e.msg);
            if (got == want.v[j].value) continue;
            wrong++;
            print_error("%s: %s is %s = %lld, not %lld\n", c->name, want.v[j].name, f,
                        (long long)got, (long long)want.v[j].value);
        }
        db_kernel_free(&k);
    }
    assert_int_equal(wrong, 0);
}

#endif
