/* Merge: shards become one campaign, once and only once; what differs is listed and left alone. */
#include "campaign.h"
#include "common/pcg.h"

typedef struct conflicts {
    int n;
    char last[1024];
} conflicts;

static void note(void *ctx, const char *line) {
    conflicts *c = ctx;
    c->n++;
    snprintf(c->last, sizeof c->last, "%s", line);
}

static db_merge_stats merge(db *d, const char *shard, conflicts *c) {
    lp_err e;
    db_merge_stats m = {0};
    *c = (conflicts){0, ""};
    must(db_merge(d, shard, note, c, &m, &e), &e);
    return m;
}

static void verdict(void *ctx, const char *name, bool ok, const char *detail) {
    (void)ctx;
    if (!ok) fail_msg("check %s: %s", name, detail);
}

static void must_be_sound(db *d) {
    lp_err e;
    int failed;
    must(db_check(d, &campaign, NULL, false, verdict, NULL, &failed, &e), &e);
}

enum { KERNELS = 5, SAMPLES = 12 };

/* The plan that every shard starts from. `shift` moves the ids, which must not matter. */
static db *planned(const char *name, int shift) {
    lp_err e;
    db *d = temp_db(name);
    must(db_put_campaign(d, &campaign, "c.yaml", &e), &e);
    sql(d, "UPDATE campaign SET plan_hash = 'plan', nsm = 4");
    for (int i = 0; i < shift; i++) add_device(d, i % 2 ? "other" : "another", 4);
    for (int i = 0; i < KERNELS; i++) {
        int k = (i + shift) % KERNELS;
        char path[16];
        snprintf(path, sizeof path, "k%d.cl", k);
        int64_t id = add_kernel(d, path, "f", path, path);
        for (int s = 0; s < SAMPLES; s++) add_sample(d, id, s, (int64_t)64 << s % 4);
    }
    return d;
}

static int64_t sample_of(db *d, int k, int s) {
    char ask[160];
    snprintf(ask, sizeof ask,
             "SELECT s.id FROM sample s JOIN kernel k ON k.id = kernel_id WHERE path = 'k%d.cl' "
             "AND idx = %d",
             k, s);
    return num(d, ask);
}

/* Times samples first, first + step, ... of all kernels, the same time for the same sample in every
 * shard. */
static void time_some(db *d, const char *started, int first, int step) {
    int64_t dev = add_device(d, "GPU", 4), run = add_run(d, dev, started);
    for (int i = first; i < KERNELS * SAMPLES; i += step)
        add_timing(d, sample_of(d, i / SAMPLES, i % SAMPLES), dev, run, "warm", 1000 + 7 * i);
}

static const char *shard(const char *name, int shift, int first, int step) {
    db *d = planned(name, shift);
    time_some(d, name, first, step);
    db_close(d);
    return temp_path(name);
}

/* Everything by meaning, in one text. */
static char *dump(db *d) {
    lp_err e;
    char *out = NULL;
    must(db_get_text(
             d, &e, &out,
             "SELECT group_concat(x, char(10)) FROM (SELECT k.path || s.idx || s.global_size || "
             "v.name ||"
             " t.policy || t.start_ns || t.end_ns || r.started || r.timed || r.failed AS x FROM "
             "timing t"
             " JOIN sample s ON s.id = t.sample_id JOIN kernel k ON k.id = s.kernel_id"
             " JOIN device v ON v.id = t.device_id JOIN run r ON r.id = t.run_id ORDER BY 1)",
             ""),
         &e);
    return out;
}

