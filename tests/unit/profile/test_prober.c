/* Probing against workers that misbehave by script: what becomes of a kernel, of its samples and of
 * the run. */
#include "fake.h"

#include "common/probe.h"
#include "profile/probe_seen.h"

/* An instrumented text is told from a plain one by this. */
static const char instrumented[] = "probe text";

static bool is_probe_source(const json_t *job) {
    return strstr(lp_json_str(job, "source", ""), instrumented) != NULL;
}

/* Elements 0 .. n-1 were touched; n < 0: nothing was. */
static void say_seen(int64_t sample, int64_t n, int64_t flags, int guard) {
    prof_reach r = {n >= 0, 0, 4 * n - 1};
    const prof_seen s = {.flags = flags, .line = 3, .guard_arg = guard, .args = &r, .n_args = 1};
    json_t *j = prof_seen_json(&s);
    json_object_set_new(j, "sample", json_integer(sample));
    say(j);
}

static void on_kernel(const json_t *job) {
    if (is("compiler-crash") && is_probe_source(job)) abort();
    if (is("compiler-hang") && is_probe_source(job)) pause();
    if (is("no-build") || (is("no-probe-build") && is_probe_source(job)))
        say_refusal(PROF_BUILD_FAILED, false);
    else
        say(prof_ok_json());
}

static void on_probe(const json_t *job) {
    int64_t sample = lp_json_i64(job, "sample", 0), global = lp_json_i64(job, "global", 0);
    bool plain = lp_json_i64(job, "steps", 0) == 0;
    if (is("die") || (is("die-once") && first_time())) abort();
    static int asked;
    if (is("tired") && ++asked > 3) abort(); /* at its second kernel */
    if (is("killed") || (is("killed-often") && among_first(9))) raise(SIGKILL);
    if (is("hang")) pause();
    if (is("refuse"))
        say_refusal(PROF_OUT_OF_MEMORY, false);
    else if (is("too-heavy") && !plain)
        say_refusal(PROF_GROUP_TOO_LARGE, false);
    else if (is("fatal")) {
        say_refusal(PROF_LAUNCH_FAILED, true);
        _exit(0);
    } else if (is("garbage"))
        puts("{\"ok\":true,\"reach\":[[7,");
    else if (is("mix-up"))
        say_seen(sample + 1, global, 0, -1);
    else if (is("constant"))
        say_seen(sample, global + 2, 0, -1);
    else if (is("factor"))
        say_seen(sample, 2 * global, 0, -1);
    else if (is("moving")) /* longer buffers only move the end */
        say_seen(sample,
                 lp_json_i64(json_array_get(json_object_get(job, "args"), 0), "bytes", 0) / 4 + 1,
                 0, -1);
    else if (is("endless"))
        say_seen(sample, global, LP_PROBE_STEPS, -1);
    else if (plain)
        say_seen(sample, -1, 0, is("guard") ? 0 : -1);
    else
        say_seen(sample, global, 0, -1);
    fflush(stdout);
}

static _Noreturn void fake_worker(void) {
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    while ((n = getline(&line, &cap, stdin)) > 0) {
        json_t *job = lp_json_parse(line, (size_t)n, NULL);
        const char *op = lp_json_str(job, "op", "");
        if (strcmp(op, "list") == 0)
            say_devices();
        else if (strcmp(op, "kernel") == 0)
            on_kernel(job);
        else if (strcmp(op, "probe") == 0)
            on_probe(job);
        else if (strcmp(op, "time") == 0)
            say_times(lp_json_i64(job, "sample", 0), 1000, 9, 9000);
        else
            say(prof_ok_json());
        json_decref(job);
    }
    _exit(0);
}

#define SETTINGS(timeout_s)                                                                        \
    "  cold_share: 0\n  retime_share: 0\n  sentinel_every_s: 0\n  build_timeout_s: " timeout_s     \
    "\nprobe:\n  timeout_s: " timeout_s "\n"
static const char settings[] = SETTINGS("30"), hasty[] = SETTINGS("1");

/* For workers that are to be too late; others may be slow on a machine at work. */
static const char *settings_for(const char *fake) {
    return strstr(fake, "hang") ? hasty : settings;
}

/* Kernels of 2 samples and 3 probe launches each. */
static void plan(const char *how, int kernels, const char *probe) {
    char path[128];
    snprintf(path, sizeof path, "%s/asked", temp_dir);
    unlink(path);
    db *d = new_campaign(how);
    for (int i = 0; i < kernels; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        int64_t id = add_kernel(d, name, "plain", "r");
        add_samples(d, id, 2);
        add_probes(d, id, probe);
    }
    db_close(d);
}

