/* The supervisor against workers that misbehave by script: no OpenCL is involved, so every answer
 * and every end can be had at will. */
#include "fake.h"

#include <time.h>

/* Steady, or slower by a tenth each time any worker is asked. */
static void say_sentinels(void) {
    static const char *const names[] = {"compute", "bandwidth", "latency"};
    int asked = 0;
    char path[128];
    snprintf(path, sizeof path, "%s/asked", getenv("TMPDIR"));
    FILE *f = fopen(path, "a+");
    if (f) {
        fputc('.', f);
        asked = (int)ftell(f);
        fclose(f);
    }
    json_t *j = prof_ok_json();
    for (int i = 0; i < 3; i++) {
        int64_t zero[9] = {0}, t[9];
        for (int k = 0; k < 9; k++) t[k] = 100000 + k + (is("drift") ? INT64_C(10000) * asked : 0);
        const prof_times times = {.start = zero, .end = t, .n = 9};
        json_object_set_new(j, names[i], prof_times_json(&times));
    }
    say(j);
}

static void on_time(const json_t *job) {
    int64_t sample = lp_json_i64(job, "sample", 0);
    if (is("drift")) {
        const struct timespec nap = {.tv_nsec = 20000000};
        nanosleep(&nap, NULL);
    }
    if (is("always-killed") || (is("killed-often") && among_first(9))) raise(SIGKILL);
    if (is("die")) _exit(3);
    if (is("die-on-odd") && sample % 2) abort();
    if (is("fatal")) {
        say_refusal(PROF_LAUNCH_FAILED, true);
        _exit(0);
    }
    if (is("garbage"))
        puts("{\"ok\":tru");
    else if (is("bad-times"))
        say_times(sample, -5, 9, 1);
    else if (is("mix-up"))
        say_times(sample + 1, 1000, 9, 1);
    else if (is("refuse"))
        say_refusal(PROF_LOCAL_TOO_LARGE, false);
    else if (is("two-lines"))
        puts("{\"ok\":true}\n{\"ok\":true}");
    else if (is("close")) {
        close(STDOUT_FILENO);
        pause();
    } else
        say_times(sample, 1000 + sample, 9, 9000);
    fflush(stdout);
}

/* A builder, or what it compiles with, under the program named "bad". */
static void on_compile(const json_t *job) {
    static char *eaten[16];
    const size_t step = 32 << 20;
    if (strcmp(lp_json_str(job, "source", ""), "bad") == 0) {
        if (is("builder-crash") || (is("linker-killed") && first_time())) abort();
        if (is("builder-hang")) pause();
        for (int i = 0; is("builder-eats") && i < 16; i++) {
            eaten[i] = malloc(step);
            if (eaten[i]) memset(eaten[i], 1, step);
        }
        if (is("builder-eats")) pause();
        if (is("builder-killed") && among_first(9)) raise(SIGKILL);
        if (is("builder-always-killed")) raise(SIGKILL);
    }
    say(prof_ok_json());
}

/* Holds the database for longer than SQLite's own patience, from this moment on. */
static void lock_database(void) {
    int ready[2];
    char c = 0;
    if (pipe(ready) != 0) abort();
    if (fork() == 0) {
        const struct timespec nap = {.tv_sec = 6, .tv_nsec = 500000000};
        lp_err e = {""};
        snprintf(db_file, sizeof db_file, "%s/c.db", getenv("TMPDIR"));
        db *d = db_open(db_file, DB_WRITE, &e);
        if (!d || db_begin(d, &e) != 0 || write(ready[1], &c, 1) != 1) _exit(1);
        nanosleep(&nap, NULL);
        db_commit(d, &e);
        db_close(d);
        _exit(0);
    }
    if (read(ready[0], &c, 1) != 1) abort();
}

static void on_calibrate(void) {
    if (is("calibration-dies") || (is("calibration-dies-once") && first_time())) abort();
    if (is("calibration-killed-once") && first_time()) raise(SIGKILL);
    if (is("calibration-locks")) lock_database();
    say(prof_ok_json());
}

static void on_list(void) {
    if (is("list-killed-once") && first_time()) raise(SIGKILL);
    say_devices();
}

static void on_open(const json_t *job) {
    if (is("no-open") || (is("no-builders") && json_is_true(json_object_get(job, "builder"))))
        _exit(1);
    if (is("open-refused"))
        say_refusal(PROF_LAUNCH_FAILED, true);
    else
        say(prof_ok_json());
}

