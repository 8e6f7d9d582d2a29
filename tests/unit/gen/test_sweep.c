/* Groups of launches that differ in local size alone. */
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

/* Candidates 32 64 96 128 256 512, of which a device of 256 work-items has no use for the last: 768
 * is the least common multiple of the others. */
static void begin(lp_campaign *c, int64_t per_kernel) {
    static const int64_t sizes[] = {128, 32, 512, 64, 96, 256};
    lp_campaign_defaults(c);
    c->launch_sweep_locals = true;
    c->launch_per_kernel = per_kernel;
    c->launch_local_sizes.n = sizeof sizes / sizeof *sizes;
    memcpy(c->launch_local_sizes.v, sizes, sizeof sizes);
}
#define STEP 768
#define FITTING ((size_t)5)
static const int64_t fitting[FITTING] = {32, 64, 96, 128, 256};

static void plan(const fix_kernel *f, const lp_campaign *c, gen_samples *out) {
    fix_ready r;
    fix_must_prepare(f, &r);
    gen_plan_samples(&r.k, c, &fix_limits, out);
    gen_kernel_free(&r.k);
    assert_int_equal(out->counts.planned, out->n);
}

static void expect_left_out(const fix_kernel *f, const lp_campaign *c, gen_reason why) {
    gen_samples s;
    plan(f, c, &s);
    assert_int_equal(s.n, 0);
    assert_int_equal(s.counts.left_out[why], c->launch_per_kernel);
    gen_samples_free(&s);
}

static char *text_of(const gen_samples *s) {
    lp_text t = {0};
    for (size_t i = 0; i < s->n; i++) gen_sample_line(&s->v[i], &t);
    return lp_text_take(&t);
}

/* Launches first .. first + n - 1 are one group on these local sizes. */
static void expect_group(const gen_samples *s, size_t first, const int64_t *locals, size_t n) {
    const db_sample *a = &s->v[first];
    assert_true(first + n <= s->n);
    for (size_t i = 0; i < n; i++) {
        const db_sample *x = &s->v[first + i];
        assert_int_equal(x->idx, first + i);
        assert_int_equal(x->local_size, locals[i]);
        assert_int_equal(x->global_size, a->global_size);
        assert_int_equal(x->fill_seed, a->fill_seed);
        assert_int_equal(x->bytes, a->bytes);
        assert_string_equal(x->class_, db_class_of(x->global_size, x->local_size, 10, 40));
        for (int j = 0; j < x->n_args; j++)
            if (x->args[j].recipe) assert_int_equal(x->args[j].elems, a->args[j].elems);
    }
    if (first > 0) assert_int_not_equal(s->v[first - 1].fill_seed, a->fill_seed);
}

static void same_args(const gen_samples *s, size_t first, size_t n, int arg) {
    for (size_t i = first; i < first + n; i++)
        assert_string_equal(s->v[i].args[arg].value, s->v[first].args[arg].value);
}

static int64_t value_of(const db_sample *s, int arg) {
    return strtoll(s->args[arg].value, NULL, 10);
}

