/* Kills at bad moments: nothing finished is lost, the same command goes on; one supervisor a file.
 */
#include "campaign.h"

#include <dirent.h>
#include <sys/stat.h>
#include <time.h>

#include "profile/lock.h"

enum { KERNELS = 3, SAMPLES = 6, ALL = KERNELS * SAMPLES };

/* Some milliseconds a launch whatever its size, so that a run takes seconds. */
static const char slow[] =
    "__kernel void k(volatile __global float *a) {"
    " if (get_global_id(0) == 0) for (int i = 0; i < 500000; i++) a[0] = a[0] + 1.0f; }";

static void slow_campaign(void) {
    db *d = new_campaign("  reps_max: 9\n  cold_share: 0\n  retime_share: 0\n  timeout_s: 10\n");
    for (int i = 0; i < KERNELS; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        add_samples(d, add_kernel(d, name, slow, "rw"), SAMPLES);
    }
    db_close(d);
}

static void nap_ms(long ms) {
    const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

/* Until the running supervisor has stored n timings. */
static int64_t await_timings(int64_t n) {
    for (int i = 0; i < 3000; i++) {
        db *d = open_db(DB_READ);
        int64_t have = num(d, "SELECT count(*) FROM timing");
        db_close(d);
        if (have >= n) return have;
        nap_ms(10);
    }
    fail_msg("no %lld timings after 30 s:\n%s", (long long)n, run_log());
    return 0;
}

/* A child of `parent` that runs a worker, 0 when there is none. */
static pid_t worker_of(pid_t parent) {
    DIR *dir = opendir("/proc");
    pid_t found = 0;
    for (struct dirent *d; dir && (d = readdir(dir));) {
        char path[300], text[512] = "";
        int pid = atoi(d->d_name), ppid = 0; // NOLINT(cert-err34-c): 0 for no number
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        FILE *f = pid > 0 ? fopen(path, "r") : NULL;
        if (!f) continue;
        if (fgets(text, sizeof text, f))
            sscanf(text, "%*d (%*[^)]) %*c %d", &ppid); // NOLINT(cert-err34-c)
        fclose(f);
        if (ppid == parent) found = pid;
    }
    closedir(dir);
    return found;
}

static bool exists(pid_t pid) {
    return kill(pid, 0) == 0;
}

static void everything_is_timed(void) {
    db *d = open_db(DB_READ);
    check_db(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), ALL);
    assert_int_equal(num(d, "SELECT count(*) FROM failure"), 0);
    db_close(d);
}

static void a_killed_supervisor_loses_nothing(void **state) {
    (void)state;
    slow_campaign();
    for (int64_t want = 3; want < ALL; want += 5) {
        pid_t pid = start_run((prof_options){.limit = -1});
        int64_t stored = await_timings(want);
        pid_t worker = worker_of(pid);
        assert_true(worker > 0);
        kill(pid, SIGKILL);
        assert_int_equal(end_of(pid), 128 + SIGKILL);
        for (int i = 0; i < 500 && exists(worker); i++) nap_ms(10);
        assert_false(exists(worker));
        db *d = open_db(DB_READ);
        check_db(d);
        assert_true(num(d, "SELECT count(*) FROM timing") >= stored);
        assert_int_equal(num(d, "SELECT count(*) FROM run WHERE ended IS NULL AND busy_ns > 0") > 0,
                         1);
        db_close(d);
    }
    db *d = open_db(DB_READ);
    int64_t runs = num(d, "SELECT count(*) FROM run"),
            sum = num(d, "SELECT sum(id * median_ns) FROM timing");
    int64_t last = num(d, "SELECT max(id) FROM timing");
    db_close(d);
    run_to_the_end((prof_options){.limit = -1});
    everything_is_timed();
    d = open_db(DB_READ);
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT sum(id * median_ns) FROM timing WHERE id <= %lld",
             (long long)last);
    assert_true(num(d, sql) == sum); /* what was stored is as it was */
    assert_int_equal(num(d, "SELECT count(*) FROM run"), runs + 1);
    db_close(d);
    char lock[128];
    snprintf(lock, sizeof lock, "%s-lock", db_file);
    struct stat st;
    assert_int_equal(stat(lock, &st), -1); /* cleaned up by the run that ended */
}

