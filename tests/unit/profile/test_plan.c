/* Shards, shares, order: the same whatever is done already, and whatever ids the rows have. */
#include "campaign.h"

#include "profile/plan.h"

static const prof_shard whole = {0, 1};

static void shards_are_read(void **state) {
    (void)state;
    prof_shard s;
    assert_true(prof_shard_parse("3/8", &s));
    assert_int_equal(s.index, 3);
    assert_int_equal(s.count, 8);
    static const char *const bad[] = {"",
                                      "3",
                                      "/",
                                      "8/8",
                                      "-1/8",
                                      "0/0",
                                      "1/-2",
                                      "a/b",
                                      "1/2/3",
                                      "1/ 2",
                                      "11111111111111111111111111/2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(prof_shard_parse(bad[i], &s));
}

static void shares_are_spread_evenly(void **state) {
    (void)state;
    for (int p = 0; p < 10; p++) {
        int taken = 0, last = -1;
        for (int r = 0; r < 10000; r++) {
            if (!prof_share_takes(0.03, p / 10.0, r)) continue;
            taken++;
            assert_true(last < 0 || (r - last >= 33 && r - last <= 34));
            last = r;
        }
        assert_true(taken == 300);
        for (int r = 0; r < 100; r++) {
            assert_true(prof_share_takes(1, p / 10.0, r));
            assert_false(prof_share_takes(0, p / 10.0, r));
        }
    }
}

/* 20 kernels with 7 samples each, put into the database in this order. */
static db *twenty(bool backwards) {
    db *d = new_campaign("  cold_share: 0.2\n  retime_share: 0.1\n");
    lp_err e = {""};
    db_device v = {.platform = "p",
                   .name = "n",
                   .vendor = "v",
                   .version = "1",
                   .driver = "d",
                   .type = "cpu",
                   .compute_units = 2,
                   .max_work_group = 1024};
    must(db_put_device(d, &v, &e), &e);
    assert_int_equal(v.id, 1);
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", backwards ? 19 - i : i);
        add_samples(d, add_kernel(d, name, "", "r"), 7);
    }
    return d;
}

static lp_campaign campaign_of(int64_t seed) {
    lp_campaign c;
    lp_campaign_defaults(&c);
    c.seed = seed;
    c.cold_share = 0.2;
    c.retime_share = 0.1;
    return c;
}

/* Every sample in the order of timing, as text, with its choices. */
static char *order(db *d, int64_t seed, const prof_shard *shard) {
    lp_campaign c = campaign_of(seed);
    lp_text t = {0};
    prof_plan p;
    lp_err e = {""};
    must(prof_plan_open(&p, d, 1, &c, shard, &e), &e);
    for (size_t i = 0; i < p.n; i++) {
        prof_item *items;
        int n;
        char sql[128];
        must(prof_plan_items(&p, &p.v[i], &items, &n, &e), &e);
        char *path = NULL;
        must(db_get_text(d, &e, &path, "SELECT path FROM kernel WHERE id = ?", "i", p.v[i].id), &e);
        for (int j = 0; j < n; j++) {
            snprintf(sql, sizeof sql, "SELECT idx FROM sample WHERE id = %lld",
                     (long long)items[j].sample);
            lp_text_addf(&t, "%s/%lld%s%s ", path, (long long)num(d, sql),
                         items[j].want_cold ? "c" : "", items[j].want_retime ? "r" : "");
        }
        free(path);
        free(items);
    }
    prof_plan_close(&p);
    lp_campaign_free(&c);
    return lp_text_take(&t);
}

static void order_depends_on_the_seed_alone(void **state) {
    (void)state;
    db *d = twenty(false);
    char *a = order(d, 5, &whole), *other = order(d, 6, &whole);
    db_close(d);
    d = twenty(true);
    char *b = order(d, 5, &whole);
    db_close(d);
    assert_string_equal(a, b);
    assert_string_not_equal(a, other);
    assert_has(a, "k19/6");
    assert_true(strstr(a, "k0/") > strstr(a, "k1")); /* shuffled: k0 is not first with this seed */
    free(a);
    free(b);
    free(other);
}