static void shards_become_one_campaign(void **state) {
    (void)state;
    conflicts c;
    const char *names[] = {"s0.db", "s1.db", "s2.db"};
    for (int i = 0; i < 3; i++) shard(names[i], i, i, 3);
    db *d = planned("all.db", 0);
    for (int i = 0; i < 3; i++) {
        db_merge_stats m = merge(d, temp_path(names[i]), &c);
        assert_int_equal(m.timings, 20);
        assert_int_equal(m.runs, 1);
        assert_int_equal(m.samples + m.kernels + m.failures + m.conflicts, 0);
    }
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), KERNELS * SAMPLES);
    assert_int_equal(num(d, "SELECT sum(timed) FROM run"), KERNELS * SAMPLES);
    must_be_sound(d);
    char *once = dump(d);
    for (int i = 0; i < 3; i++) { /* again: nothing */
        db_merge_stats m = merge(d, temp_path(names[i]), &c);
        assert_int_equal(
            m.devices + m.kernels + m.samples + m.runs + m.timings + m.failures + m.conflicts, 0);
    }
    char *twice = dump(d);
    assert_int_not_equal(access(temp_path("s0.db-wal"), F_OK),
                         0); /* shards are left as they were */
    assert_int_not_equal(access(temp_path("s0.db-shm"), F_OK), 0);
    assert_string_equal(once, twice);
    db_close(d);
    d = temp_db("reverse.db"); /* into an empty database, in the other order: the same campaign */
    for (int i = 2; i >= 0; i--) merge(d, temp_path(names[i]), &c);
    char *reverse = dump(d);
    assert_string_equal(once, reverse);
    assert_int_equal(num(d, "SELECT count(*) FROM campaign WHERE plan_hash = 'plan' AND nsm = 4"),
                     1);
    assert_int_equal(num(d, "SELECT count(*) FROM argument"), 2 * KERNELS);
    assert_int_equal(num(d, "SELECT count(*) FROM feature"), 2 * KERNELS);
    assert_int_equal(num(d, "SELECT count(*) FROM sample_arg"), 2 * KERNELS * SAMPLES);
    must_be_sound(d);
    db_close(d);
    free(once);
    free(twice);
    free(reverse);
}

static void a_shard_that_goes_on_is_merged_again(void **state) {
    (void)state;
    conflicts c;
    shard("more.db", 0, 0, 6);
    db *d = planned("to.db", 2);
    assert_int_equal(merge(d, temp_path("more.db"), &c).timings, 10);
    db *s = temp_open(temp_path("more.db"), DB_WRITE);
    for (int i = 1; i < 40; i += 6)
        add_timing(s, sample_of(s, i / SAMPLES, i % SAMPLES),
                   num(s, "SELECT id FROM device WHERE name = 'GPU'"), 1, "warm", 1000 + 7 * i);
    sql(s, "UPDATE run SET wall_ns = 77");
    db_close(s);
    db_merge_stats m = merge(d, temp_path("more.db"), &c);
    assert_int_equal(m.timings, 7);
    assert_int_equal(m.runs, 0);
    assert_int_equal(num(d, "SELECT timed FROM run"), 17);
    assert_int_equal(num(d, "SELECT wall_ns FROM run"), 77);
    must_be_sound(d);
    db_close(d);
}

static void a_shard_that_lost_rows_is_found_out(void **state) {
    (void)state;
    conflicts c;
    shard("lossy.db", 0, 0, 6);
    db *s = temp_open(temp_path("lossy.db"), DB_WRITE);
    sql(s, "DELETE FROM timing WHERE id = 3");
    db_close(s);
    db *d = planned("l.db", 0);
    assert_int_equal(merge(d, temp_path("lossy.db"), &c).timings, 9);
    assert_int_equal(num(d, "SELECT timed FROM run"), 10);
    db_close(d);
}

/* ---- conflicts ----------------------------------------------------------------------------------
 */

/* A shard with all samples timed, edited by `edit`, merged into a database that has the same. */
static db_merge_stats merge_edited(const char *edit, conflicts *c, db **out) {
    shard("edited.db", 1, 0, 1);
    db *s = temp_open(temp_path("edited.db"), DB_WRITE);
    sql(s, edit);
    db_close(s);
    shard("own.db", 0, 0, 2);
    *out = temp_open(temp_path("own.db"), DB_WRITE);
    return merge(*out, temp_path("edited.db"), c);
}

