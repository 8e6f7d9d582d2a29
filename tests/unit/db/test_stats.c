/* Statistics: every figure of a small campaign, and the text made of them; the campaign's own row.
 */
#include "campaign.h"

static db *small(void) {
    lp_err e;
    db *d = temp_db("s.db");
    db_balance_stats b;
    int64_t n[DB_N_PARTS];
    must(db_put_campaign(d, &campaign, "c.yaml", &e), &e);
    sql(d, "UPDATE campaign SET plan_hash = 'abc', nsm = 4");
    db_kernel skipped[] = {{.path = "i.cl", .name = "f", .reason = "image-argument"},
                           {.path = "j.cl", .name = "f", .reason = "image-argument"},
                           {.path = "s.cl", .name = "", .reason = "syntax"}};
    for (int i = 0; i < 3; i++) must(db_put_kernel(d, &skipped[i], &e), &e);
    int64_t dev = add_device(d, "GPU", 4), run = add_run(d, dev, "t");
    sql(d, "UPDATE run SET wall_ns = 2000000000, busy_ns = 500000000");
    for (int k = 0; k < 2; k++) {
        int64_t id = add_kernel(d, k ? "a.cl" : "b.cl", "f", k ? "a" : "b", "fam");
        for (int i = 0; i < 6; i++) {
            int64_t s = add_sample(d, id, i, i < 4 ? 64 : 64000);
            if (k && i == 5)
                must(db_put_failure(d, s, dev, run, "timeout", "x", &e), &e);
            else if (!k || i != 4)
                add_timing(d, s, dev, run, "warm", i == 3 ? 9000000 : 1000 + i);
            if (i == 0) add_timing(d, s, dev, run, "cold", 2000);
        }
        add_probe(d, id, dev, k ? "quarantined" : "repaired", k ? "endless-loop" : NULL);
    }
    must(db_balance(d, &campaign, &b, &e), &e);
    must(db_split(d, &campaign, n, &e), &e);
    return d;
}

static int64_t at(const json_t *o, const char *path) {
    char copy[128], *rest = copy, *word;
    snprintf(copy, sizeof copy, "%s", path);
    while ((word = strsep(&rest, "/")) != NULL) {
        o = json_is_array(o) ? json_array_get(o, (size_t)strtoul(word, NULL, 10))
                             : json_object_get(o, word);
        if (!o) fail_msg("%s: no %s", path, word);
    }
    return json_is_real(o) ? (int64_t)(json_real_value(o) * 1000) : json_integer_value(o);
}

static void figures(void **state) {
    (void)state;
    static const struct {
        const char *path;
        int64_t value;
    } cases[] = {
        {"campaign/seed", 1},
        {"campaign/compute_units", 4},
        {"kernels/found", 5},
        {"kernels/kept", 2},
        {"kernels/skipped", 3},
        {"kernels/families", 1},
        {"kernels/skipped_by_reason/image-argument", 2},
        {"kernels/skipped_by_reason/syntax", 1},
        {"kernels/kept_by_pattern/direct", 2},
        {"samples/planned", 12},
        {"devices/0/samples/timed", 10},
        {"devices/0/samples/failed", 1},
        {"devices/0/samples/pending", 1},
        {"devices/0/failed_by_reason/timeout", 1},
        {"devices/0/probes/probed", 2},
        {"devices/0/probes/clean", 0},
        {"devices/0/probes/repaired", 1},
        {"devices/0/probes/quarantined", 1},
        {"devices/0/quarantined_by_reason/endless-loop", 1},
        {"devices/0/policies/warm", 10},
        {"devices/0/classes/idle/before", 8},
        {"devices/0/classes/idle/after", 6},
        {"devices/0/classes/saturated/before", 2},
        {"devices/0/balance/outliers", 2},
        {"devices/0/balance/kept", 8},
        {"devices/0/policies/cold", 2},
        {"devices/0/runs/n", 1},
        {"devices/0/runs/timed", 12},
        {"devices/0/runs/samples_per_s", 5000},
        {"devices/0/runs/busy_share", 250},
        {"devices/0/histogram/0/bin", 30},
        {"devices/0/histogram/0/lo_ns", 1000},
        {"devices/0/histogram/0/before", 8},
        {"devices/0/histogram/0/after", 8},
        {"devices/0/histogram/39/before", 2},
        {"devices/0/histogram/39/after", 0},
    };
    lp_err e;
    db *d = small();
    json_t *s = db_stats(d, &campaign, &e);
    if (!s) fail_msg("%s", e.msg);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (at(s, cases[i].path) != cases[i].value)
            fail_msg("%s is %lld", cases[i].path, (long long)at(s, cases[i].path));
    assert_int_equal(at(s, "split/train/families") + at(s, "split/val/families") +
                         at(s, "split/test/families"),
                     1);
    assert_int_equal(at(s, "split/train/samples") + at(s, "split/val/samples") +
                         at(s, "split/test/samples"),
                     10);
    assert_int_equal(at(s, "split/train/kept") + at(s, "split/val/kept") + at(s, "split/test/kept"),
                     8);
    assert_int_equal(at(s, "split/heldout/families"), 0);
    json_decref(s);
    sql(d, "UPDATE split SET part = 'heldout'");
    s = db_stats(d, &campaign, &e);
    assert_int_equal(at(s, "split/heldout/families"), 1);
    assert_int_equal(at(s, "split/heldout/samples"), 10);
    assert_int_equal(at(s, "split/train/families") + at(s, "split/test/families"), 0);
    json_decref(s);
    db_close(d);
}