static _Noreturn void fake_worker(void) {
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    while ((n = getline(&line, &cap, stdin)) > 0) {
        json_t *job = lp_json_parse(line, (size_t)n, NULL);
        const char *op = lp_json_str(job, "op", "");
        if (strcmp(op, "list") == 0)
            on_list();
        else if (strcmp(op, "open") == 0)
            on_open(job);
        else if (strcmp(op, "calibrate") == 0)
            on_calibrate();
        else if (strcmp(op, "compile") == 0)
            on_compile(job);
        else if (strcmp(op, "kernel") == 0 && is("compiler-crash"))
            abort();
        else if (strcmp(op, "kernel") == 0 && is("compiler-hang"))
            pause();
        else if (strcmp(op, "sentinel") == 0)
            say_sentinels();
        else if (strcmp(op, "time") == 0)
            on_time(job);
        else
            say(prof_ok_json());
        json_decref(job);
    }
    _exit(0);
}

static void plan(const char *settings, int kernels, int samples) {
    char path[128];
    snprintf(path, sizeof path, "%s/asked", temp_dir);
    unlink(path);
    db *d = new_campaign(settings);
    for (int i = 0; i < kernels; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        add_samples(d, add_kernel(d, name, "", "r"), samples);
    }
    db_close(d);
}

static const char plain[] = "  cold_share: 0\n  retime_share: 0\n  sentinel_every_s: 0\n  "
                            "timeout_s: 2\n  build_timeout_s: 1\n";

static void run_fake(const char *fake, int want_status) {
    setenv("FAKE", fake, 1);
    int status = end_of(start_run((prof_options){.limit = -1}));
    if (status != want_status) fail_msg("%s: status %d:\n%s", fake, status, run_log());
    db *d = open_db(DB_READ);
    check_db(d);
    db_close(d);
}

static int64_t count(const char *sql) {
    db *d = open_db(DB_READ);
    int64_t n = num(d, sql);
    db_close(d);
    return n;
}

static void a_good_worker_does_all(void **state) {
    (void)state;
    plan(plain, 3, 5);
    run_fake("", 0);
    assert_int_equal(count("SELECT count(*) FROM timing WHERE median_ns = 1000 + sample_id AND "
                           "reps = 9 AND flags = ''"),
                     15);
    assert_int_equal(count("SELECT busy_ns FROM run"), 15 * 9000);
    assert_int_equal(count("SELECT count(*) FROM sentinel"), 0);
}

static void a_device_that_cannot_be_opened_ends_the_run(void **state) {
    (void)state;
    static const char *const fakes[] = {"no-open", "open-refused"};
    for (int i = 0; i < 2; i++) {
        plan(plain, 1, 5);
        run_fake(fakes[i], 1);
        assert_has(run_log(), "5 workers in a row");
        assert_int_equal(count("SELECT count(*) FROM failure"), 0);
    }
}

static void workers_that_only_die_end_the_run(void **state) {
    (void)state;
    plan(plain, 12, 5);
    run_fake("die", 1);
    assert_has(run_log(), "20 workers in a row died without finishing a sample");
    assert_has(run_log(), "status 3");
    int64_t failed = count("SELECT count(*) FROM failure");
    assert_true(failed >= 20 && failed < 60);
    run_fake("", 0); /* and the same command goes on */
    assert_int_equal(count("SELECT count(*) FROM failure"), failed);
    assert_int_equal(count("SELECT count(*) FROM timing"), 60 - failed);
}

static void a_crash_costs_one_sample(void **state) {
    (void)state;
    plan(plain, 2, 4);
    run_fake("die-on-odd", 0);
    assert_int_equal(count("SELECT count(*) FROM timing WHERE sample_id % 2 = 0"), 4);
    assert_int_equal(
        count("SELECT count(*) FROM failure WHERE sample_id % 2 = 1 AND reason = 'crash'"
              " AND detail LIKE '%signal 6%'"),
        4);
}

static void broken_contexts_are_replaced(void **state) {
    (void)state;
    plan(plain, 1, 5);
    run_fake("fatal", 0);
    assert_int_equal(count("SELECT count(*) FROM failure WHERE reason = 'launch-failed'"), 3);
    assert_int_equal(count("SELECT count(*) FROM failure WHERE reason = 'skipped-after-crash'"), 2);
}

