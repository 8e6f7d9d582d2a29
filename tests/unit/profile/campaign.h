/* A small campaign made by hand, and the supervisor run on it in a process of its own. */
#ifndef TESTS_PROFILE_CAMPAIGN_H
#define TESTS_PROFILE_CAMPAIGN_H

#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/campaign.h"
#include "common/log.h"
#include "db/ops.h"
#include "db/record.h"
#include "profile/supervisor.h"
#include "profile/worker.h"

static char temp_dir[64], db_file[96], log_file[96];

static inline int campaign_setup(void **state) {
    (void)state;
    strcpy(temp_dir, "/tmp/llmperf-test-XXXXXX");
    if (!mkdtemp(temp_dir)) return -1;
    snprintf(db_file, sizeof db_file, "%s/c.db", temp_dir);
    snprintf(log_file, sizeof log_file, "%s/log", temp_dir);
    char cache[96]; /* shared by the runs of a test: compiling the helper kernels takes a second */
    snprintf(cache, sizeof cache, "%s/cache", temp_dir);
    return setenv("TMPDIR", temp_dir, 1) || setenv("POCL_CACHE_DIR", cache, 1);
}

static inline int campaign_teardown(void **state) {
    (void)state;
    char cmd[128];
    snprintf(cmd, sizeof cmd, "rm -rf '%s'", temp_dir);
    return system(cmd); // NOLINT(cert-env33-c): a test, on a name made here
}

static inline void must(int rc, const lp_err *e) {
    if (rc != 0) fail_msg("%s", e->msg);
}

static inline db *open_db(db_mode mode) {
    lp_err e = {""};
    db *d = db_open(db_file, mode, &e);
    if (!d) fail_msg("%s", e.msg);
    return d;
}

/* A new database with a campaign row; settings is YAML below "profile:". */
static inline db *new_campaign(const char *settings) {
    lp_err e = {""};
    lp_campaign c;
    char yaml[1024];
    unlink(db_file);
    db *d = open_db(DB_CREATE);
    snprintf(yaml, sizeof yaml,
             "name: test\nseed: 5\ncorpus:\n  paths: [.]\nprofile:\n  burn_in_s: 0.01\n%s",
             settings);
    must(lp_campaign_parse("test.yaml", yaml, strlen(yaml), &c, &e), &e);
    char *json = lp_campaign_json(&c);
    must(db_run(d, &e,
                "INSERT INTO campaign (id, name, config_json, config_path, seed, plan_version, "
                "tool_version)"
                " VALUES (1, 'test', ?, 'test.yaml', 5, 1, 'test')",
                "t", json),
         &e);
    free(json);
    lp_campaign_free(&c);
    return d;
}

/* A kernel with one argument `__global float *a` of this access; its id. */
static inline int64_t add_kernel(db *d, const char *name, const char *source, const char *access) {
    lp_err e = {""};
    char *text = (char *)source, *named = (char *)name;
    db_arg arg = {.name = "a",
                  .kind = "buffer",
                  .type = "float",
                  .elem_bytes = 4,
                  .access = (char *)access,
                  .extent = "global"};
    db_kernel k = {.path = named,
                   .name = "k",
                   .line = 1,
                   .hash = named,
                   .family = named,
                   .source = text,
                   .std = "CL1.2",
                   .dims = 1,
                   .ok = true,
                   .pattern = "direct",
                   .constraints = "[]",
                   .args = &arg,
                   .n_args = 1};
    must(db_put_kernel(d, &k, &e), &e);
    return k.id;
}

/* n samples of 64, 128, ... work-items (32 * 2^idx work-groups each time). */
static inline void add_samples(db *d, int64_t kernel, int n) {
    lp_err e = {""};
    for (int i = 0; i < n; i++) {
        int64_t global = INT64_C(64) << i;
        db_sample_arg arg = {.idx = 0, .elems = global, .recipe = "uniform(0,1)"};
        db_sample s = {.kernel_id = kernel,
                       .idx = i,
                       .strategy = "naive",
                       .global_size = global,
                       .local_size = 32,
                       .class_ = i == 0 ? "under" : "saturated",
                       .fill_seed = 100 + i,
                       .bytes = 4 * global,
                       .args = &arg,
                       .n_args = 1};
        must(db_put_sample(d, &s, &e), &e);
    }
}

