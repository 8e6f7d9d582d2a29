/* A temporary folder for one test program, a database in it, and short ways to fill it. */
#ifndef TEST_DB_TEMP_H
#define TEST_DB_TEMP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/log.h"
#include "db/record.h"

static char temp_dir[64];

static inline int temp_setup(void **state) {
    (void)state;
    lp_log_set_level(LP_LOG_QUIET);
    strcpy(temp_dir, "/tmp/llmperf-test-XXXXXX");
    return mkdtemp(temp_dir) ? 0 : -1;
}

static inline int temp_teardown(void **state) {
    (void)state;
    char cmd[128];
    snprintf(cmd, sizeof cmd, "rm -rf '%s'", temp_dir);
    return system(cmd); // NOLINT(cert-env33-c): a test, on a name made here
}

/* One of four rotating buffers: enough for one expression. */
static inline const char *temp_path(const char *name) {
    static char buf[4][128];
    static unsigned next;
    char *p = buf[next++ % 4];
    snprintf(p, sizeof buf[0], "%s/%s", temp_dir, name);
    return p;
}

/* Opens or fails the test with the message. */
static inline db *temp_open(const char *path, db_mode mode) {
    lp_err e = {""};
    db *d = db_open(path, mode, &e);
    if (!d) fail_msg("%s", e.msg);
    return d;
}

/* An empty database of that name; an older one is removed. */
static inline db *temp_db(const char *name) {
    const char *path = temp_path(name);
    unlink(path);
    return temp_open(path, DB_CREATE);
}

static inline void must(int rc, const lp_err *e) {
    if (rc != 0) fail_msg("%s", e->msg);
}

static inline void sql(db *d, const char *text) {
    char *msg = NULL;
    if (sqlite3_exec(db_handle(d), text, NULL, NULL, &msg) != SQLITE_OK)
        fail_msg("%s: %s", text, msg);
}

static inline int64_t num(db *d, const char *text) {
    int64_t v = 0;
    lp_err e = {""};
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(db_handle(d), text, -1, &s, NULL) != SQLITE_OK)
        fail_msg("%s: %s", text, sqlite3_errmsg(db_handle(d)));
    int rc = db_step(d, s, &e);
    if (rc < 0) fail_msg("%s", e.msg);
    v = rc == 1 ? sqlite3_column_int64(s, 0) : -1;
    sqlite3_finalize(s);
    return v;
}

#define assert_has(text, part)                                                                     \
    do {                                                                                           \
        if (!strstr((text), (part))) fail_msg("\"%s\" lacks \"%s\"", (text), (part));              \
    } while (0)

/* ---- rows: every value that a test does not care about has a plain default
 * ------------------------ */

static inline db_kernel plain_kernel(const char *path, const char *name, const char *hash,
                                     const char *family) {
    return (db_kernel){.path = (char *)path,
                       .name = (char *)name,
                       .line = 3,
                       .hash = (char *)hash,
                       .family = (char *)family,
                       .source = "__kernel void k(__global float *x, int n) {}",
                       .std = "CL1.2",
                       .dims = 1,
                       .ok = true,
                       .pattern = "direct",
                       .constraints = "[]"};
}

static inline int64_t add_kernel(db *d, const char *path, const char *name, const char *hash,
                                 const char *family) {
    lp_err e;
    db_arg args[] = {{0, "x", "buffer", "float", 4, "rw", "direct", NULL, NULL, "n", NULL},
                     {1, "n", "scalar", "int", 4, "r", NULL, "bound", NULL, NULL, "{\"min\":1}"}};
    db_feature features[] = {{"flop", "2 * n / global"}, {"odd", "n / (local - local)"}};
    db_kernel k = plain_kernel(path, name, hash, family);
    k.args = args;
    k.n_args = 2;
    k.features = features;
    k.n_features = 2;
    must(db_put_kernel(d, &k, &e), &e);
    return k.id;
}

static inline int64_t add_device(db *d, const char *name, int64_t units) {
    lp_err e;
    db_device v = {.platform = "P",
                   .name = (char *)name,
                   .vendor = "V",
                   .version = "OpenCL 3.0",
                   .driver = "1",
                   .type = "gpu",
                   .compute_units = units,
                   .max_work_group = 1024,
                   .local_mem_bytes = 49152,
                   .global_mem_bytes = 1 << 30,
                   .max_alloc_bytes = 1 << 28,
                   .clock_mhz = 1000,
                   .fp64 = true,
                   .advertised_resolution_ns = 1};
    must(db_put_device(d, &v, &e), &e);
    return v.id;
}