static void run_with(const char *fake, prof_options o) {
    setenv("FAKE", fake, 1);
    run_to_the_end(o);
    db *d = open_db(DB_READ);
    check_db(d);
    db_close(d);
}

static const prof_options all = {.limit = -1};

static int64_t count(const char *sql) {
    db *d = open_db(DB_READ);
    int64_t n = num(d, sql);
    db_close(d);
    return n;
}

static void clean_kernels_are_timed(void **state) {
    (void)state;
    plan(settings, 5, instrumented);
    run_with("", all);
    assert_int_equal(count("SELECT count(*) FROM probe WHERE status = 'clean' AND launches = 3 AND "
                           "version = 1 AND detail IS NULL"),
                     5);
    assert_int_equal(
        count("SELECT count(*) FROM probe_range r JOIN probe_sample p USING "
              "(kernel_id, idx) WHERE lo = 0 AND hi = elems - 1 AND elems = global_size"),
        15);
    assert_int_equal(count("SELECT count(*) FROM timing"), 10);
    assert_has(run_log(), "kernels probed                   5");
    run_with("die", all); /* nobody is asked again */
    assert_has(run_log(), "nothing to do");
}

static void what_checks_do_not_reach_is_told(void **state) {
    (void)state;
    plan(settings, 1, instrumented);
    db *d = open_db(DB_WRITE);
    lp_err e;
    must(db_run(d, &e, "UPDATE kernel SET probe_gap = 'x.cl:3:4: a pointer to pointers'", ""), &e);
    db_close(d);
    run_with("", all);
    assert_int_equal(
        count("SELECT count(*) FROM probe WHERE status = 'clean' AND detail = 'by guard "
              "zones only where checks do not reach: x.cl:3:4: a pointer to pointers'"),
        1);
}

static void probing_alone_times_nothing(void **state) {
    (void)state;
    plan(settings, 3, instrumented);
    run_with("", (prof_options){.limit = -1, .probe_only = true});
    assert_int_equal(count("SELECT count(*) FROM probe"), 3);
    assert_int_equal(count("SELECT count(*) FROM run"), 0);
    assert_has(run_log(), "  clean                          3");
    run_with("die", (prof_options){.limit = -1, .probe_only = true});
    assert_has(run_log(), "nothing to do: all kernels");
    run_with("", all);
    assert_int_equal(count("SELECT count(*) FROM timing"), 6);
}

static void no_samples_no_probe(void **state) {
    (void)state;
    char off[512];
    snprintf(off, sizeof off, "%s  samples: 0\n", settings);
    plan(off, 2, instrumented);
    run_with("die", all); /* only at probes */
    assert_int_equal(count("SELECT count(*) FROM timing"), 4);
    assert_int_equal(count("SELECT count(*) FROM probe"), 0);
    plan(settings, 2, instrumented);
    db *d = open_db(DB_WRITE);
    lp_err e;
    must(db_run(d, &e, "DELETE FROM probe_sample", ""), &e);
    db_close(d);
    run_with("die", all);
    assert_int_equal(count("SELECT count(*) FROM timing"), 4);
    assert_has(run_log(), "not probed                       2");
}

static void a_limit_probes_no_more_than_it_needs(void **state) {
    (void)state;
    plan(settings, 5, instrumented);
    run_with("", (prof_options){.limit = 3});
    assert_int_equal(count("SELECT count(*) FROM timing"), 3);
    assert_int_equal(count("SELECT count(*) FROM probe"), 2);
}

static void a_constant_lack_is_repaired(void **state) {
    (void)state;
    plan(settings, 2, instrumented);
    run_with("constant", all);
    assert_int_equal(
        count("SELECT count(*) FROM probe WHERE status = 'repaired' AND launches = 6 AND "
              "detail LIKE '%2 elements added%'"),
        2);
    assert_int_equal(count("SELECT count(*) FROM repair WHERE elems = 2"), 2);
    assert_int_equal(
        count("SELECT count(*) FROM probe_range WHERE hi = elems + 1 AND elems IN (64, 128, 256)"),
        6);
    assert_int_equal(count("SELECT count(*) FROM sample s JOIN sample_arg a ON a.sample_id = s.id "
                           "WHERE a.elems = s.global_size + 2 AND s.bytes = 4 * a.elems"),
                     4);
    assert_int_equal(count("SELECT count(*) FROM timing"), 4);
    assert_has(run_log(), "  repaired                       2");
}

