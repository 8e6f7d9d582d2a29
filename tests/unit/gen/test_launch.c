/* Classes, their shares and borders, and the choice of local sizes. */
#include "fixture.h"

static const fix_kernel plain = {
    .name = "k", .hash_digit = 'a', .args = {{"out", "buffer", "float", "global", NULL, NULL}}};

/* Every number of groups lies in exactly the class that db_class_of gives. */
static void ranges_meet_the_classes(void **state) {
    (void)state;
    static const double ks[] = {1, 1.5, 2.25, 40};
    lp_campaign c;
    lp_campaign_defaults(&c);
    c.launch_global_max = 32000; /* 500 groups */
    for (size_t i = 0; i < sizeof ks / sizeof *ks; i++)
        for (int64_t nsm = 1; nsm <= 12; nsm++) {
            gen_limits lim = {nsm, 1024, 1};
            c.saturation_k = ks[i];
            for (int64_t groups = 1; groups <= 500; groups++) {
                int in = 0;
                for (int cls = 0; cls < GEN_N_CLASSES; cls++) {
                    int64_t lo = 0;
                    int64_t hi = 0;
                    if (!gen_class_range((gen_class)cls, &c, &lim, 64, &lo, &hi)) continue;
                    assert_true(hi * 64 <= c.launch_global_max);
                    if (groups < lo || groups > hi) continue;
                    in++;
                    assert_string_equal(gen_class_names[cls],
                                        db_class_of(groups * 64, 64, nsm, ks[i]));
                }
                assert_int_equal(in, 1);
            }
        }
    lp_campaign_free(&c);
}

static void classes_without_room(void **state) {
    (void)state;
    int64_t lo = 0;
    int64_t hi = 0;
    lp_campaign c;
    lp_campaign_defaults(&c);
    gen_limits lim = {1, 1024, 1};
    assert_false(gen_class_range(GEN_IDLE, &c, &lim, 64, &lo, &hi));
    c.launch_global_max = 2560; /* 40 groups */
    assert_false(gen_class_range(GEN_SATURATED, &c, &lim, 64, &lo, &hi));
    assert_true(gen_class_range(GEN_UNDER, &c, &lim, 64, &lo, &hi));
    assert_int_equal(hi, 40);
    lp_campaign_free(&c);
}

static void shares_hold_for_every_prefix(void **state) {
    (void)state;
    lp_campaign c;
    lp_campaign_defaults(&c); /* 0.2, 0.4, 0.4 */
    for (uint64_t kernel = 1; kernel <= 50; kernel++) {
        uint64_t seed = gen_kernel_seed(7, kernel);
        int n[GEN_N_CLASSES] = {0};
        for (int idx = 0; idx < 1000; idx++) {
            n[gen_class_at(&c, seed, idx)]++;
            double all = idx + 1;
            assert_true(n[GEN_IDLE] > 0.2 * all - 5 && n[GEN_IDLE] < 0.2 * all + 5);
            assert_true(n[GEN_UNDER] > 0.4 * all - 5 && n[GEN_UNDER] < 0.4 * all + 5);
        }
    }
    lp_campaign_free(&c);
}

static void shares_of_zero_get_nothing(void **state) {
    (void)state;
    static const double shares[][3] = {
        {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, 0, 0.5}, {0.3, 0.7, 0}};
    lp_campaign c;
    lp_campaign_defaults(&c);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        c.share_idle = shares[i][0];
        c.share_under = shares[i][1];
        c.share_saturated = shares[i][2];
        for (int idx = 0; idx < 2000; idx++)
            assert_true(shares[i][gen_class_at(&c, gen_kernel_seed(1, i), idx)] > 0);
    }
    lp_campaign_free(&c);
}

static void fallback_visits_each_class_once(void **state) {
    (void)state;
    for (int want = 0; want < GEN_N_CLASSES; want++) {
        int seen = 0;
        assert_int_equal(gen_class_after((gen_class)want, 0), want);
        for (int t = 0; t < GEN_N_CLASSES; t++) seen |= 1 << gen_class_after((gen_class)want, t);
        assert_int_equal(seen, 7);
    }
}