static void answers_are_not_believed(void **state) {
    (void)state;
    static const char *const fakes[] = {"garbage", "bad-times", "two-lines", "close", "mix-up"};
    for (int i = 0; i < 5; i++) {
        plan(plain, 1, 4);
        run_fake(fakes[i], 0);
        assert_int_equal(
            count("SELECT count(*) FROM failure WHERE reason IN ('crash', 'skipped-after-crash')"),
            4);
        assert_int_equal(count("SELECT count(*) FROM timing"), 0);
    }
}

static void refusals_keep_the_worker(void **state) {
    (void)state;
    plan(plain, 2, 6);
    run_fake("refuse", 0);
    assert_int_equal(
        count(
            "SELECT count(*) FROM failure WHERE reason = 'local-too-large' AND detail = 'as told'"),
        12);
}

static void compilers_that_crash_or_hang_cost_a_kernel(void **state) {
    (void)state;
    plan(plain, 2, 3);
    run_fake("compiler-crash", 0);
    assert_int_equal(count("SELECT count(*) FROM failure WHERE reason = 'build-crash'"), 6);
    plan(plain, 2, 3);
    run_fake("compiler-hang", 0);
    assert_int_equal(count("SELECT count(*) FROM failure WHERE reason = 'build-timeout'"), 6);
}

/* One bad program between two good ones. */
static void plan_a_bad_one(const char *settings) {
    plan(settings, 1, 3);
    db *d = open_db(DB_WRITE);
    add_samples(d, add_kernel(d, "bad", "bad", "r"), 3);
    add_samples(d, add_kernel(d, "last", "good", "r"), 3);
    db_close(d);
}

static void builders_that_crash_hang_or_eat_memory_cost_a_kernel(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"builder-crash", "build-crash"},
                                           {"builder-always-killed", "build-crash"},
                                           {"builder-hang", "build-timeout"},
                                           {"builder-eats", "memory-limit"}};
    for (int i = 0; i < 4; i++) {
        char sql[160], settings[256];
        bool hang = i == 2; /* the others may be slow on a machine at work */
        snprintf(settings, sizeof settings,
                 "  cold_share: 0\n  retime_share: 0\n  sentinel_every_s: 0\n"
                 "  build_timeout_s: %d\n  memory_bytes_max: 268435456\n",
                 hang ? 1 : 60);
        plan_a_bad_one(settings);
        run_fake(cases[i][0], 0);
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM failure f JOIN sample s ON s.id = f.sample_id JOIN kernel k"
                 " ON k.id = s.kernel_id WHERE k.path = 'bad' AND f.reason = '%s'",
                 cases[i][1]);
        if (count(sql) != 3) fail_msg("%s: %s", cases[i][0], run_log());
        assert_int_equal(count("SELECT count(*) FROM failure"), 3);
        assert_int_equal(count("SELECT count(*) FROM timing"), 6);
    }
}

/* As many samples as the good kernels have: that of the bad one, which is not the last of the plan,
 * does not hold them up. */
static void a_hanging_compiler_holds_up_no_other_kernel(void **state) {
    (void)state;
    plan("  cold_share: 0\n  retime_share: 0\n  sentinel_every_s: 0\n  build_timeout_s: 30\n"
         "  builders: 2\n",
         6, 3);
    db *d = open_db(DB_WRITE);
    add_samples(d, add_kernel(d, "bad", "bad", "r"), 3);
    db_close(d);
    setenv("FAKE", "builder-hang", 1);
    assert_int_equal(end_of(start_run((prof_options){.limit = 18})), 0);
    assert_int_equal(count("SELECT count(*) FROM timing"), 18);
    assert_int_equal(count("SELECT count(*) FROM failure"), 0);
}

static void all_is_timed(const char *fake) {
    plan_a_bad_one(plain);
    run_fake(fake, 0);
    if (count("SELECT count(*) FROM timing") != 9 || count("SELECT count(*) FROM failure") != 0)
        fail_msg("%s: %s", fake, run_log());
}

static void builders_that_are_killed_cost_nothing(void **state) {
    (void)state;
    all_is_timed("builder-killed");
    all_is_timed("linker-killed");
    all_is_timed("no-builders");
}