static char *printed(db *d) {
    lp_err e;
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    json_t *s = db_stats(d, &campaign, &e);
    assert_non_null(s);
    db_stats_print(s, f);
    fclose(f);
    json_decref(s);
    return text;
}

static void text(void **state) {
    (void)state;
    db *d = small();
    char *t = printed(d);
    assert_has(t, "kernels      5 found, 2 kept in 1 families, 3 skipped\n");
    assert_has(t, "2 image-argument\n");
    assert_has(t, "samples      12 planned\n");
    assert_has(t, "samples      10 timed, 1 failed, 1 to do\n");
    assert_has(t, "1 timeout\n");
    assert_has(t, "probes       2 kernels: 0 clean, 1 repaired, 1 quarantined\n"
                  "                  1 endless-loop\n");
    assert_has(t, "5.0 samples/s in 2.0 s, device busy 25.0 %\n");
    assert_has(t, "idle 8 -> 6, under 0 -> 0, saturated 2 -> 2");
    assert_has(t, "8 kept, 2 outliers, 0 capped");
    assert_has(t, "  1.00 us - 1.58 us     ################## 8       ################## 8\n");
    assert_has(t, "  6.31 ms - 10.0 ms     #####              2                          0\n");
    for (char *line = strtok(t, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 80);
    free(t);
    db_close(d);
    d = temp_db("none.db");
    t = printed(d);
    assert_has(t, "kernels      0 found");
    free(t);
    db_close(d);
}

/* The page about it, line by line where figures are. */
static void card(void **state) {
    (void)state;
    static const char *const lines[] = {
        "# Data card: campaign\n",
        "- plan abc, version 0, seed 1, for 4 compute units\n- 12 samples planned\n",
        "    llmperf run 'c.yaml' --db campaign.db\n",
        "5 kernels found, 2 kept in 1 families of near-duplicates, 3 skipped.",
        "| hand-written | 2 | 1 | 12 | 10 |\n",
        "| direct | 2 | 1 | 12 | 10 |\n",
        "| image-argument | 2 |\n| syntax | 1 |\n",
        "## Measured on GPU\n",
        "- 10 samples timed, 1 failed, 1 left\n- 1 runs, 2 s, 5 samples/s, device busy 25 % of",
        "0 clean, 1 repaired, 1 quarantined\n",
        "| samples failed | |\n|---|---|\n| timeout | 1 |\n",
        "Balancing keeps 8 samples, flags 2 as outliers",
        "| saturated | 2 | 2 |\n",
        "| 1.00 us | 1.00 us | 1.00 us | 1.00 us | 1.00 us | 9.00 ms | 9.00 ms | 18.0 ms |\n",
        "| 1.00 us - 10.0 us | 8 | 80.0 | 8 |\n| 10.0 us - 100 us | 0 | 0.0 | 0 |\n",
        "| 6.31 ms - 7.94 ms | 0 | 0.0 | 0 |\n| 7.94 ms - 10.0 ms | 2 | 20.0 | 0 |\n",
        "3 samples were timed again in a fresh process:\n",
        "| below 10 us | 2 | 50.00 | 95.00 | 50.0 |\n| from 100 us | 1 | 100.00 | 100.00 | 0.0 |\n",
    };
    lp_err e = {""};
    lp_text t = {0};
    db *d = small();
    sql(d, "INSERT INTO timing (sample_id, device_id, policy, class, median_ns, mean_ns, min_ns,"
           " max_ns, ci_lo_ns, ci_hi_ns, reps, start_ns, end_ns, epoch, run_id) SELECT sample_id,"
           " device_id, 'retime', class, CASE row_number() OVER (ORDER BY median_ns, sample_id)"
           " WHEN 1 THEN median_ns ELSE 2 * median_ns END, 1, 1, 1, 1, 1, reps, '[]', '[]',"
           " 0, run_id FROM timing WHERE policy = 'warm' AND median_ns IN (1001, 9000001) LIMIT 3");
    must(db_card(d, &campaign, &t, &e), &e);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(t.s, lines[i])) fail_msg("no %s in\n%s", lines[i], t.s);
    lp_text_clear(&t);
    sql(d, "UPDATE kernel SET held_out = 1 WHERE path = 'a.cl'");
    sql(d, "UPDATE campaign SET name = 'a|b'");
    must(db_card(d, &campaign, &t, &e), &e);
    assert_has(t.s, "| held out | 2 | 1 | 12 | 10 |\n"); /* its family too */
    assert_has(t.s, "# Data card: a\\|b\n");
    lp_text_clear(&t);
    db_close(d);
    d = temp_db("none.db");
    must(db_card(d, &campaign, &t, &e), &e);
    assert_has(t.s, "# Data card: no campaign\n");
    lp_text_free(&t);
    db_close(d);
}

