/* Samples of one kernel: sizes, recipes, every limit, every reason, determinism. */
#include "fixture.h"

static const fix_kernel saxpy = {
    .name = "saxpy",
    .hash_digit = 'c',
    .args = {{"n", "scalar", "int", "bound", NULL, NULL},
             {"a", "scalar", "float", "coefficient", NULL, NULL},
             {"x", "buffer", "float", "min(n, global)", NULL, "r"},
             {"y", "buffer", "float4", "min(n, global)", NULL, "rw"}},
    .flop = "2",
};

static void plan(const fix_kernel *f, const lp_campaign *c, const gen_limits *lim,
                 gen_samples *out) {
    fix_ready r;
    fix_must_prepare(f, &r);
    gen_plan_samples(&r.k, c, lim, out);
    gen_kernel_free(&r.k);
    assert_int_equal(out->counts.planned, out->n);
    assert_int_equal(out->counts.planned + gen_counts_left_out(&out->counts), c->launch_per_kernel);
}

/* All samples are left out, all for `why`. */
static void expect_left_out(const fix_kernel *f, const lp_campaign *c, gen_reason why) {
    gen_samples s;
    plan(f, c, &fix_limits, &s);
    if (s.n > 0 || s.counts.left_out[why] != c->launch_per_kernel)
        fail_msg("%s: %zu samples, %lld for %s", f->name, s.n, (long long)s.counts.left_out[why],
                 gen_reason_code(why));
    gen_samples_free(&s);
}

static char *text_of(const gen_samples *s) {
    lp_text t = {0};
    for (size_t i = 0; i < s->n; i++) gen_sample_line(&s->v[i], &t);
    return lp_text_take(&t);
}