static void other_times_are_not_taken(void **state) {
    (void)state;
    conflicts c;
    db *d;
    db_merge_stats m =
        merge_edited("UPDATE timing SET end_ns = '[900,12000,23000]' WHERE sample_id IN (SELECT "
                     "s.id FROM sample s"
                     " JOIN kernel k ON k.id = kernel_id WHERE path = 'k0.cl' AND idx = 4)",
                     &c, &d);
    assert_int_equal(m.conflicts, 1);
    assert_has(c.last, "sample 4 of k0.cl f (warm) has other times");
    assert_has(c.last, "edited.db");
    assert_int_equal(m.timings, 30); /* the rest */
    assert_int_equal(num(d, "SELECT count(*) FROM timing WHERE end_ns LIKE '[900,%'"), 0);
    must_be_sound(d);
    db_close(d);
}

static void many_conflicts_are_cut_short(void **state) {
    (void)state;
    conflicts c;
    db *d;
    db_merge_stats m = merge_edited("UPDATE timing SET end_ns = '[1,10001,20001]'", &c, &d);
    assert_int_equal(m.conflicts, 30);
    assert_int_equal(c.n, DB_MERGE_SHOWN + 1);
    assert_has(c.last, "and 20 more");
    db_close(d);
}

static void other_launches_are_not_taken(void **state) {
    (void)state;
    conflicts c;
    db *d;
    db_merge_stats m = merge_edited("UPDATE sample SET fill_seed = 5 WHERE idx = 3", &c, &d);
    assert_int_equal(m.conflicts, KERNELS);
    assert_has(c.last, "sample 3 of k4.cl f is another launch");
    assert_int_equal(num(d, "SELECT count(*) FROM sample WHERE fill_seed = 5"), 0);
    assert_int_equal(m.timings, 25); /* 30 were missing here, among them sample 3 of each kernel */
    must_be_sound(d);
    db_close(d);
}

static void another_source_is_not_taken(void **state) {
    (void)state;
    conflicts c;
    db *d;
    db_merge_stats m = merge_edited("UPDATE kernel SET hash = 'new' WHERE path = 'k2.cl'", &c, &d);
    assert_int_equal(m.conflicts, 1);
    assert_has(c.last, "kernel k2.cl f has another source");
    assert_int_equal(m.timings, 24);
    must_be_sound(d);
    db_close(d);
}

static void another_campaign_is_refused_as_a_whole(void **state) {
    (void)state;
    static const struct {
        const char *edit, *part;
    } cases[] = {{"UPDATE campaign SET plan_hash = 'x'", "another plan (x, not plan)"},
                 {"UPDATE campaign SET config_json = '{}'", "another configuration"}};
    for (int i = 0; i < 2; i++) {
        conflicts c;
        db *d;
        db_merge_stats m = merge_edited(cases[i].edit, &c, &d);
        assert_int_equal(m.conflicts, 1);
        assert_has(c.last, cases[i].part);
        assert_int_equal(m.timings + m.runs, 0);
        db_close(d);
    }
}

static void refuses_what_is_no_shard(void **state) {
    (void)state;
    lp_err e = {""};
    conflicts c = {0, ""};
    db_merge_stats m = {.timings = 3};
    db *d = planned("d.db", 0);
    assert_int_equal(db_merge(d, temp_path("absent.db"), note, &c, &m, &e), -1);
    assert_has(e.msg, "no such database");
    assert_int_equal(db_merge(d, temp_path("d.db"), note, &c, &m, &e), -1);
    assert_has(e.msg, "is the database to merge into");
    db *n = temp_db("new.db");
    sql(n, "PRAGMA user_version = 99");
    db_close(n);
    assert_int_equal(db_merge(d, temp_path("new.db"), note, &c, &m, &e), -1);
    assert_has(e.msg, "newer");
    n = planned("bad.db", 0);
    time_some(n, "t", 0, 1);
    sql(n,
        "PRAGMA ignore_check_constraints = ON; UPDATE timing SET policy = 'tepid' WHERE id = 50");
    db_close(n);
    assert_int_equal(db_merge(d, temp_path("bad.db"), note, &c, &m, &e), -1);
    assert_has(e.msg, "bad.db");
    assert_has(e.msg, "CHECK");
    assert_int_equal(m.timings, 3); /* nothing counted, nothing stored */
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), 0);
    assert_int_equal(merge(d, shard("good.db", 0, 0, 1), &c).timings, 60); /* and it goes on */
    db_close(d);
}

