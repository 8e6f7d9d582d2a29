/* Values of scalars: ranges by role, domains, types, naive sampling. */
#include "fixture.h"
#include "gen/scalar.h"

enum { DRAWS = 3000 };

/* Draws of one argument at a launch of 4096 x 64. */
typedef struct draws {
    int64_t lo, hi;
    int equal, less; /* to the global size, below it by less than a work-group */
    int zeros, pow2;
    int failed[GEN_N_REASONS];
    char last[256];
} draws;

static void draw_many(const fix_kernel *f, int arg, int level, draws *out) {
    fix_ready r;
    lp_campaign c;
    lp_pcg rng;
    lp_bind binds[FIX_ARGS + 2];
    int arg_of[FIX_ARGS + 2];
    fix_must_prepare(f, &r);
    lp_campaign_defaults(&c);
    lp_pcg_seed(&rng, 1, 2);
    *out = (draws){.lo = INT64_MAX, .hi = INT64_MIN};
    for (int n = 0; n < DRAWS; n++) {
        gen_draw d = {.k = &r.k,
                      .c = &c,
                      .rng = &rng,
                      .level = level,
                      .global = (int64_t)4096 * 64,
                      .local = 64,
                      .binds = binds,
                      .arg_of = arg_of,
                      .n_binds = 2};
        binds[0] = (lp_bind){"global", d.global};
        binds[1] = (lp_bind){"local", d.local};
        arg_of[0] = arg_of[1] = -1;
        lp_text t = {0};
        gen_reason why = GEN_OK;
        for (int i = 0; i <= arg && why == GEN_OK; i++) {
            lp_text_clear(&t);
            why = gen_draw_scalar(&d, i, &t);
        }
        out->failed[why]++;
        if (why == GEN_OK) {
            long long v = strtoll(t.s, NULL, 10);
            if (v < out->lo) out->lo = v;
            if (v > out->hi) out->hi = v;
            out->equal += v == d.global;
            out->less += v < d.global && v >= d.global - d.local;
            out->zeros += v == 0;
            out->pow2 += v > 0 && (v & (v - 1)) == 0;
            snprintf(out->last, sizeof out->last, "%s", t.s);
        }
        lp_text_free(&t);
    }
    lp_campaign_free(&c);
    gen_kernel_free(&r.k);
}

static void draw_role(const char *type, const char *role, const char *domain, int level,
                      draws *out) {
    fix_kernel k = {
        .name = "k", .hash_digit = 'b', .args = {{"x", "scalar", type, role, domain, NULL}}};
    draw_many(&k, 0, level, out);
}

static void roles_have_their_ranges(void **state) {
    (void)state;
    static const struct {
        const char *role;
        int64_t lo, hi; /* of all draws: reached within a tenth */
    } want[] = {
        {"bound", 65536, 524288}, {"stride", 1, 64}, {"offset", 0, 4096}, {"tile", 1, 64},
        {"trips", 1, 1024},       {"shift", 0, 8},   {"pitch", 1, 4096},  {"modulus", 1, 262144},
        {"coefficient", 0, 1000}, {"flag", 0, 1},    {"unused", 1, 1},    {"seed", 0, INT32_MAX},
        {NULL, 65536, 524288},
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        draws d;
        draw_role("int", want[i].role, NULL, 0, &d);
        int64_t slack = want[i].hi / 10;
        assert_int_equal(d.failed[GEN_OK], DRAWS);
        assert_in_range(d.lo, want[i].lo, want[i].lo + slack);
        assert_in_range(d.hi, want[i].hi - slack, want[i].hi);
    }
}

static void bounds_gather_around_the_global_size(void **state) {
    (void)state;
    draws d;
    draw_role("int", "bound", NULL, 0, &d);
    assert_in_range(d.equal, DRAWS * 30 / 100, DRAWS * 40 / 100);
    assert_in_range(d.less, DRAWS * 20 / 100, DRAWS * 31 / 100);
}

static void shapes_within_ranges(void **state) {
    (void)state;
    draws d;
    draw_role("int", "stride", NULL, 0, &d);
    assert_true(d.pow2 > DRAWS / 2);
    draw_role("int", "offset", NULL, 0, &d);
    assert_in_range(d.zeros, DRAWS * 20 / 100, DRAWS * 30 / 100);
    draw_role("int", "flag", NULL, 0, &d);
    assert_in_range(d.zeros, DRAWS * 45 / 100, DRAWS * 55 / 100);
}

static void caution_shrinks_to_small_values(void **state) {
    (void)state;
    static const char *const roles[] = {"bound", "stride", "offset", "tile",
                                        "trips", "shift",  "pitch",  "modulus"};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        int64_t before = INT64_MAX;
        for (int level = 0; level < GEN_LEVELS; level++) {
            draws d;
            draw_role("long", roles[i], NULL, level, &d);
            assert_true(d.hi <= before);
            before = d.hi;
        }
        assert_true(before <= 4);
    }
}