static void samples_are_complete(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    c.launch_per_kernel = 60;
    plan(&saxpy, &c, &fix_limits, &s);
    assert_int_equal(s.n, 60);
    for (size_t i = 0; i < s.n; i++) {
        const db_sample *x = &s.v[i];
        int64_t n = strtoll(x->args[0].value, NULL, 10);
        int64_t least = n < x->global_size ? n : x->global_size;
        assert_int_equal(x->idx, i);
        assert_int_equal(x->n_args, 4);
        assert_int_equal(x->global_size % x->local_size, 0);
        assert_true(x->global_size <= c.launch_global_max);
        assert_true(x->local_size <= fix_limits.max_work_group);
        assert_string_equal(x->class_, db_class_of(x->global_size, x->local_size, 10, 40));
        assert_int_equal(x->args[0].elems, -1);
        assert_null(x->args[0].recipe);
        assert_int_equal(x->args[2].elems, least);
        assert_int_equal(x->args[3].elems, least);
        assert_int_equal(x->bytes, least * 4 + least * 16);
        assert_string_equal(x->args[2].recipe, "uniform(0,1)");
        assert_true(x->fill_seed >= 0);
    }
    assert_int_equal(s.counts.classes[GEN_IDLE] + s.counts.classes[GEN_UNDER] +
                         s.counts.classes[GEN_SATURATED],
                     60);
    assert_in_range(s.counts.classes[GEN_IDLE], 9, 15);
    assert_in_range(s.counts.classes[GEN_UNDER], 20, 28);
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

static void recipes_follow_contents(void **state) {
    (void)state;
    static const fix_kernel k = {
        .name = "k",
        .hash_digit = 'd',
        .args = {{"a", "buffer", "int", "global", NULL, NULL},
                 {"b", "buffer", "uchar", "global", NULL, NULL},
                 {"c", "buffer", "int", "global", "index:local * 2", NULL},
                 {"d", "buffer", "uchar", "global", "bounded:1000", NULL},
                 {"e", "buffer", "int", "global + 1", "zero", NULL},
                 {"f", "buffer", "struct p", "3", NULL, NULL},
                 {"g", "buffer", "float", "global", NULL, "w"},
                 {"h", "local", "float", "local", NULL, NULL}},
    };
    static const fix_kernel structs = {
        .name = "k",
        .hash_digit = 'e',
        .args = {{"f", "buffer", "uchar", "global", "flags", NULL},
                 {"a", "buffer", "struct p", "global",
                  "members:12;0:int:local;8:short:global * 65536", NULL},
                 {"b", "buffer", "float4", "global", "floats:2:3", NULL},
                 {"p", "buffer", "int", "global", "permutation:local", NULL}},
    };
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    c.launch_per_kernel = 1;
    free(c.launch_local_sizes.v);
    c.launch_local_sizes = (lp_int_list){lp_alloc(1, sizeof(int64_t)), 1};
    c.launch_local_sizes.v[0] = 64;
    plan(&k, &c, &fix_limits, &s);
    assert_int_equal(s.n, 1);
    static const char *const want[] = {"uniform_int(0,1000)",
                                       "uniform_int(0,255)",
                                       "index(128)",
                                       "index(256)",
                                       "zero",
                                       "bytes",
                                       "zero",
                                       NULL};
    const db_sample *x = &s.v[0];
    for (int i = 0; i < 8; i++) {
        if (want[i])
            assert_string_equal(x->args[i].recipe, want[i]);
        else
            assert_null(x->args[i].recipe);
    }
    int64_t g = x->global_size;
    assert_int_equal(x->args[4].elems, g + 1);
    assert_int_equal(x->args[7].elems, 64);
    assert_int_equal(x->bytes, g * 4 + g + g * 4 + g + (g + 1) * 4 + 36 + g * 4);
    gen_samples_free(&s);
    plan(&structs, &c, &fix_limits, &s);
    assert_int_equal(s.n, 1);
    assert_string_equal(s.v[0].args[0].recipe, "flags(0.5)");
    assert_string_equal(s.v[0].args[1].recipe, "members(12;0:int:64;8:short:32768)");
    assert_string_equal(s.v[0].args[2].recipe, "uniform(2,3)");
    assert_string_equal(s.v[0].args[3].recipe, "permutation(64)");
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

static void sparse_rows_have_the_mean_degree(void **state) {
    (void)state;
    static const fix_kernel k = {
        .name = "spmv",
        .hash_digit = 'e',
        .args = {{"nnz", "scalar", "int", "bound", NULL, NULL},
                 {"rows", "scalar", "int", "bound", NULL, NULL},
                 {"ptr", "buffer", "int", "rows + 1", "rowptr:nnz", "r"},
                 {"val", "buffer", "float", "nnz", NULL, "r"},
                 {"tiny", "buffer", "int", "0", "rowptr:5", "r"}},
    };
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    plan(&k, &c, &fix_limits, &s);
    assert_int_equal(s.n, 10);
    for (size_t i = 0; i < s.n; i++) {
        const db_sample *x = &s.v[i];
        int64_t nnz = strtoll(x->args[0].value, NULL, 10);
        char recipe[64];
        snprintf(recipe, sizeof recipe, "rowptr(%lld)", (long long)nnz);
        if (strtoll(x->args[1].value, NULL, 10) * 10 < c.bound_max)
            assert_int_equal(nnz, strtoll(x->args[1].value, NULL, 10) * 10);
        assert_string_equal(x->args[2].recipe, recipe);
        assert_int_equal(x->args[3].elems, nnz);
        assert_int_equal(x->args[4].elems, 2);
    }
    gen_samples_free(&s);
    c.degree = LP_DEGREE_SKEWED;
    plan(&k, &c, &fix_limits, &s);
    assert_int_equal(s.n, 10);
    assert_string_equal(s.v[0].args[4].recipe, "rowptr_skewed(5)");
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

/* All but bounds keep their values in the launches of a set; without sets they do not. */
static void launches_share_sets_of_scalars(void **state) {
    (void)state;
    static const fix_kernel rows = {
        .name = "rows",
        .hash_digit = 'e',
        .args = {{"n", "scalar", "int", "bound", NULL, NULL},
                 {"a", "scalar", "float", "coefficient", NULL, NULL},
                 {"taps", "scalar", "int", "trips", NULL, NULL},
                 {"x", "buffer", "float", "min(n, global)", NULL, "r"}},
    };
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    c.launch_per_kernel = 60;
    c.launch_locals_per_kernel = 2;
    for (c.scalar_sets = 0; c.scalar_sets < 4; c.scalar_sets++) {
        lp_strv seen = {0};
        int64_t bounds = 0;
        plan(&rows, &c, &fix_limits, &s);
        assert_int_equal(s.n, 60);
        for (size_t i = 0; i < s.n; i++) {
            lp_text t = {0};
            lp_text_addf(&t, "%s %s", s.v[i].args[1].value, s.v[i].args[2].value);
            size_t k = 0;
            while (k < seen.n && strcmp(seen.v[k], t.s) != 0) k++;
            if (k == seen.n) lp_strv_add(&seen, t.s);
            lp_text_free(&t);
            bounds += i > 0 && strcmp(s.v[i].args[0].value, s.v[i - 1].args[0].value) != 0;
        }
        if (c.scalar_sets > 0) assert_int_equal(seen.n, c.scalar_sets);
        if (c.scalar_sets == 0) assert_in_range(seen.n, 50, 60);
        assert_in_range(bounds, 40, 59);
        lp_strv_free(&seen);
        gen_samples_free(&s);
    }
    lp_campaign_free(&c);
}

static void limits_give_reasons(void **state) {
    (void)state;
    lp_campaign c;
    lp_campaign_defaults(&c);
    const struct {
        fix_kernel k;
        gen_reason why;
    } bad[] = {
        {{.name = "a", .hash_digit = '1', .constraints = "[\"global < 0\"]"}, GEN_CONSTRAINT},
        {{.name = "b", .hash_digit = '1', .constraints = "[\"nobody > 0\"]"}, GEN_OVERFLOW},
        {{.name = "c",
          .hash_digit = '1',
          .args = {{"x", "buffer", "float", "global << 60", NULL, NULL}}},
         GEN_OVERFLOW},
        {{.name = "d",
          .hash_digit = '1',
          .args = {{"x", "buffer", "float", "100000000", NULL, NULL}}},
         GEN_MEMORY},
        {{.name = "e",
          .hash_digit = '1',
          .args = {{"x", "buffer", "double", "4611686018427387904", NULL, NULL}}},
         GEN_MEMORY},
        {{.name = "f",
          .hash_digit = '1',
          .args = {{"x", "constant", "float", "16385", NULL, NULL}}},
         GEN_CONSTANT_MEMORY},
        {{.name = "g", .hash_digit = '1', .args = {{"x", "local", "float", "8193", NULL, NULL}}},
         GEN_LOCAL_MEMORY},
        {{.name = "h", .hash_digit = '1', .args = {{"x", "buffer", "float", NULL, NULL, NULL}}},
         GEN_EXTENT},
        {{.name = "i",
          .hash_digit = '1',
          .args = {{"x", "buffer", "int", "1", "index:global-global", NULL}}},
         GEN_EXTENT},
        {{.name = "j",
          .hash_digit = '1',
          .args = {{"x", "buffer", "uchar", "1", "rowptr:256", NULL}}},
         GEN_OVERFLOW},
        {{.name = "k",
          .hash_digit = '1',
          .args = {{"n", "scalar", "int", "bound", "{\"eq\":\"0-global\",\"min\":0}", NULL}}},
         GEN_DOMAIN},
        {{.name = "l", .hash_digit = '1', .reqd_local = 1024}, GEN_LOCAL_SIZE},
        {{.name = "m",
          .hash_digit = '1',
          .args = {{"x", "local", "float", "local", NULL, NULL}},
          .local_bytes = 32768},
         GEN_LOCAL_MEMORY},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_left_out(&bad[i].k, &c, bad[i].why);
    c.launch_work_max = 1000;
    fix_kernel heavy = {.name = "w", .hash_digit = '1', .flop = "1000"};
    expect_left_out(&heavy, &c, GEN_WORK);
    lp_campaign_free(&c);
}

/* An unused pointer needs no formula: one element. */
static void unused_buffers_get_one_element(void **state) {
    (void)state;
    static const fix_kernel k = {.name = "k",
                                 .hash_digit = '1',
                                 .args = {{"x", "buffer", "float", NULL, NULL, "none"},
                                          {"y", "buffer", "float", "0 - 5", NULL, "r"}}};
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    plan(&k, &c, &fix_limits, &s);
    assert_true(s.n > 0);
    assert_int_equal(s.v[0].args[0].elems, 1);
    assert_int_equal(s.v[0].args[1].elems, 1);
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

static void caution_meets_tight_limits(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    fix_kernel k = {.name = "matrix",
                    .hash_digit = '5',
                    .args = {{"rows", "scalar", "int", "bound", NULL, NULL},
                             {"pitch", "scalar", "int", "pitch", NULL, NULL},
                             {"x", "buffer", "double", "rows * pitch", NULL, NULL}},
                    .constraints = "[\"pitch % 8 == 0\", \"rows >= 64\"]"};
    lp_campaign_defaults(&c);
    c.launch_per_kernel = 30;
    c.sample_bytes_max = 1 << 20;
    plan(&k, &c, &fix_limits, &s);
    assert_true(s.n >= 25);
    for (size_t i = 0; i < s.n; i++) {
        assert_true(s.v[i].bytes <= c.sample_bytes_max);
        assert_int_equal(strtoll(s.v[i].args[1].value, NULL, 10) % 8, 0);
    }
    gen_samples_free(&s);
    k.flop = "pitch * 1000";
    c.launch_work_max = 100000000;
    plan(&k, &c, &fix_limits, &s);
    assert_true(s.n >= 10);
    for (size_t i = 0; i < s.n; i++)
        assert_true(s.v[i].global_size * (1 + 1000 * strtoll(s.v[i].args[1].value, NULL, 10)) <=
                    c.launch_work_max);
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

/* With draws to choose from every decade of work gets its share; without, few launches are heavy.
 */
static void work_is_spread(void **state) {
    (void)state;
    static const fix_kernel k = {.name = "loop",
                                 .hash_digit = '7',
                                 .args = {{"n", "scalar", "int", "trips", NULL, NULL},
                                          {"x", "buffer", "float", "global", NULL, NULL}},
                                 .flop = "n * 8"};
    enum { DECADES = 5 };
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    c.launch_per_kernel = 500;
    c.trips_max = 1000;
    c.share_idle = c.share_under = 0;
    c.share_saturated = 1;
    c.launch_work_min = 1000000;
    c.launch_work_max = 100000000000;
    for (int64_t draws = 1; draws <= 40; draws += 39) {
        int in[DECADES] = {0};
        c.launch_work_draws = draws;
        plan(&k, &c, &fix_limits, &s);
        assert_true(s.n > 450);
        for (size_t i = 0; i < s.n; i++) {
            int64_t w = s.v[i].work / c.launch_work_min;
            int decade = 0;
            for (; w >= 10 && decade < DECADES - 1; w /= 10) decade++;
            in[decade]++;
        }
        int least = in[0];
        for (int i = 1; i < DECADES; i++)
            if (in[i] < least) least = in[i];
        if (draws == 1)
            assert_true(least < 50);
        else
            assert_true(least > 75);
        gen_samples_free(&s);
    }
    lp_campaign_free(&c);
}

/* A kernel without scalars has 1 .. 9 groups x 4 local sizes of idle launches, and no more. */
static void launches_do_not_repeat(void **state) {
    (void)state;
    static const fix_kernel k = {
        .name = "k", .hash_digit = '6', .args = {{"x", "buffer", "float", "global", NULL, NULL}}};
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    c.share_idle = 1;
    c.share_under = c.share_saturated = 0;
    c.launch_per_kernel = 100;
    plan(&k, &c, &fix_limits, &s);
    assert_int_equal(s.n, 100);
    assert_int_equal(s.counts.classes[GEN_IDLE], 36);
    assert_int_equal(s.counts.moved, 64);
    for (size_t i = 0; i < s.n; i++)
        for (size_t j = 0; j < i; j++)
            assert_false(s.v[i].global_size == s.v[j].global_size &&
                         s.v[i].local_size == s.v[j].local_size);
    gen_samples_free(&s);
    c.launch_global_max = 256;
    plan(&k, &c, &fix_limits, &s); /* at most 8 groups: soon there is nothing left */
    assert_true(s.n < 36 && s.n > 5);
    assert_int_equal(s.counts.left_out[GEN_DUPLICATE], 100 - (int)s.n);
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

static void the_same_samples_again(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples a;
    gen_samples b;
    lp_campaign_defaults(&c);
    plan(&saxpy, &c, &fix_limits, &a);
    plan(&saxpy, &c, &fix_limits, &b);
    char *x = text_of(&a);
    char *y = text_of(&b);
    assert_string_equal(x, y);
    gen_samples_free(&b);
    free(y);
    c.launch_per_kernel = 25; /* more samples: the first ones stay */
    plan(&saxpy, &c, &fix_limits, &b);
    y = text_of(&b);
    assert_int_equal(strncmp(x, y, strlen(x)), 0);
    gen_samples_free(&b);
    free(y);
    c.launch_per_kernel = 10;
    c.seed = 2;
    plan(&saxpy, &c, &fix_limits, &b);
    y = text_of(&b);
    assert_string_not_equal(x, y);
    gen_samples_free(&b);
    free(y);
    gen_samples_free(&a);
    free(x);
    lp_campaign_free(&c);
}

/* Known answer: the plan of a fixed campaign may not change without a new GEN_PLAN_VERSION. */
static void the_plan_is_what_it_was(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    c.launch_per_kernel = 3;
    plan(&saxpy, &c, &fix_limits, &s);
    char *x = text_of(&s);
    assert_int_equal(GEN_PLAN_VERSION, 3);
    assert_string_equal(
        x, "0|memory-analysis|5512768|64|saturated|6304082582246253006|110255320|0:-1:5512766:|"
           "1:-1:1.81695855:|2:5512766::uniform(0,1)|3:5512766::uniform(0,1)\n"
           "1|memory-analysis|39424|256|under|6585369380978777951|788480|0:-1:39424:|"
           "1:-1:1.80229568:|2:39424::uniform(0,1)|3:39424::uniform(0,1)\n"
           "2|memory-analysis|4559232|128|saturated|3161992080520994725|91184640|0:-1:8863279:|"
           "1:-1:0.716617644:|2:4559232::uniform(0,1)|3:4559232::uniform(0,1)\n");
    free(x);
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

static void naive_is_all_global(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    c.strategy = LP_STRATEGY_NAIVE;
    plan(&saxpy, &c, &fix_limits, &s);
    assert_int_equal(s.n, 10);
    for (size_t i = 0; i < s.n; i++) {
        const db_sample *x = &s.v[i];
        assert_string_equal(x->strategy, "naive");
        assert_int_equal(strtoll(x->args[0].value, NULL, 10), x->global_size);
        assert_string_equal(x->args[1].value, x->args[0].value); /* a float */
        assert_int_equal(x->args[2].elems, x->global_size);
        assert_int_equal(x->args[3].elems, x->global_size);
    }
    gen_samples_free(&s);
    /* A kernel that reads beyond `global` elements is not run blind. */
    fix_kernel k = {.name = "k",
                    .hash_digit = '7',
                    .args = {{"x", "buffer", "float", "global + 1", NULL, NULL}}};
    expect_left_out(&k, &c, GEN_EXTENT);
    k.args[0].a = "global";
    k.constraints = "[\"global < 0\"]";
    expect_left_out(&k, &c, GEN_CONSTRAINT);
    lp_campaign_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_complete),
        cmocka_unit_test(recipes_follow_contents),
        cmocka_unit_test(sparse_rows_have_the_mean_degree),
        cmocka_unit_test(launches_share_sets_of_scalars),
        cmocka_unit_test(limits_give_reasons),
        cmocka_unit_test(unused_buffers_get_one_element),
        cmocka_unit_test(caution_meets_tight_limits),
        cmocka_unit_test(work_is_spread),
        cmocka_unit_test(launches_do_not_repeat),
        cmocka_unit_test(the_same_samples_again),
        cmocka_unit_test(the_plan_is_what_it_was),
        cmocka_unit_test(naive_is_all_global),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