static void timings_overtake_failures(void **state) {
    (void)state;
    lp_err e;
    conflicts c;
    db *d = planned("f.db", 0), *s = planned("g.db", 1);
    int64_t dev = add_device(d, "GPU", 4), run = add_run(d, dev, "failed");
    for (int i = 0; i < 4; i++)
        must(db_put_failure(d, sample_of(d, 0, i), dev, run, "crash", "x", &e), &e);
    dev = add_device(s, "GPU", 4);
    run = add_run(s, dev, "timed");
    add_timing(s, sample_of(s, 0, 0), dev, run, "warm", 100);
    add_timing(s, sample_of(s, 0, 1), dev, run, "warm", 100);
    must(db_put_failure(s, sample_of(s, 0, 2), dev, run, "timeout", "y", &e), &e);
    must(db_put_failure(s, sample_of(s, 1, 0), dev, run, "timeout", "y", &e), &e);
    db_close(s);
    db_merge_stats m = merge(d, temp_path("g.db"), &c);
    assert_int_equal(m.timings, 2);
    assert_int_equal(m.failures, 1); /* the other one has failed here already */
    assert_int_equal(m.conflicts, 0);
    assert_int_equal(num(d, "SELECT count(*) FROM failure"), 3);
    assert_int_equal(num(d, "SELECT failed FROM run WHERE started = 'failed'"), 2);
    assert_int_equal(num(d, "SELECT timed * 10 + failed FROM run WHERE started = 'timed'"), 21);
    must_be_sound(d);
    db_close(d);
    /* The other way round: what was timed here did not fail. */
    d = planned("h.db", 0);
    time_some(d, "own", 0, 1);
    m = merge(d, temp_path("f.db"), &c);
    assert_int_equal(m.failures, 0);
    must_be_sound(d);
    db_close(d);
}

/* ---- probes
 * --------------------------------------------------------------------------------------
 */

static int64_t kernel_of(db *d, int k) {
    char ask[64];
    snprintf(ask, sizeof ask, "SELECT id FROM kernel WHERE path = 'k%d.cl'", k);
    return num(d, ask);
}

/* A plan with probe launches. */
static db *probe_plan(const char *name, int shift) {
    db *d = planned(name, shift);
    for (int k = 0; k < KERNELS; k++) add_probe_samples(d, kernel_of(d, k), 96);
    return d;
}

static void probes_are_merged_once(void **state) {
    (void)state;
    lp_err e;
    conflicts c;
    db *s = probe_plan("p0.db", 1);
    int64_t dev = add_device(s, "GPU", 4);
    for (int k = 0; k < 3; k++)
        add_probe(s, kernel_of(s, k), dev, k == 1 ? "quarantined" : "clean",
                  k == 1 ? "wild-access" : NULL);
    must(db_put_repair(s, kernel_of(s, 0), 0, 5, dev, &e), &e);
    db_close(s);
    db *d = probe_plan("all.db", 0);
    db_merge_stats m = merge(d, temp_path("p0.db"), &c);
    assert_int_equal(m.probes, 3);
    assert_int_equal(m.repairs, 1);
    assert_int_equal(m.conflicts + m.samples, 0);
    assert_int_equal(
        num(d, "SELECT count(*) FROM probe p JOIN kernel k ON k.id = kernel_id WHERE"
               " (path = 'k1.cl') = (p.reason IS 'wild-access') AND p.detail = 'said so'"),
        3);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_range"), 6);
    /* What was planned here has grown: one argument of each sample of one kernel. */
    assert_int_equal(num(d, "SELECT count(*) FROM sample_arg WHERE elems % 64 = 5"), SAMPLES);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_sample"
                            " WHERE json_extract(args, '$[0].elems') IN (37, 101)"),
                     2);
    must_be_sound(d);
    m = merge(d, temp_path("p0.db"), &c);
    assert_int_equal(m.probes + m.repairs + m.conflicts, 0);
    db_close(d);
    d = temp_db("new.db"); /* everything is new: it comes as it has grown */
    m = merge(d, temp_path("p0.db"), &c);
    assert_int_equal(m.probes, 3);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_sample"), 2 * KERNELS);
    assert_int_equal(num(d, "SELECT count(*) FROM sample_arg WHERE elems % 64 = 5"), SAMPLES);
    assert_int_equal(num(d, "SELECT elems FROM repair"), 5);
    must_be_sound(d);
    db_close(d);
}