static void domains_narrow(void **state) {
    (void)state;
    draws d;
    draw_role("int", "trips", "{\"min\": 5, \"max\": 9}", 0, &d);
    assert_int_equal(d.lo, 5);
    assert_int_equal(d.hi, 9);
    draw_role("int", "trips", "{\"min\": 5000}", 0,
              &d); /* above the role's range: the domain wins */
    assert_int_equal(d.lo, 5000);
    assert_int_equal(d.hi, 5000);
    draw_role("int", "bound", "{\"max\": 3}", 0, &d);
    assert_int_equal(d.hi, 3);
    draw_role("int", "offset", "{\"min\": -7, \"max\": -2}", 0, &d);
    assert_in_range(-d.lo, 2, 7);
    assert_in_range(-d.hi, 2, 7);
    draw_role("int", "trips", "{\"min\": 9, \"max\": 5}", 0, &d);
    assert_int_equal(d.failed[GEN_DOMAIN], DRAWS);
}

static void powers_and_multiples(void **state) {
    (void)state;
    draws d;
    draw_role("int", "bound", "{\"pow2\": true}", 0, &d);
    assert_int_equal(d.pow2, DRAWS);
    draw_role("int", "trips", "{\"pow2\": true, \"min\": 33, \"max\": 63}", 0, &d);
    assert_int_equal(d.failed[GEN_DOMAIN], DRAWS);
    draw_role("int", "pitch", "{\"multiple\": \"local\"}", 0, &d);
    assert_int_equal(d.lo, 64);
    assert_int_equal(strtoll(d.last, NULL, 10) % 64, 0);
    draw_role("int", "pitch", "{\"multiple\": \"local\", \"max\": 63}", 0, &d);
    assert_int_equal(d.failed[GEN_DOMAIN], DRAWS);
    draw_role("int", "pitch", "{\"multiple\": \"local - 64\"}", 0, &d);
    assert_int_equal(d.failed[GEN_DOMAIN], DRAWS);
    draw_role("int", "pitch", "{\"multiple\": \"nobody\"}", 0, &d);
    assert_int_equal(d.failed[GEN_OVERFLOW], DRAWS);
}

static void equal_to_a_formula(void **state) {
    (void)state;
    static const fix_kernel k = {
        .name = "k",
        .hash_digit = 'b',
        .args = {{"w", "scalar", "int", "pitch", NULL, NULL},
                 {"h", "scalar", "int", "bound", "{\"eq\": \"global / local + w * 0\"}", NULL}}};
    draws d;
    draw_many(&k, 1, 0, &d);
    assert_int_equal(d.lo, 4096);
    assert_int_equal(d.hi, 4096);
    draw_role("uchar", "bound", "{\"eq\": \"global\"}", 0, &d);
    assert_int_equal(d.failed[GEN_DOMAIN], DRAWS);
}

static void types_cut_ranges(void **state) {
    (void)state;
    draws d;
    draw_role("uchar", "bound", NULL, 0, &d);
    assert_true(d.lo < 80);
    assert_int_equal(d.hi, 255);
    draw_role("char", "trips", NULL, 0, &d);
    assert_int_equal(d.hi, 127);
    draw_role("ushort", "seed", NULL, 0, &d);
    assert_in_range(d.hi, 60000, 65535);
}

static void floats_and_vectors(void **state) {
    (void)state;
    draws d;
    draw_role("float", NULL, NULL, 0, &d);
    double x = strtod(d.last, NULL);
    assert_true(x >= 0.1 && x <= 2.0);
    draw_role("double", "unused", NULL, 0, &d);
    assert_string_equal(d.last, "1");
    draw_role("float", "coefficient", "{\"min\": 1, \"max\": 1}", 0, &d);
    assert_string_equal(d.last, "1");
    draw_role("float4", NULL, NULL, 0, &d);
    int commas = 0;
    for (const char *s = d.last; *s; s++) commas += *s == ',';
    assert_int_equal(commas, 3);
    draw_role("int3", "trips", NULL, 0, &d);
    assert_non_null(strchr(strchr(d.last, ',') + 1, ','));
}

static void naive_values(void **state) {
    (void)state;
    static const fix_kernel f = {.name = "k",
                                 .hash_digit = 'b',
                                 .args = {{"n", "scalar", "int", "bound", "{\"max\": 3}", NULL},
                                          {"c", "scalar", "uchar", "flag", NULL, NULL},
                                          {"a", "scalar", "float", NULL, NULL, NULL},
                                          {"v", "scalar", "int2", NULL, NULL, NULL}}};
    static const char *const want[] = {"4096", "255", "4096", "4096,4096"};
    fix_ready r;
    lp_campaign c;
    lp_bind binds[FIX_ARGS + 2];
    int arg_of[FIX_ARGS + 2];
    fix_must_prepare(&f, &r);
    lp_campaign_defaults(&c);
    gen_draw d = {
        .k = &r.k, .c = &c, .global = 4096, .local = 64, .binds = binds, .arg_of = arg_of};
    for (int i = 0; i < 4; i++) {
        lp_text t = {0};
        assert_int_equal(gen_naive_scalar(&d, i, &t), GEN_OK);
        assert_string_equal(t.s, want[i]);
        lp_text_free(&t);
    }
    assert_int_equal(d.n_binds, 2);
    lp_campaign_free(&c);
    gen_kernel_free(&r.k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roles_have_their_ranges),
        cmocka_unit_test(bounds_gather_around_the_global_size),
        cmocka_unit_test(shapes_within_ranges),
        cmocka_unit_test(caution_shrinks_to_small_values),
        cmocka_unit_test(domains_narrow),
        cmocka_unit_test(powers_and_multiples),
        cmocka_unit_test(equal_to_a_formula),
        cmocka_unit_test(types_cut_ranges),
        cmocka_unit_test(floats_and_vectors),
        cmocka_unit_test(naive_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