/* Probe launches of 64, 128, 256 work-items, with as many elements. probe: the instrumented text,
 * NULL for none. */
static inline void add_probes(db *d, int64_t kernel, const char *probe) {
    lp_err e = {""};
    db_sample s[3];
    db_sample_arg arg[3];
    for (int i = 0; i < 3; i++) {
        int64_t global = INT64_C(64) << i;
        arg[i] = (db_sample_arg){.idx = 0, .elems = global, .recipe = "uniform(0,1)"};
        s[i] = (db_sample){.idx = i,
                           .global_size = global,
                           .local_size = 32,
                           .fill_seed = 200 + i,
                           .bytes = 4 * global,
                           .args = &arg[i],
                           .n_args = 1};
    }
    must(db_put_probe_samples(d, kernel, s, 3, &e), &e);
    must(db_run(d, &e, "UPDATE kernel SET probe = ? WHERE id = ?", "ti", probe, kernel), &e);
}

static inline int64_t num(db *d, const char *sql) {
    int64_t v = 0;
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(db_handle(d), sql, -1, &s, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db_handle(d)));
    if (sqlite3_step(s) == SQLITE_ROW) v = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return v;
}

/* Starts the supervisor in a child process whose output goes to log_file. */
static inline pid_t start_run(prof_options o) {
    o.db = db_file;
    if (o.shard.count == 0) o.shard = (prof_shard){0, 1};
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0) return pid;
    int fd = open(log_file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    lp_log_init("llmperf-profile");
    lp_log_set_level(LP_LOG_VERBOSE);
    int status = prof_run(&o);
    fflush(NULL);
    _exit(status);
}

static inline int end_of(pid_t pid) {
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The supervisor's output of the last run. */
static inline const char *run_log(void) {
    static char text[1 << 16];
    FILE *f = fopen(log_file, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f) fclose(f);
    text[n] = '\0';
    return text;
}

static inline void run_to_the_end(prof_options o) {
    int status = end_of(start_run(o));
    if (status != 0) fail_msg("status %d:\n%s", status, run_log());
}

/* What a run must leave behind, whatever the plan. */
static inline void check_rows(db *d) {
    assert_int_equal(num(d, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    assert_int_equal(num(d, "SELECT count(*) FROM run r WHERE timed <> (SELECT count(*) FROM "
                            "timing WHERE run_id = r.id)"
                            " OR failed <> (SELECT count(*) FROM failure WHERE run_id = r.id)"),
                     0);
    assert_int_equal(
        num(d, "SELECT count(*) FROM failure f JOIN timing t USING (sample_id, device_id)"), 0);
    assert_int_equal(
        num(d, "SELECT count(*) FROM timing WHERE median_ns < min_ns OR median_ns > max_ns"
               " OR ci_lo_ns > median_ns OR ci_hi_ns < median_ns"
               " OR reps <> json_array_length(start_ns) OR reps <> json_array_length(end_ns)"
               " OR json_extract(start_ns, '$[0]') <> 0"),
        0);
    assert_int_equal(
        num(d, "SELECT count(*) FROM timing t, json_each(t.start_ns) s, json_each(t.end_ns) e"
               " WHERE s.key = e.key AND s.value >= e.value"),
        0);
}

static inline void fail_verdict(void *ctx, const char *name, bool ok, const char *detail) {
    (void)ctx;
    if (!ok) fail_msg("db check: %s: %s", name, detail);
}

/* The same, of a plan that is in order. */
static inline void check_db(db *d) {
    lp_err e = {""};
    lp_campaign c;
    char *json = NULL;
    int failed = 0;
    must(db_get_text(d, &e, &json, "SELECT config_json FROM campaign", ""), &e);
    must(lp_campaign_from_json(json, &c, &e), &e);
    must(db_check(d, &c, NULL, false, fail_verdict, NULL, &failed, &e), &e);
    lp_campaign_free(&c);
    free(json);
    check_rows(d);
}

/* main() of a test with runs: the program is its own worker. */
#define CAMPAIGN_MAIN(tests)                                                                       \
    int main(int argc, char **argv) {                                                              \
        if (argc == 2 && strcmp(argv[1], PROF_WORKER_FLAG) == 0) prof_worker_main();               \
        return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);                   \
    }

#endif