static void processes_killed_at_the_start_cost_nothing(void **state) {
    (void)state;
    all_is_timed("list-killed-once");
    all_is_timed("calibration-killed-once");
    all_is_timed("calibration-dies-once");
}

/* Whoever kills nine workers under one sample says nothing about the sample. */
static void killed_workers_cost_nothing(void **state) {
    (void)state;
    all_is_timed("killed-often");
    plan(plain, 1, 2);
    run_fake("always-killed", 0);
    assert_int_equal(count("SELECT count(*) FROM failure WHERE reason = 'crash'"), 2);
}

static void a_device_that_cannot_be_calibrated_ends_the_run(void **state) {
    (void)state;
    plan(plain, 1, 5);
    run_fake("calibration-dies", 1);
    assert_has(run_log(), "cannot be calibrated: 3 workers in a row");
    assert_int_equal(count("SELECT count(*) FROM failure"), 0);
}

static void a_lock_at_the_start_is_waited_for(void **state) {
    (void)state;
    all_is_timed("calibration-locks");
    assert_has(run_log(), "locked by another process; waiting");
}

static void steady_sentinels_make_one_epoch(void **state) {
    (void)state;
    plan("  cold_share: 0\n  retime_share: 0\n  sentinel_every_s: 0.001\n", 3, 6);
    run_fake("", 0);
    assert_true(count("SELECT count(*) FROM sentinel") >= 6);
    assert_int_equal(count("SELECT count(DISTINCT epoch) FROM sentinel"), 1);
    assert_int_equal(count("SELECT count(DISTINCT epoch) FROM timing"), 1);
}

/* Each sentinel move begins an epoch; what was timed just before is timed again, as far as a tenth
 * of the time goes. */
static void drift_begins_epochs_and_repeats_samples(void **state) {
    (void)state;
    plan("  cold_share: 0\n  retime_share: 0\n  sentinel_every_s: 0.1\n", 10, 6);
    run_fake("drift", 0);
    assert_int_equal(count("SELECT count(*) FROM timing"), 60);
    assert_int_equal(count("SELECT timed FROM run"), 60);
    assert_true(count("SELECT count(DISTINCT epoch) FROM sentinel") > 3);
    assert_has(run_log(), "timed again after drift");
    assert_has(run_log(), "sentinel compute moved");
    /* Rows are in order of insertion: one with a later epoch than a later row's was timed again. */
    int64_t redone = count("SELECT count(*) FROM timing a WHERE EXISTS"
                           " (SELECT 1 FROM timing b WHERE b.id > a.id AND b.epoch < a.epoch)");
    assert_true(redone >= 1 && redone <= 30);
    /* A further run counts on. */
    db *d = open_db(DB_WRITE);
    add_samples(d, add_kernel(d, "more", "", "r"), 2);
    db_close(d);
    int64_t last = count("SELECT max(epoch) FROM sentinel");
    run_fake("", 0);
    assert_int_equal(count("SELECT min(epoch) FROM sentinel WHERE run_id = 2"), last + 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_good_worker_does_all),
    cmocka_unit_test(a_device_that_cannot_be_opened_ends_the_run),
    cmocka_unit_test(workers_that_only_die_end_the_run),
    cmocka_unit_test(a_crash_costs_one_sample),
    cmocka_unit_test(broken_contexts_are_replaced),
    cmocka_unit_test(answers_are_not_believed),
    cmocka_unit_test(refusals_keep_the_worker),
    cmocka_unit_test(compilers_that_crash_or_hang_cost_a_kernel),
    cmocka_unit_test(builders_that_crash_hang_or_eat_memory_cost_a_kernel),
    cmocka_unit_test(a_hanging_compiler_holds_up_no_other_kernel),
    cmocka_unit_test(builders_that_are_killed_cost_nothing),
    cmocka_unit_test(processes_killed_at_the_start_cost_nothing),
    cmocka_unit_test(killed_workers_cost_nothing),
    cmocka_unit_test(a_device_that_cannot_be_calibrated_ends_the_run),
    cmocka_unit_test(a_lock_at_the_start_is_waited_for),
    cmocka_unit_test(steady_sentinels_make_one_epoch),
    cmocka_unit_test(drift_begins_epochs_and_repeats_samples),
};

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], PROF_WORKER_FLAG) == 0) fake_worker();
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
