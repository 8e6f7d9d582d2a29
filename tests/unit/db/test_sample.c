/* Choosing samples, and a database of the chosen ones: even, seeded, whole. */
#include "campaign.h"

enum { KERNELS = 6, LAUNCHES = 10 };
static const char *const paths[KERNELS] = {"a.cl", "b.cl", "c.cl", "d.cl", "e.cl", "f.cl"};

/* Split into three families for testing and three that are held out; ids in either order. */
static db *filled(const char *name, bool backwards) {
    lp_err e;
    db *d = temp_db(name);
    int64_t dev = add_device(d, "D", 4), idle = add_device(d, "idle", 8), run;
    (void)idle;
    run = add_run(d, dev, "t");
    must(db_put_campaign(d, &campaign, "/home/somebody/c.yaml", &e), &e);
    for (int n = 0; n < KERNELS; n++) {
        int k = backwards ? KERNELS - 1 - n : n;
        int64_t id = add_kernel(d, paths[k], "f", paths[k], paths[k]);
        for (int i = 0; i < LAUNCHES; i++) {
            int64_t s = add_sample(d, id, i, 64 * (int64_t)(i + 1));
            if (i == 0) continue; /* one that was not timed */
            add_timing(d, s, dev, run, "warm", 1000 + i);
            if (i == 1) add_timing(d, s, dev, run, "cold", 2000);
        }
        add_probe_samples(d, id, 96);
        add_probe(d, id, dev, "clean", NULL);
        must(db_run(d, &e, "INSERT INTO split VALUES (?, ?)", "tt", paths[k],
                    k < 3 ? "test" : "heldout"),
             &e);
    }
    sql(d, "UPDATE kernel SET probe = 'x', held_out = 1 WHERE path = 'f.cl'");
    sql(d, "DELETE FROM split WHERE family = 'e.cl'; INSERT INTO split VALUES ('e.cl', 'train')");
    return d;
}

/* "a.cl 3, b.cl 1, ..." of what is chosen, in an order of its own. */
static void words(db *d, const char *parts, size_t most, uint64_t seed, char out[1024]) {
    lp_err e;
    db_choice c;
    *out = '\0';
    must(db_choose(d, parts, most, seed, &c, &e), &e);
    sql(d, "CREATE TEMP TABLE IF NOT EXISTS w (id INTEGER); DELETE FROM w");
    for (size_t i = 0; i < c.n; i++) {
        assert_true(db_choice_has(&c, c.ids[i]));
        assert_true(i == 0 || c.ids[i] > c.ids[i - 1]);
        must(db_run(d, &e, "INSERT INTO w VALUES (?)", "i", c.ids[i]), &e);
    }
    assert_false(db_choice_has(&c, 0));
    db_choice_free(&c);
    char *text = NULL;
    must(db_get_text(d, &e, &text,
                     "SELECT group_concat(path || ' ' || idx) FROM (SELECT path, idx FROM sample s"
                     " JOIN kernel k ON k.id = s.kernel_id WHERE s.id IN (SELECT id FROM w)"
                     " ORDER BY path, idx)",
                     ""),
         &e);
    if (text) snprintf(out, 1024, "%s", text);
    free(text);
}

static void a_choice_is_even_and_seeded(void **state) {
    (void)state;
    char one[1024], two[1024];
    db *d = filled("one.db", false), *b = filled("two.db", true);
    for (uint64_t seed = 1; seed < 20; seed++) {
        words(d, NULL, 12, seed, one);
        words(b, NULL, 12, seed, two);
        assert_string_equal(one, two); /* whatever the ids */
        assert_int_equal(num(d, "SELECT count(*) FROM w"), 12);
        /* three kernels with four samples each */
        assert_int_equal(num(d, "SELECT count(DISTINCT kernel_id) FROM sample JOIN w USING (id)"),
                         3);
        assert_int_equal(num(d, "SELECT max(n) FROM (SELECT count(*) AS n FROM sample JOIN w"
                                " USING (id) GROUP BY kernel_id)"),
                         4);
    }
    words(d, NULL, 12, 1, one);
    words(d, NULL, 12, 3, two);
    assert_string_not_equal(one, two);
    words(d, NULL, 1000, 1, one);
    assert_int_equal(num(d, "SELECT count(*) FROM w"), KERNELS * (LAUNCHES - 1));
    db_close(d);
    db_close(b);
}

static void a_choice_keeps_to_its_parts(void **state) {
    (void)state;
    char text[1024];
    db *d = filled("parts.db", false);
    words(d, "test", 1000, 1, text);
    assert_int_equal(num(d, "SELECT count(*) FROM w"), 27);
    words(d, "test,heldout", 1000, 1, text);
    assert_int_equal(num(d, "SELECT count(*) FROM w"), 45);
    words(d, "held", 1000, 1, text);
    assert_string_equal(text, "");
    db_close(d);
}

static void note(void *ctx, const char *name, bool ok, const char *detail) {
    (void)ctx;
    if (!ok) fail_msg("%s: %s", name, detail);
}

static void a_sample_is_whole(void **state) {
    (void)state;
    lp_err e;
    db_choice c;
    int failed = 0;
    db *d = filled("whole.db", false);
    const char *out = temp_path("sample.db");
    must(db_choose(d, "heldout", 5, 1, &c, &e), &e);
    must(db_sample_write(d, out, &c, &e), &e);
    db *s = temp_open(out, DB_READ);
    assert_int_equal(num(s, "SELECT count(*) FROM sample"), 5);
    assert_int_equal(num(s, "SELECT count(*) FROM sample_arg"), 10);
    assert_int_equal(num(s, "SELECT count(*) FROM timing WHERE policy = 'warm'"), 5);
    assert_int_equal(num(s, "SELECT count(*) FROM timing"), 5);
    assert_int_equal(num(s, "SELECT count(*) FROM device"), 1);
    assert_int_equal(num(s, "SELECT count(*) FROM kernel"), 2);
    assert_int_equal(num(s, "SELECT count(*) FROM feature"), 4);
    assert_int_equal(num(s, "SELECT count(*) FROM kernel WHERE probe IS NOT NULL"), 0);
    assert_int_equal(num(s, "SELECT count(*) FROM probe_sample"), 0);
    assert_int_equal(num(s, "SELECT count(*) FROM split"), 2);
    assert_int_equal(num(s, "SELECT count(*) FROM campaign WHERE config_path = 'c.yaml'"), 1);
    must(db_check(s, &campaign, NULL, false, note, NULL, &failed, &e), &e);
    assert_int_equal(failed, 0);
    db_close(s);
    assert_int_equal(access(temp_path("sample.db-wal"), F_OK), -1);
    assert_int_equal(db_sample_write(d, out, &c, &e), -1);
    assert_has(e.msg, "is there already");
    assert_int_equal(db_sample_write(d, temp_path("no/sample.db"), &c, &e), -1);
    assert_has(e.msg, "cannot be made");
    db_choice_free(&c);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_choice_is_even_and_seeded),
        cmocka_unit_test(a_choice_keeps_to_its_parts),
        cmocka_unit_test(a_sample_is_whole),
    };
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
