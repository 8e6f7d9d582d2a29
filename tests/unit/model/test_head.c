/* model/head.c, number.c, features.c: against naive versions and values worked out by hand. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <string.h>

#include "common/pcg.h"
#include "model/features.h"
#include "model/head.h"
#include "model/number.h"

/* ---- head ---- */

static float *random_floats(lp_pcg *g, size_t n) {
    float *v = lp_alloc(n, sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = (float)(lp_pcg_unit(g) - 0.5);
    return v;
}

static mdl_head make_head(lp_pcg *g, mdl_head_type type, mdl_activation act, const size_t *widths,
                          int n_layers) {
    mdl_head h = {.type = type, .activation = act, .n_layers = n_layers};
    for (int i = 0; i < n_layers; i++) {
        mdl_head_layer *l = &h.layers[i];
        *l = (mdl_head_layer){.in = widths[i], .out = widths[i + 1]};
        l->w = random_floats(g, l->in * l->out);
        l->b = random_floats(g, l->out);
    }
    return h;
}

static void fast_is_as_naive(void **state) {
    (void)state;
    enum { ROWS = 9 };
    const size_t wide[] = {131, 64, 33, 3}, narrow[] = {40, 1};
    lp_pcg g;
    lp_pcg_seed(&g, 7, 1);
    for (int a = MDL_RELU; a <= MDL_SILU; a++)
        for (int soft = 0; soft < 2; soft++) {
            mdl_head h = soft ? make_head(&g, MDL_HEAD_SOFTPLUS, MDL_RELU, narrow, 1)
                              : make_head(&g, MDL_HEAD_MLP, (mdl_activation)a, wide, 3);
            float *x = random_floats(&g, ROWS * mdl_head_in(&h));
            mdl_log_time fast[ROWS], naive[ROWS], one;
            mdl_head_run(&h, x, ROWS, fast);
            mdl_head_run_naive(&h, x, ROWS, naive);
            for (int r = 0; r < ROWS; r++) {
                assert_true(fabs(fast[r].median - naive[r].median) < 1e-5);
                assert_true(fabs(fast[r].lo - naive[r].lo) < 1e-5);
                assert_true(fabs(fast[r].hi - naive[r].hi) < 1e-5);
                assert_true(fast[r].lo <= fast[r].median && fast[r].median <= fast[r].hi);
                mdl_head_run(&h, x + (size_t)r * mdl_head_in(&h), 1, &one);
                assert_true(fabs(one.median - fast[r].median) < 1e-5);
            }
            free(x);
            mdl_head_free(&h);
        }
}

static void small_heads_by_hand(void **state) {
    (void)state;
    float w[] = {2, -1}, b[] = {0.5F}, x[] = {1, 1};
    mdl_head h = {.type = MDL_HEAD_MLP, .n_layers = 1, .layers = {{w, b, 2, 1}}};
    mdl_log_time t;
    mdl_head_run(&h, x, 1, &t);
    assert_true(t.median == 1.5 && t.lo == 1.5 && t.hi == 1.5);
    h.type = MDL_HEAD_SOFTPLUS;
    mdl_head_run(&h, x, 1, &t);
    assert_true(fabs(t.median - 1.7014132779827524) < 1e-6);
    float w3[] = {1, 0, 0, 0, 0, 0}, b3[] = {0, -1, 1};
    mdl_head three = {.type = MDL_HEAD_MLP, .n_layers = 1, .layers = {{w3, b3, 2, 3}}};
    mdl_head_run(&three, x, 1, &t);
    assert_true(t.median == 1);
    assert_true(fabs(t.lo - (1 - 0.31326168751822286)) < 1e-6);
    assert_true(fabs(t.hi - (1 + 1.3132616875182228)) < 1e-6);
}

static void activations_by_hand(void **state) {
    (void)state;
    /* of torch.nn.functional in double precision */
    static const struct {
        mdl_activation act;
        float x;
        double y;
    } known[] = {
        {MDL_RELU, -0.5F, 0},
        {MDL_RELU, 0.5F, 0.5},
        {MDL_GELU_NEW, -0.5F, -0.15428599017485133},
        {MDL_GELU_NEW, 1.5F, 1.3995715769802328},
        {MDL_SILU, -0.5F, -0.1887703343990727},
        {MDL_SILU, 1.5F, 1.2263617142904655},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        float one[] = {1}, zero[] = {0};
        mdl_head h = {.activation = known[i].act,
                      .n_layers = 2,
                      .layers = {{one, zero, 1, 1}, {one, zero, 1, 1}}};
        mdl_log_time t;
        mdl_head_run(&h, &known[i].x, 1, &t);
        if (fabs(t.median - known[i].y) > 1e-6) fail_msg("%zu: %.9g", i, t.median);
    }
}

/* ---- numbers ---- */

static void numbers_in_text(void **state) {
    (void)state;
    static const char text[] =
        "a1 12 x[34] 1.5 0x1F _7 18446744073709551615 18446744073709551616 8";
    static const struct {
        size_t at;
        uint64_t value;
    } want[] = {{3, 12}, {8, 34}, {12, 1}, {16, 0}, {24, UINT64_MAX}, {45, UINT64_MAX}, {66, 8}};
    size_t from = 0, n = 0;
    mdl_number v;
    while (mdl_number_next(text, sizeof text - 1, from, &v)) {
        assert_true(n < sizeof want / sizeof *want);
        assert_int_equal(v.at, want[n].at);
        assert_true(v.value == want[n].value);
        from = v.at + 1;
        n++;
    }
    assert_int_equal(n, sizeof want / sizeof *want);
    assert_false(mdl_number_next("", 0, 0, &v));
}

static void embedding_rows(void **state) {
    (void)state;
    float w[MDL_NUMBER_ROWS * 2];
    for (size_t r = 0; r < MDL_NUMBER_ROWS; r++) {
        w[r * 2] = (float)r;
        w[r * 2 + 1] = (float)(r * r);
    }
    static const struct {
        uint64_t value;
        double a, b;
    } want[] = {{0, 0, 0},
                {1, 1, 1},
                {2, 1.5849625007211562, 1 + 3 * 0.5849625007211562},
                {1023, 10, 100},
                {UINT64_MAX, 64, 4096}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        float out[2] = {100, 0};
        mdl_number_add(w, 2, want[i].value, out);
        assert_true(fabs((double)out[0] - 100 - want[i].a) < 1e-4);
        assert_true(fabs((double)out[1] - want[i].b) < 1e-3);
    }
}

/* ---- features ---- */

static db_feature formulas[] = {{"flop", "3 * n"}, {"branches", "n / (local - local)"}};
static db_arg args[] = {
    {.idx = 0, .name = "x", .kind = "buffer", .elem_bytes = 4},
    {.idx = 1, .name = "n", .kind = "scalar", .elem_bytes = 4},
    {.idx = 2, .name = "c", .kind = "constant", .elem_bytes = 8},
    {.idx = 3, .name = "l", .kind = "local", .elem_bytes = 4},
};
static db_kernel kernel = {.args = args, .n_args = 4, .features = formulas, .n_features = 2};
static db_sample_arg values[] = {{.idx = 0, .elems = 1000},
                                 {.idx = 1, .elems = -1, .value = "21"},
                                 {.idx = 2, .elems = 10},
                                 {.idx = 3, .elems = 99}};
static db_sample sample = {.global_size = 1024, .local_size = 64, .args = values, .n_args = 4};

static void features_by_name(void **state) {
    (void)state;
    const char *names[] = {
        "flop",          "branches",    "no_such", "launch.global_size", "launch.local_size",
        "launch.groups", "launch.bytes"};
    const double want[] = {63, NAN, NAN, 1024, 64, 16, 4080};
    enum { N = sizeof names / sizeof *names };
    float x[N];
    lp_strv v = {0};
    db_formulas f;
    for (int i = 0; i < N; i++) lp_strv_add(&v, names[i]);
    db_formulas_init(&f, &kernel);
    mdl_features_of(&f, &sample, &v, x);
    for (int i = 0; i < N; i++) {
        if (isnan(want[i]))
            assert_true(isnan(x[i]));
        else
            assert_true(x[i] == (float)log2(1 + want[i]));
    }
    const double mean[] = {4, 0, 0, 0, 0, 0, 0}, std[] = {2, 1, 1, 1, 1, 1, 1};
    float out[N];
    mdl_features_normalise(x, N, mean, std, out);
    assert_true(out[0] == 1 && out[1] == 0 && out[2] == 0);
    db_formulas_free(&f);
    lp_strv_free(&v);
}

static void unlike_training_is_said(void **state) {
    (void)state;
    double lo[] = {0, 0, 11}, hi[] = {9, 5, 12};
    mdl_head_config c = {.feature_lo = lo, .feature_hi = hi};
    lp_text why = {0};
    db_formulas f;
    lp_strv_add(&c.range_features, "flop");
    lp_strv_add(&c.range_features, "launch.local_size");
    lp_strv_add(&c.range_features, "launch.bytes");
    db_formulas_init(&f, &kernel);
    assert_int_equal(mdl_features_unlike(&c, &f, &sample, &why), 1);
    assert_string_equal(why.s, "launch.local_size is 64, in training 0 to 31");
    c.feature_lo = NULL;
    assert_int_equal(mdl_features_unlike(&c, &f, &sample, &why), 0);
    db_formulas_free(&f);
    lp_strv_free(&c.range_features);
    lp_text_free(&why);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_is_as_naive),        cmocka_unit_test(small_heads_by_hand),
        cmocka_unit_test(activations_by_hand),     cmocka_unit_test(numbers_in_text),
        cmocka_unit_test(embedding_rows),          cmocka_unit_test(features_by_name),
        cmocka_unit_test(unlike_training_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