static int count(const char *s, char c) {
    int n = 0;
    for (; *s; s++) n += *s == c;
    return n;
}

static void shards_part_the_kernels(void **state) {
    (void)state;
    db *d = twenty(false);
    int samples = 0, cold = 0;
    char *all = order(d, 5, &whole);
    for (int i = 0; i < 3; i++) {
        const prof_shard shard = {i, 3};
        char *part = order(d, 5, &shard);
        samples += count(part, '/');
        cold += count(part, 'c');
        /* every sample of a shard is in the whole, with the same choices */
        for (char *word = strtok(part, " "); word;
             word = strtok(NULL, " ")) { // NOLINT(concurrency-mt-unsafe)
            char spaced[64];
            snprintf(spaced, sizeof spaced, "%s ", word);
            assert_has(all, spaced);
        }
        free(part);
    }
    assert_int_equal(samples, 140);
    assert_int_equal(cold, count(all, 'c'));
    assert_int_equal(cold, 28);
    assert_int_equal(count(all, 'r'), 14);
    free(all);
    db_close(d);
}

/* The cold share is drawn from each class alike. */
static void cold_samples_are_stratified(void **state) {
    (void)state;
    db *d = twenty(false);
    lp_campaign c = campaign_of(5);
    prof_plan p;
    lp_err e = {""};
    int64_t cold[2] = {0};
    must(prof_plan_open(&p, d, 1, &c, &whole, &e), &e);
    for (size_t i = 0; i < p.n; i++) {
        prof_item *items;
        int n;
        must(prof_plan_items(&p, &p.v[i], &items, &n, &e), &e);
        for (int j = 0; j < n; j++) cold[items[j].global != 64] += items[j].want_cold;
        free(items);
    }
    assert_int_equal(cold[0], 4);  /* of 20 in class "under" */
    assert_int_equal(cold[1], 24); /* of 120 in class "saturated" */
    prof_plan_close(&p);
    lp_campaign_free(&c);
    db_close(d);
}

static void todo_counts_what_is_left(void **state) {
    (void)state;
    db *d = twenty(false);
    lp_campaign c = campaign_of(5);
    prof_plan p;
    prof_todo todo;
    lp_err e = {""};
    must(
        db_run(d, &e, "INSERT INTO run (id, device_id, started, planned) VALUES (1, 1, '', 0)", ""),
        &e);
    must(prof_plan_open(&p, d, 1, &c, &whole, &e), &e);
    must(prof_plan_todo(&p, false, &todo, &e), &e);
    assert_int_equal(todo.warm, 140);
    assert_int_equal(todo.cold, 28);
    assert_int_equal(todo.retime, 14);
    must(db_put_failure(d, 1, 1, 1, "crash", "", &e), &e);
    db_timing t = {.sample_id = 2,
                   .device_id = 1,
                   .run_id = 1,
                   .policy = "warm",
                   .class_ = "idle",
                   .flags = "",
                   .start_ns = "[0]",
                   .end_ns = "[1]",
                   .median_ns = 1,
                   .min_ns = 1,
                   .max_ns = 1,
                   .ci_lo_ns = 1,
                   .ci_hi_ns = 1,
                   .reps = 1,
                   .mean_ns = 1};
    must(db_put_timing(d, &t, &e), &e);
    must(prof_plan_todo(&p, false, &todo, &e), &e);
    assert_int_equal(todo.warm, 138);
    must(prof_plan_todo(&p, true, &todo, &e), &e);
    assert_int_equal(todo.warm, 139);
    prof_plan_close(&p);
    /* another device has done nothing */
    must(prof_plan_open(&p, d, 2, &c, &whole, &e), &e);
    must(prof_plan_todo(&p, false, &todo, &e), &e);
    assert_int_equal(todo.warm, 140);
    prof_plan_close(&p);
    lp_campaign_free(&c);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shards_are_read),
        cmocka_unit_test(shares_are_spread_evenly),
        cmocka_unit_test(order_depends_on_the_seed_alone),
        cmocka_unit_test(shards_part_the_kernels),
        cmocka_unit_test(cold_samples_are_stratified),
        cmocka_unit_test(todo_counts_what_is_left),
    };
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
