/* Check: a sound campaign passes, and each kind of damage fails exactly its own check. */
#include "campaign.h"

typedef struct verdicts {
    char failed[256]; /* names of failed checks, comma separated */
    char detail[1024];
    int n;
} verdicts;

static void note(void *ctx, const char *name, bool ok, const char *detail) {
    verdicts *v = ctx;
    v->n++;
    if (ok) {
        assert_string_equal(detail, "");
        return;
    }
    snprintf(v->failed + strlen(v->failed), sizeof v->failed - strlen(v->failed), "%s%s",
             *v->failed ? "," : "", name);
    snprintf(v->detail, sizeof v->detail, "%s", detail);
}

static verdicts check(db *d) {
    lp_err e;
    verdicts v = {"", "", 0};
    int failed = 0;
    must(db_check(d, &campaign, NULL, false, note, &v, &failed, &e), &e);
    assert_int_equal(failed != 0, *v.failed != '\0');
    return v;
}

/* A balanced, split campaign of 3 kernels with 8 samples, one of them failed. */
static db *sound(void) {
    lp_err e;
    db *d = temp_db("sound.db");
    db_balance_stats b;
    int64_t n[DB_N_PARTS];
    const char *const paths[] = {"a.cl", "b.cl", "c.cl"};
    const int64_t globals[] = {64, 640, 64000};
    int64_t dev = add_device(d, "D", 4), run = add_run(d, dev, "t");
    must(db_put_campaign(d, &campaign, "c.yaml", &e), &e);
    sql(d, "UPDATE campaign SET plan_hash = 'p', nsm = 4");
    for (int k = 0; k < 3; k++) {
        int64_t id = add_kernel(d, paths[k], "f", paths[k], paths[k]);
        for (int i = 0; i < 8; i++) {
            int64_t s = add_sample(d, id, i, globals[i % 3]);
            if (k == 1 && i == 5)
                must(db_put_failure(d, s, dev, run, "timeout", "20 s", &e), &e);
            else
                add_timing(d, s, dev, run, "warm", 1000 + i);
            if (i == 0) add_timing(d, s, dev, run, "cold", 2000);
        }
        add_probe_samples(d, id, 96);
        add_probe(d, id, dev, k == 2 ? "quarantined" : "clean", k == 2 ? "wild-access" : NULL);
    }
    must(db_balance(d, &campaign, &b, &e), &e);
    must(db_split(d, &campaign, n, &e), &e);
    return d;
}

static void a_sound_campaign_passes(void **state) {
    (void)state;
    db *d = sound();
    verdicts v = check(d);
    assert_string_equal(v.failed, "");
    assert_int_equal(v.n, 15);
    sql(d, "UPDATE timing SET weight = NULL, weight_reason = NULL"); /* not balanced and not split
                                                                        is sound too */
    sql(d, "DELETE FROM split");
    v = check(d);
    assert_string_equal(v.failed, "");
    /* Out of bounds in quarantine, and within what a repair added. */
    sql(d, "UPDATE probe_range SET lo = -9, hi = 99 WHERE kernel_id = 3 AND idx = 0");
    sql(d, "INSERT INTO repair VALUES (1, 0, 3, 1)");
    sql(d, "UPDATE probe_range SET hi = 34 WHERE kernel_id = 1 AND idx = 0");
    assert_string_equal(check(d).failed, "");
    db_close(d);
    d = temp_db("empty.db");
    v = check(d);
    assert_string_equal(v.failed, "");
    db_close(d);
}