static void locals(const fix_kernel *f, lp_campaign *c, const gen_limits *lim, lp_int_list *out) {
    fix_ready r;
    fix_must_prepare(f, &r);
    out->n = gen_local_sizes(&r.k, c, lim, &out->v);
    gen_kernel_free(&r.k);
}

static void local_sizes_respect_limits(void **state) {
    (void)state;
    lp_campaign c;
    lp_int_list v;
    lp_campaign_defaults(&c);
    c.launch_locals_per_kernel = 0;
    locals(&plain, &c, &fix_limits, &v); /* max_work_group 256 */
    assert_int_equal(v.n, 6);
    for (size_t i = 0; i < v.n; i++) assert_true(v.v[i] <= 256 && v.v[i] % 32 == 0);
    free(v.v);
    c.launch_locals_per_kernel = 3;
    locals(&plain, &c, &fix_limits, &v);
    assert_int_equal(v.n, 3);
    assert_true(v.v[0] != v.v[1] && v.v[1] != v.v[2] && v.v[0] != v.v[2]);
    free(v.v);
    lp_campaign_free(&c);
}

static void local_sizes_of_demanding_kernels(void **state) {
    (void)state;
    lp_campaign c;
    lp_int_list v;
    fix_kernel k = plain;
    lp_campaign_defaults(&c);
    k.reqd_local = 48; /* the kernel's own size need not be a candidate */
    locals(&k, &c, &fix_limits, &v);
    assert_int_equal(v.n, 1);
    assert_int_equal(v.v[0], 48);
    free(v.v);
    k.reqd_local = 512;
    locals(&k, &c, &fix_limits, &v);
    assert_int_equal(v.n, 0);
    free(v.v);
    k.reqd_local = 0;
    k.local_bytes = 32769;
    locals(&k, &c, &fix_limits, &v);
    assert_int_equal(v.n, 0);
    free(v.v);
    k.local_bytes = 0;
    k.constraints = "[\"local == 128 || local > 200\", \"n > local\"]";
    locals(&k, &c, &fix_limits, &v);
    assert_int_equal(v.n, 2);
    assert_int_equal(v.v[0] + v.v[1], 128 + 256);
    free(v.v);
    lp_campaign_free(&c);
}

static void seeds_choose_other_locals(void **state) {
    (void)state;
    lp_campaign c;
    lp_campaign_defaults(&c);
    c.launch_locals_per_kernel = 1;
    int64_t sizes = 0;
    for (c.seed = 1; c.seed <= 40; c.seed++) {
        lp_int_list v;
        locals(&plain, &c, &fix_limits, &v);
        sizes |= v.v[0];
        free(v.v);
    }
    assert_int_equal(sizes, 32 | 64 | 96 | 128 | 192 | 256);
    lp_campaign_free(&c);
}

static void streams_differ(void **state) {
    (void)state;
    uint64_t a = gen_stream_seed(1, 2, 3);
    assert_true(a == gen_stream_seed(1, 2, 3));
    assert_true(a != gen_stream_seed(2, 2, 3));
    assert_true(a != gen_stream_seed(1, 3, 3));
    assert_true(a != gen_stream_seed(1, 2, 4));
    assert_true(a != gen_stream_seed(2, 1, 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_meet_the_classes),
        cmocka_unit_test(classes_without_room),
        cmocka_unit_test(shares_hold_for_every_prefix),
        cmocka_unit_test(shares_of_zero_get_nothing),
        cmocka_unit_test(fallback_visits_each_class_once),
        cmocka_unit_test(local_sizes_respect_limits),
        cmocka_unit_test(local_sizes_of_demanding_kernels),
        cmocka_unit_test(seeds_choose_other_locals),
        cmocka_unit_test(streams_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