static void a_killed_worker_is_replaced(void **state) {
    (void)state;
    slow_campaign();
    static const int signals[] = {SIGKILL, SIGTERM}; /* a scheduler ends all processes of a job */
    pid_t pid = start_run((prof_options){.limit = -1});
    for (int64_t want = 2; want < ALL; want += 6) {
        await_timings(want);
        pid_t worker = worker_of(pid);
        if (worker > 0) kill(worker, signals[want / 6 % 2]);
    }
    int status = end_of(pid);
    if (status != 0) fail_msg("status %d:\n%s", status, run_log());
    everything_is_timed();
}

static void an_interrupted_run_ends_well(void **state) {
    (void)state;
    slow_campaign();
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        pid_t pid = start_run((prof_options){.limit = -1});
        await_timings(2 + 4 * i);
        kill(pid, signals[i]);
        assert_int_equal(end_of(pid), 130);
        assert_has(run_log(), "interrupted");
        db *d = open_db(DB_READ);
        check_db(d);
        assert_int_equal(num(d, "SELECT count(*) FROM run WHERE ended IS NULL"), 0);
        assert_int_equal(num(d, "SELECT count(*) FROM failure"), 0);
        db_close(d);
    }
    run_to_the_end((prof_options){.limit = -1});
    everything_is_timed();
}

static void a_second_supervisor_is_refused(void **state) {
    (void)state;
    slow_campaign();
    pid_t first = start_run((prof_options){.limit = -1});
    await_timings(1);
    strcat(log_file, "2");
    assert_int_equal(end_of(start_run((prof_options){.limit = -1})), 1);
    assert_has(run_log(), "another llmperf-profile");
    char pid[32];
    snprintf(pid, sizeof pid, "process %d", first);
    assert_has(run_log(), pid);
    log_file[strlen(log_file) - 1] = '\0';
    assert_int_equal(end_of(first), 0);
    everything_is_timed();
}

static void locks_follow_the_file_not_its_name(void **state) {
    (void)state;
    prof_lock a, b;
    lp_err e = {""};
    char link[128];
    slow_campaign();
    snprintf(link, sizeof link, "%s/link.db", temp_dir);
    assert_int_equal(symlink(db_file, link), 0);
    must(prof_lock_take(&a, db_file, &e), &e);
    assert_int_equal(prof_lock_take(&b, link, &e), -1);
    assert_has(e.msg, link);
    prof_lock_drop(&a);
    must(prof_lock_take(&b, link, &e), &e);
    prof_lock_drop(&b);
    prof_lock_drop(&b); /* harmless */
    assert_int_equal(prof_lock_take(&a, "/nonexistent/dir/c.db", &e), -1);
    assert_has(e.msg, "/nonexistent/dir/c.db-lock");
}

/* A killed supervisor of several devices: its lanes die a moment later. */
static void what_a_dead_holder_leaves_is_waited_for(void **state) {
    (void)state;
    prof_lock l;
    lp_err e = {""};
    slow_campaign();
    fflush(NULL);
    pid_t holder = fork();
    if (holder == 0) {
        if (prof_lock_take(&l, db_file, &e) != 0) _exit(1);
        if (fork() == 0) nap_ms(700);
        _exit(0);
    }
    assert_int_equal(end_of(holder), 0);
    must(prof_lock_take(&l, db_file, &e), &e);
    prof_lock_drop(&l);
}

static void a_locked_database_is_waited_for(void **state) {
    (void)state;
    slow_campaign();
    pid_t pid = start_run((prof_options){.limit = -1});
    await_timings(2);
    db *d = open_db(DB_WRITE);
    lp_err e = {""};
    must(db_begin(d, &e), &e);
    nap_ms(6500); /* longer than SQLite's own patience */
    must(db_commit(d, &e), &e);
    db_close(d);
    int status = end_of(pid);
    if (status != 0) fail_msg("status %d:\n%s", status, run_log());
    assert_has(run_log(), "locked by another process; waiting");
    everything_is_timed();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_killed_supervisor_loses_nothing),
    cmocka_unit_test(a_killed_worker_is_replaced),
    cmocka_unit_test(an_interrupted_run_ends_well),
    cmocka_unit_test(a_second_supervisor_is_refused),
    cmocka_unit_test(locks_follow_the_file_not_its_name),
    cmocka_unit_test(what_a_dead_holder_leaves_is_waited_for),
    cmocka_unit_test(a_locked_database_is_waited_for),
};
CAMPAIGN_MAIN(tests)