/* Each is one probe of kernel 0 here and in the shard. */
static void what_probes_say_is_compared(void **state) {
    (void)state;
    static const struct {
        const char *own, *theirs, *edit; /* reason, NULL: clean; of the shard */
        int64_t probes, conflicts;
        const char *then; /* reason on record */
    } cases[] = {
        {NULL, NULL, "", 0, 0, NULL},
        {NULL, "wild-access", "", 0, 1, NULL},
        {"wild-access", NULL, "", 0, 1, "wild-access"},
        {"wild-access", "endless-loop", "", 0, 1, "wild-access"},
        {NULL, "wild-access", "UPDATE probe SET version = 8", 1, 0, "wild-access"},
        {NULL, "wild-access", "UPDATE probe SET version = 6", 0, 0, NULL},
        {NULL, NULL, "UPDATE probe SET status = 'repaired'", 0, 0, NULL},
        {NULL, "wild-access", "UPDATE kernel SET probe = 'another text'", 0, 0, NULL},
        {NULL, "wild-access", "UPDATE device SET driver = '2'", 1, 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        conflicts c;
        db *d[2];
        for (int side = 0; side < 2; side++) {
            const char *reason = side ? cases[i].theirs : cases[i].own;
            d[side] = probe_plan(side ? "theirs.db" : "own.db", side);
            add_probe(d[side], kernel_of(d[side], 0), add_device(d[side], "GPU", 4),
                      reason ? "quarantined" : "clean", reason);
        }
        sql(d[1], cases[i].edit);
        db_close(d[1]);
        db_merge_stats m = merge(d[0], temp_path("theirs.db"), &c);
        assert_int_equal(m.probes, cases[i].probes);
        assert_int_equal(m.conflicts, cases[i].conflicts);
        if (m.conflicts) assert_has(c.last, "kernel k0.cl f: its probe on GPU says");
        assert_int_equal(num(d[0], "SELECT count(*) FROM probe_range"),
                         2 * num(d[0], "SELECT count(*) FROM probe"));
        const char *want = cases[i].then ? "SELECT reason = 'wild-access' FROM probe"
                                         : "SELECT reason IS NULL FROM probe";
        assert_int_equal(num(d[0], want), 1);
        db_close(d[0]);
    }
}

static void the_larger_repair_counts(void **state) {
    (void)state;
    lp_err e;
    conflicts c;
    const int64_t elems[] = {3, 8, 5};
    db *d[3];
    for (int i = 0; i < 3; i++) {
        d[i] = probe_plan(i == 0 ? "r-own.db" : i == 1 ? "r1.db" : "r2.db", i);
        int64_t dev = add_device(d[i], "GPU", 4);
        must(db_put_repair(d[i], kernel_of(d[i], 0), 0, elems[i], dev, &e), &e);
        if (i > 0) db_close(d[i]);
    }
    assert_int_equal(merge(d[0], temp_path("r1.db"), &c).repairs, 1);
    assert_int_equal(merge(d[0], temp_path("r2.db"), &c).repairs, 0);
    assert_int_equal(num(d[0], "SELECT elems FROM repair"), 8);
    assert_int_equal(num(d[0], "SELECT count(*) FROM sample_arg WHERE elems % 64 = 8"), SAMPLES);
    db_close(d[0]);
}

static void calibration_is_taken_once(void **state) {
    (void)state;
    conflicts c;
    db *d = planned("cal.db", 0), *s = planned("cal-shard.db", 0);
    add_device(d, "GPU", 4);
    add_device(s, "GPU", 4);
    sql(s, "UPDATE device SET tick_ns = 32, null_kernel_ns = 4000");
    db_close(s);
    sql(d, "UPDATE device SET null_kernel_ns = 5000");
    assert_int_equal(merge(d, temp_path("cal-shard.db"), &c).devices, 0);
    assert_int_equal(num(d, "SELECT tick_ns * 10000 + null_kernel_ns FROM device"), 325000);
    db_close(d);
}

/* ---- random shards ------------------------------------------------------------------------------
 */

static void random_shards_unite(void **state) {
    (void)state;
    conflicts c;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        bool timed[KERNELS * SAMPLES] = {false};
        char name[4][16];
        for (int i = 0; i < 4; i++) {
            lp_pcg r;
            lp_pcg_seed(&r, seed, (uint64_t)i);
            snprintf(name[i], sizeof name[i], "r%d.db", i);
            db *s = planned(name[i], (int)lp_pcg_below(&r, 5));
            int64_t dev = add_device(s, "GPU", 4), run = add_run(s, dev, name[i]);
            for (int j = 0; j < KERNELS * SAMPLES; j++) {
                if (lp_pcg_below(&r, 3)) continue; /* shards overlap */
                add_timing(s, sample_of(s, j / SAMPLES, j % SAMPLES), dev, run, "warm",
                           1000 + 7 * j);
                timed[j] = true;
            }
            db_close(s);
        }
        int64_t want = 0;
        for (int j = 0; j < KERNELS * SAMPLES; j++) want += timed[j];
        db *d = temp_db("union.db");
        for (int i = 0; i < 12; i++) merge(d, temp_path(name[(i * 7 + (int)seed) % 4]), &c);
        assert_int_equal(num(d, "SELECT count(*) FROM timing"), want);
        assert_int_equal(num(d, "SELECT sum(timed) FROM run"), want);
        must_be_sound(d);
        db_close(d);
    }
}