static void each_damage_fails_its_check(void **state) {
    (void)state;
    static const struct {
        const char *sql, *failed, *detail;
    } cases[] = {
        {"PRAGMA foreign_keys = OFF; DELETE FROM device", "foreign keys", "missing device"},
        {"DELETE FROM sample_arg WHERE sample_id = 2 AND idx = 1", "sample arguments",
         "has 1 arguments, the kernel 2"},
        {"UPDATE probe_sample SET args = '[{}]' WHERE id = 2", "probe samples",
         "probe sample 2 of a.cl f has arguments for a kernel with 2"},
        {"UPDATE probe_sample SET args = 'x' WHERE id = 2", "probe samples", "probe sample 2"},
        {"UPDATE probe_range SET hi = 32 WHERE idx = 0", "probes",
         "a.cl f is clean on D though probe launch 0 touched elements 0 to 32 of argument 0, which "
         "has 32 (and 1 more)"},
        {"UPDATE probe_range SET lo = -1 WHERE idx = 0 AND kernel_id = 2", "probes", "b.cl f"},
        {"INSERT INTO repair VALUES (1, 0, 3, 1); UPDATE probe_range SET hi = 35 WHERE kernel_id = "
         "1"
         " AND idx = 0",
         "probes", "elements 0 to 35 of argument 0, which has 35"},
        {"INSERT INTO repair VALUES (1, 1, 3, 1)", "repairs", "a.cl f has a repair of argument 1"},
        {"DELETE FROM timing WHERE id = 4", "run log", "26 timed and 1 failed, there are 25 and 1"},
        {"DELETE FROM failure", "run log", "26 timed and 1 failed, there are 26 and 0"},
        {"UPDATE run SET timed = timed + 1", "run log", "the log says 27 timed"},
        {"UPDATE sample SET class = 'saturated' WHERE id = 1", "planned classes",
         "is saturated, should be idle"},
        {"UPDATE timing SET class = 'idle' WHERE id = 3", "timed classes",
         "is idle, should be under on D"},
        {"UPDATE failure SET sample_id = 1", "timed or failed",
         "sample 0 of a.cl f was timed and failed (timeout)"},
        {"UPDATE timing SET weight = NULL WHERE id = 1", "weights", "weight none with reason none"},
        {"UPDATE timing SET weight = 0.5 WHERE id = 1", "weights", "weight 0.5"},
        {"UPDATE timing SET weight_reason = 'capped' WHERE id = 3", "weights", "reason capped"},
        {"DELETE FROM split WHERE family = 'b.cl'", "split covers",
         "family b.cl of b.cl f has no part"},
        {"UPDATE kernel SET hash = 'same'; UPDATE split SET part = iif(family = 'a.cl', 'train', "
         "'test')",
         "split disjoint", "in several parts"},
        {"UPDATE kernel SET held_out = 1 WHERE path = 'b.cl'", "held out", ", but is held out"},
        {"UPDATE split SET part = 'heldout' WHERE family = 'b.cl'", "held out",
         "family b.cl of b.cl f is in part heldout, but is not held out"},
        {"UPDATE timing SET median_ns = median_ns + 2 WHERE id = 1", "times",
         "median_ns is not the median"},
        {"UPDATE timing SET mean_ns = mean_ns + 1 WHERE id = 1", "times",
         "mean_ns is not the mean"},
        {"UPDATE timing SET mean_ns = 9e999 WHERE id = 1", "times", "mean_ns is not the mean"},
        {"UPDATE timing SET min_ns = 1, ci_lo_ns = 1 WHERE id = 1", "times", "min_ns or max_ns"},
        {"UPDATE timing SET ci_lo_ns = ci_hi_ns WHERE id = 1", "times", "interval"},
        {"UPDATE timing SET reps = 4 WHERE id = 1", "times", "reps"},
        {"UPDATE timing SET start_ns = '[0,1]' WHERE id = 1", "times", "differ in number"},
        {"UPDATE timing SET start_ns = '[]', end_ns = '[]' WHERE id = 1", "times",
         "there are none"},
        {"UPDATE timing SET start_ns = end_ns WHERE id = 1", "times", "START is not before END"},
        {"UPDATE timing SET start_ns = '[-9223372036854775807,10000,20000]' WHERE id = 1", "times",
         "too far"},
        {"UPDATE timing SET start_ns = 'x' WHERE id = 1", "times", "no JSON array"},
        {"UPDATE timing SET start_ns = '[0,1.5,2]' WHERE id = 1", "times", "other than integers"},
        {"UPDATE timing SET start_ns = 'x'", "times", "(and 25 more)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        db *d = sound();
        sql(d, cases[i].sql);
        verdicts v = check(d);
        if (strcmp(v.failed, cases[i].failed) != 0)
            fail_msg("after %s: failed \"%s\": %s", cases[i].sql, v.failed, v.detail);
        assert_has(v.detail, cases[i].detail);
        db_close(d);
    }
}

/* The middle of an even number of times may be rounded either way. */
static void even_medians_have_a_range(void **state) {
    (void)state;
    db *d = sound();
    sql(d, "UPDATE timing SET start_ns = '[0,100]', end_ns = '[10,113]', reps = 2, median_ns = 11, "
           "mean_ns = 11.5,"
           " min_ns = 10, max_ns = 13, ci_lo_ns = 10, ci_hi_ns = 13 WHERE id = 1");
    assert_string_equal(check(d).failed, "");
    sql(d, "UPDATE timing SET median_ns = 13 WHERE id = 1");
    assert_string_equal(check(d).failed, "");
    sql(d, "UPDATE timing SET median_ns = 14 WHERE id = 1");
    assert_string_equal(check(d).failed, "times");
    db_close(d);
}

static void a_damaged_page_is_found(void **state) {
    (void)state;
    db *d = sound();
    int64_t page = num(d, "SELECT rootpage FROM sqlite_schema WHERE name = 'sample_arg'");
    db_close(d);
    FILE *f = fopen(temp_path("sound.db"), "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, (long)((page - 1) * 4096), SEEK_SET), 0);
    for (int i = 0; i < 4096; i++) fputc(0x5a, f);
    fclose(f);
    d = temp_open(temp_path("sound.db"), DB_READ);
    verdicts v = check(d);
    assert_has(v.failed, "integrity");
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_campaign_passes),
        cmocka_unit_test(each_damage_fails_its_check),
        cmocka_unit_test(even_medians_have_a_range),
        cmocka_unit_test(a_damaged_page_is_found),
    };
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