static void only_the_local_size_differs(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    begin(&c, 64); /* twelve groups and a partial one, which is left out */
    plan(&saxpy, &c, &s);
    assert_int_equal(s.n, 60);
    assert_int_equal(gen_counts_left_out(&s.counts), 0);
    assert_int_equal(s.counts.classes[0] + s.counts.classes[1] + s.counts.classes[2], 60);
    for (size_t i = 0; i < s.n; i += FITTING) {
        expect_group(&s, i, fitting, FITTING);
        same_args(&s, i, FITTING, 0);
        same_args(&s, i, FITTING, 1);
        assert_int_equal(s.v[i].global_size % STEP, 0);
        assert_true(s.v[i].global_size <= c.launch_global_max);
        int64_t n = value_of(&s.v[i], 0);
        int64_t least = n < s.v[i].global_size ? n : s.v[i].global_size;
        assert_int_equal(s.v[i].args[2].elems, least);
        assert_int_equal(s.v[i].bytes, least * 20);
    }
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

static void more_launches_keep_the_first(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    begin(&c, 20);
    plan(&saxpy, &c, &s);
    char *x = text_of(&s);
    gen_samples_free(&s);
    c.launch_per_kernel = 31;
    plan(&saxpy, &c, &s);
    char *y = text_of(&s);
    assert_int_equal(s.n, 30);
    assert_int_equal(strncmp(x, y, strlen(x)), 0);
    gen_samples_free(&s);
    free(x);
    free(y);
    lp_campaign_free(&c);
}

/* What has to follow the local size does; each buffer has room for the launch that needs most. */
static void arguments_follow(void **state) {
    (void)state;
    static const fix_kernel k = {
        .name = "k",
        .hash_digit = 'd',
        .args = {{"block", "scalar", "int", "tile", "{\"eq\": \"local\"}", NULL},
                 {"rows", "scalar", "int", "bound", "{\"multiple\": \"local\"}", NULL},
                 {"parts", "scalar", "int", "bound", "{\"multiple\": \"global / local\"}", NULL},
                 {"sums", "buffer", "float", "global / local", NULL, "w"},
                 {"tile", "local", "float", "block * 2", NULL, NULL},
                 {"x", "buffer", "int", "global + local", "index:local", "r"}},
        .constraints = "[\"block == local\"]"};
    lp_campaign c;
    gen_samples s;
    begin(&c, 50);
    plan(&k, &c, &s);
    assert_int_equal(s.n, 50);
    for (size_t i = 0; i < s.n; i++) {
        const db_sample *x = &s.v[i];
        if (i % FITTING == 0) expect_group(&s, i, fitting, FITTING);
        if (i % FITTING == 0) same_args(&s, i, FITTING, 1);
        if (i % FITTING == 0) same_args(&s, i, FITTING, 2);
        assert_int_equal(value_of(x, 0), x->local_size);
        assert_int_equal(value_of(x, 1) % x->local_size, 0);
        assert_int_equal(value_of(x, 2) % (x->global_size / x->local_size), 0);
        assert_int_equal(x->args[3].elems, x->global_size / 32);
        assert_int_equal(x->args[4].elems, x->local_size * 2);
        assert_int_equal(x->args[5].elems, x->global_size + 256);
    }
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

static void kernels_allow_some_local_sizes(void **state) {
    (void)state;
    static const int64_t small[] = {32, 64, 96};
    lp_campaign c;
    gen_samples s;
    begin(&c, 12);
    fix_kernel k = saxpy;
    k.constraints = "[\"local < 100\"]";
    plan(&k, &c, &s);
    assert_int_equal(s.n, 12);
    for (size_t i = 0; i < s.n; i += 3) expect_group(&s, i, small, 3);
    for (size_t i = 0; i < s.n; i++) assert_int_equal(s.v[i].global_size % 192, 0);
    gen_samples_free(&s);
    /* 32768 bytes of local memory hold 64 work-items of 300 bytes, or 96, but not 128. */
    k = (fix_kernel){.name = "k",
                     .hash_digit = 'e',
                     .args = {{"t", "local", "float", "local * 75", NULL, NULL},
                              {"x", "buffer", "float", "global", NULL, NULL}}};
    plan(&k, &c, &s);
    assert_int_equal(s.n, 12);
    for (size_t i = 0; i < s.n; i += 3) expect_group(&s, i, small, 3);
    gen_samples_free(&s);
    k = saxpy;
    k.reqd_local = 64; /* nothing to sweep */
    expect_left_out(&k, &c, GEN_LOCAL_SIZE);
    k.reqd_local = 0;
    k.constraints = "[\"local == 64\"]";
    expect_left_out(&k, &c, GEN_LOCAL_SIZE);
    k.constraints = "[\"global * local < 0\"]";
    expect_left_out(&k, &c, GEN_CONSTRAINT);
    lp_campaign_free(&c);
}

/* A condition on drawn values costs a group no launch where other values meet it. */
static void whole_groups_are_preferred(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    begin(&c, 100);
    fix_kernel k = saxpy;
    k.args[0] = (fix_arg){"n", "scalar", "int", "trips", NULL, NULL};
    k.constraints = "[\"n >= local\"]";
    plan(&k, &c, &s);
    assert_int_equal(s.n, 100);
    for (size_t i = 0; i < s.n; i += FITTING) expect_group(&s, i, fitting, FITTING);
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

static void limits_hold_for_the_largest_buffers(void **state) {
    (void)state;
    static const fix_kernel k = {
        .name = "k",
        .hash_digit = 'f',
        .args = {{"x", "buffer", "char", "global * 256 / local", NULL, NULL},
                 {"y", "buffer", "char", "global * local / 32", NULL, NULL}}};
    lp_campaign c;
    gen_samples s;
    begin(&c, 40);
    c.sample_bytes_max = 1 << 20; /* apart each launch needs less than together */
    plan(&k, &c, &s);
    assert_true(s.n >= 20);
    for (size_t i = 0; i < s.n; i++) {
        assert_int_equal(s.v[i].bytes, s.v[i].global_size * 16);
        assert_true(s.v[i].bytes <= c.sample_bytes_max);
    }
    gen_samples_free(&s);
    c.sample_bytes_max = 16 * STEP - 1;
    expect_left_out(&k, &c, GEN_MEMORY);
    lp_campaign_free(&c);
}

static void work_and_sets_are_those_of_groups(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    int heavy = 0;
    begin(&c, 200);
    c.launch_work_min = 1000000;
    c.launch_work_max = 300000000;
    c.launch_work_draws = 16;
    c.scalar_sets = 2;
    fix_kernel k = saxpy;
    k.args[1] = (fix_arg){"a", "scalar", "int", "trips", NULL, NULL};
    plan(&k, &c, &s);
    assert_int_equal(s.n, 200);
    for (size_t i = 0; i < s.n; i += FITTING) {
        expect_group(&s, i, fitting, FITTING);
        assert_true(s.v[i].work <= c.launch_work_max);
        heavy += s.v[i].work > 1000000;
        if (i >= 2 * FITTING)
            assert_string_equal(s.v[i].args[1].value, s.v[i - 2 * FITTING].args[1].value);
    }
    assert_in_range(heavy, 24, 40); /* of 40; 16 without draws: the saturated ones */
    gen_samples_free(&s);
    c.launch_work_max = 1; /* less than any launch */
    expect_left_out(&k, &c, GEN_WORK);
    lp_campaign_free(&c);
}

static void naive_groups(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    begin(&c, 10);
    c.strategy = LP_STRATEGY_NAIVE;
    plan(&saxpy, &c, &s);
    assert_int_equal(s.n, 10);
    for (size_t i = 0; i < s.n; i += FITTING) expect_group(&s, i, fitting, FITTING);
    for (size_t i = 0; i < s.n; i++) {
        assert_string_equal(s.v[i].strategy, "naive");
        assert_int_equal(value_of(&s.v[i], 0), s.v[i].global_size);
    }
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_local_size_differs),
        cmocka_unit_test(more_launches_keep_the_first),
        cmocka_unit_test(arguments_follow),
        cmocka_unit_test(kernels_allow_some_local_sizes),
        cmocka_unit_test(whole_groups_are_preferred),
        cmocka_unit_test(limits_hold_for_the_largest_buffers),
        cmocka_unit_test(work_and_sets_are_those_of_groups),
        cmocka_unit_test(naive_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