/* What one shard holds out is held out in the whole, whichever comes first. */
static void held_out_survives(void **state) {
    (void)state;
    conflicts c;
    for (int first = 0; first < 2; first++) {
        db *d = planned("told.db", 0);
        sql(d, "UPDATE kernel SET held_out = 1 WHERE path IN ('k1.cl', 'k3.cl')");
        db_close(d);
        db_close(planned("untold.db", 2));
        d = temp_db("held.db");
        merge(d, temp_path(first ? "told.db" : "untold.db"), &c);
        merge(d, temp_path(first ? "untold.db" : "told.db"), &c);
        assert_int_equal(num(d, "SELECT count(*) FROM kernel"), KERNELS);
        assert_int_equal(num(d, "SELECT group_concat(substr(path, 2, 1), '') = '13' FROM (SELECT"
                                " path FROM kernel WHERE held_out = 1 ORDER BY path)"),
                         1);
        db_close(d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shards_become_one_campaign),
        cmocka_unit_test(a_shard_that_goes_on_is_merged_again),
        cmocka_unit_test(a_shard_that_lost_rows_is_found_out),
        cmocka_unit_test(other_times_are_not_taken),
        cmocka_unit_test(many_conflicts_are_cut_short),
        cmocka_unit_test(other_launches_are_not_taken),
        cmocka_unit_test(another_source_is_not_taken),
        cmocka_unit_test(another_campaign_is_refused_as_a_whole),
        cmocka_unit_test(refuses_what_is_no_shard),
        cmocka_unit_test(timings_overtake_failures),
        cmocka_unit_test(probes_are_merged_once),
        cmocka_unit_test(what_probes_say_is_compared),
        cmocka_unit_test(the_larger_repair_counts),
        cmocka_unit_test(calibration_is_taken_once),
        cmocka_unit_test(held_out_survives),
        cmocka_unit_test(random_shards_unite),
    };
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