/* Times that add up to more than an int64_t holds. */
static void card_of_long_times(void **state) {
    (void)state;
    lp_err e = {""};
    lp_text t = {0};
    db *d = small();
    sql(d, "UPDATE timing SET median_ns = 9223372036854775807 WHERE policy = 'warm'");
    must(db_card(d, &campaign, &t, &e), &e);
    assert_has(t.s, "| 9223372037 s | 92233720369 s |\n"); /* the longest of ten, and their sum */
    lp_text_free(&t);
    db_close(d);
}

static void the_configuration_comes_back(void **state) {
    (void)state;
    lp_err e = {""};
    lp_campaign c, back;
    db *d = temp_db("c.db");
    must(db_load_campaign(d, &back, &e), &e); /* none stored: the defaults */
    assert_int_equal(back.seed, campaign.seed);
    lp_campaign_free(&back);
    lp_campaign_defaults(&c);
    c.seed = 99;
    c.iqr_factor = 2.5;
    must(db_put_campaign(d, &campaign, "a.yaml", &e), &e);
    must(db_put_campaign(d, &c, "b.yaml", &e), &e); /* nothing planned: may change */
    must(db_load_campaign(d, &back, &e), &e);
    assert_int_equal(back.seed, 99);
    assert_true(back.iqr_factor == 2.5);
    lp_campaign_free(&back);
    sql(d, "UPDATE campaign SET plan_hash = 'p'");
    must(db_put_campaign(d, &c, "b.yaml", &e), &e); /* the same again */
    /* The same, stored by a program that did not know these keys yet. */
    sql(d, "UPDATE campaign SET config_json = json_remove(config_json, '$.probe')");
    must(db_put_campaign(d, &c, "b.yaml", &e), &e);
    c.probe_samples++;
    assert_int_equal(db_put_campaign(d, &c, "b.yaml", &e), -1);
    c.probe_samples--;
    assert_int_equal(db_put_campaign(d, &campaign, "a.yaml", &e), -1);
    assert_has(e.msg, "another configuration");
    sql(d, "UPDATE campaign SET config_json = '{\"seed\": \"x\"}'");
    assert_int_equal(db_load_campaign(d, &back, &e), -1);
    assert_has(e.msg, "stored configuration");
    lp_campaign_free(&back);
    lp_campaign_free(&c);
    db_close(d);
}

static void what_is_under_way(void **state) {
    (void)state;
    lp_err e;
    lp_text t = {0};
    db *d = small();
    sql(d, "UPDATE run SET planned = 20, ended = NULL");
    must(db_stats_live_text(d, &t, &e), &e);
    /* 12 timings, cold ones too, and a failure in 2 s */
    assert_string_equal(lp_text_str(&t),
                        "run 1 on 'GPU': 13/20 samples, 6/s, busy 25 %, 1 s left, 1 failed "
                        "(timeout 1)\n");
    lp_text_clear(&t);
    sql(d, "UPDATE run SET ended = 'now'");
    must(db_stats_live_text(d, &t, &e), &e);
    assert_int_equal(t.len, 0);
    /* one that was killed long ago is not under way when a later one of its shard has begun */
    sql(d, "UPDATE run SET ended = NULL");
    add_run(d, 1, "t2");
    sql(d, "UPDATE run SET ended = NULL WHERE id = 2");
    must(db_stats_live_text(d, &t, &e), &e);
    assert_has(lp_text_str(&t), "run 2 on 'GPU'");
    assert_null(strstr(lp_text_str(&t), "run 1"));
    lp_text_free(&t);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures),
        cmocka_unit_test(text),
        cmocka_unit_test(card),
        cmocka_unit_test(card_of_long_times),
        cmocka_unit_test(the_configuration_comes_back),
        cmocka_unit_test(what_is_under_way),
    };
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