static inline int64_t add_sample(db *d, int64_t kernel, int idx, int64_t global) {
    lp_err e;
    db_sample_arg args[] = {{0, global, NULL, "uniform(0,1)"}, {1, -1, "100", NULL}};
    db_sample s = {.kernel_id = kernel,
                   .idx = idx,
                   .strategy = "memory-analysis",
                   .global_size = global,
                   .local_size = 64,
                   .class_ = (char *)db_class_of(global, 64, 4, 40),
                   .fill_seed = 1000 + idx,
                   .bytes = global * 4,
                   .args = args,
                   .n_args = 2};
    must(db_put_sample(d, &s, &e), &e);
    return s.id;
}

static inline int64_t add_run(db *d, int64_t device, const char *started) {
    lp_err e;
    must(db_run(d, &e,
                "INSERT INTO run (device_id, started, planned, ended) VALUES (?, ?, 1, 'now')",
                "it", device, started),
         &e);
    return sqlite3_last_insert_rowid(db_handle(d));
}

/* Three repetitions around `ns`, of a launch of `global` work-items on a device of 4 compute units.
 */
static inline void add_timing(db *d, int64_t sample, int64_t device, int64_t run,
                              const char *policy, int64_t ns) {
    lp_err e;
    char start[64], end[128];
    long long t = ns;
    snprintf(start, sizeof start, "[0,%lld,%lld]", 10 * t, 20 * t);
    snprintf(end, sizeof end, "[%lld,%lld,%lld]", t, 11 * t + 2, 21 * t + 1);
    char ask[128];
    snprintf(ask, sizeof ask, "SELECT global_size FROM sample WHERE id = %lld", (long long)sample);
    db_timing row = {.sample_id = sample,
                     .device_id = device,
                     .run_id = run,
                     .policy = policy,
                     .class_ = db_class_of(num(d, ask), 64, 4, 40),
                     .flags = "",
                     .start_ns = start,
                     .end_ns = end,
                     .median_ns = ns + 1,
                     .mean_ns = (double)ns + 1,
                     .min_ns = ns,
                     .max_ns = ns + 2,
                     .ci_lo_ns = ns,
                     .ci_hi_ns = ns + 2,
                     .reps = 3};
    must(db_put_timing(d, &row, &e), &e);
}

/* Probe launches 0 and 2 of a kernel of add_kernel; x has 32 elements in the one, `elems` in the
 * other.
 */
static inline void add_probe_samples(db *d, int64_t kernel, int64_t elems) {
    lp_err e;
    db_sample_arg args[2][2] = {{{0, 32, NULL, "uniform(0,1)"}, {1, -1, "100", NULL}},
                                {{0, elems, NULL, "uniform(0,1)"}, {1, -1, "100", NULL}}};
    db_sample s[2];
    for (int i = 0; i < 2; i++)
        s[i] = (db_sample){.idx = 2 * i,
                           .global_size = i ? 96 : 32,
                           .local_size = 32,
                           .fill_seed = 50 + 2 * i,
                           .bytes = args[i][0].elems * 4,
                           .args = args[i],
                           .n_args = 2};
    must(db_put_probe_samples(d, kernel, s, 2, &e), &e);
    assert_true(s[0].id > 0 && s[1].id > 0 && s[0].id != s[1].id);
    assert_int_equal(s[1].kernel_id, kernel);
}

enum { TEMP_PROBE_VERSION = 7 };

/* What these launches touched: all of x in the first, nothing in the second. */
static inline void add_probe(db *d, int64_t kernel, int64_t device, const char *status,
                             const char *reason) {
    lp_err e;
    db_probe_range ranges[] = {{0, 0, 32, true, 0, 31}, {2, 0, 96, false, 0, 0}};
    db_probe p = {kernel, device, (char *)status, (char *)reason, "said so", 2, TEMP_PROBE_VERSION,
                  ranges, 2};
    must(db_put_probe(d, &p, &e), &e);
}

#endif