/* All samples of the one kernel fail as quarantined; the probe's row says why. */
static void quarantined(const char *fake, const char *probe, const char *reason,
                        const char *detail) {
    char sql[512];
    plan(settings_for(fake), 1, probe);
    run_with(fake, all);
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM probe WHERE status = 'quarantined' AND reason = '%s' AND detail "
             "LIKE '%%%s%%'",
             reason, detail);
    if (count(sql) != 1) fail_msg("%s: not %s:\n%s", fake, reason, run_log());
    snprintf(
        sql, sizeof sql,
        "SELECT count(*) FROM failure WHERE reason = 'quarantined' AND detail LIKE '%s: %%%s%%'",
        reason, detail);
    assert_int_equal(count(sql), 2);
    assert_int_equal(count("SELECT count(*) FROM timing"), 0);
    assert_int_equal(count("SELECT count(*) FROM repair"), 0);
    assert_has(run_log(), reason);
}

static void unsafe_kernels_are_quarantined(void **state) {
    (void)state;
    quarantined("factor", instrumented, "extent-too-small", "element 511 of 256");
    quarantined("moving", instrumented, "extent-too-small", "element ");
    quarantined("endless", instrumented, "endless-loop", "line 3");
    quarantined("guard", NULL, "guard-damaged", "argument 0");
    quarantined("hang", instrumented, "probe-timeout", "no answer within 1 s");
    quarantined("die", instrumented, "probe-crash", "signal 6");
    quarantined("fatal", instrumented, "probe-crash", "as told");
    quarantined("garbage", instrumented, "probe-crash", "garbage");
    quarantined("mix-up", instrumented, "probe-crash", "another launch");
    quarantined("refuse", instrumented, "probe-refused", "as told");
    quarantined("no-build", instrumented, "probe-build", "as told");
    quarantined("killed", instrumented, "probe-crash", "signal 9");
}

/* What cannot be instrumented, or not on this device, runs plain. */
static void guard_zones_are_the_fallback(void **state) {
    (void)state;
    static const struct {
        const char *fake, *probe, *detail;
    } cases[] = {
        {"", NULL, "could not be instrumented"},
        {"no-probe-build", instrumented, "does not build: as told"},
        {"compiler-crash", instrumented,
         "compiling the instrumented kernel, the worker was killed by signal 6"},
        {"compiler-hang", instrumented, "compiler took too long"},
        {"too-heavy", instrumented, "the device refuses"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char sql[256];
        plan(settings_for(cases[i].fake), 1, cases[i].probe);
        run_with(cases[i].fake, all);
        snprintf(
            sql, sizeof sql,
            "SELECT count(*) FROM probe WHERE status = 'clean' AND launches = 3 AND detail LIKE "
            "'guard zones only: %%%s%%'",
            cases[i].detail);
        if (count(sql) != 1) fail_msg("%s:\n%s", cases[i].fake, run_log());
        assert_int_equal(count("SELECT count(*) FROM probe_range"), 0);
        assert_int_equal(count("SELECT count(*) FROM timing"), 2);
        assert_has(run_log(), "by guard zones only");
    }
}

/* A worker that somebody else killed, or that an earlier kernel may have spoilt, blames nobody. */
static void innocent_kernels_are_tried_again(void **state) {
    (void)state;
    plan(settings, 6, instrumented);
    run_with("killed-often", all);
    assert_int_equal(count("SELECT count(*) FROM probe WHERE status = 'clean'"), 6);
    assert_int_equal(count("SELECT count(*) FROM timing"), 12);
    plan(settings, 6, instrumented);
    run_with("tired", all);
    assert_int_equal(count("SELECT count(*) FROM probe WHERE status = 'clean'"), 6);
}

static void retrying_probes_quarantined_kernels_again(void **state) {
    (void)state;
    plan(settings, 2, instrumented);
    run_with("die-once", all);
    assert_int_equal(count("SELECT count(*) FROM probe WHERE status = 'quarantined'"), 1);
    assert_int_equal(count("SELECT count(*) FROM timing"), 2);
    run_with("", all);
    assert_has(run_log(), "nothing to do");
    run_with("", (prof_options){.limit = -1, .retry_failed = true});
    assert_int_equal(count("SELECT count(*) FROM probe WHERE status = 'clean'"), 2);
    assert_int_equal(count("SELECT count(*) FROM timing"), 4);
    assert_int_equal(count("SELECT count(*) FROM failure"), 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(clean_kernels_are_timed),
    cmocka_unit_test(what_checks_do_not_reach_is_told),
    cmocka_unit_test(probing_alone_times_nothing),
    cmocka_unit_test(no_samples_no_probe),
    cmocka_unit_test(a_limit_probes_no_more_than_it_needs),
    cmocka_unit_test(a_constant_lack_is_repaired),
    cmocka_unit_test(unsafe_kernels_are_quarantined),
    cmocka_unit_test(guard_zones_are_the_fallback),
    cmocka_unit_test(innocent_kernels_are_tried_again),
    cmocka_unit_test(retrying_probes_quarantined_kernels_again),
};

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], PROF_WORKER_FLAG) == 0) fake_worker();
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
