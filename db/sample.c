/* A sample of a campaign: a small database with some of its timed samples.
 *
 * Input: an open database, what to choose (choose.c). Output: a new file that `llmperf validate`,
 * `export` and `check` read: the kernels with their arguments and features, the launches, their
 * warm timings, the split. Left out: everything that is for measuring or balancing (accesses,
 * probes, failures, sentinels, other policies) and the predictions. Row ids stay, so that the same
 * choice is the same file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "db/internal.h"
#include "db/ops.h"

#define CHOSEN_KERNELS " IN (SELECT kernel_id FROM src.sample WHERE id IN (SELECT id FROM chosen))"

/* In the order that foreign keys ask for. */
static const char *const copy_sql[] = {
    "INSERT INTO main.campaign SELECT * FROM src.campaign",
    "INSERT INTO main.device SELECT * FROM src.device WHERE id IN (SELECT device_id FROM src.timing"
    " WHERE policy = 'warm' AND sample_id IN (SELECT id FROM chosen))",
    "INSERT INTO main.kernel SELECT * FROM src.kernel WHERE id" CHOSEN_KERNELS,
    "INSERT INTO main.argument SELECT * FROM src.argument WHERE kernel_id" CHOSEN_KERNELS,
    "INSERT INTO main.feature SELECT * FROM src.feature WHERE kernel_id" CHOSEN_KERNELS,
    "INSERT INTO main.sample SELECT * FROM src.sample WHERE id IN (SELECT id FROM chosen)",
    "INSERT INTO main.sample_arg SELECT * FROM src.sample_arg WHERE sample_id IN"
    " (SELECT id FROM chosen)",
    "INSERT INTO main.run SELECT * FROM src.run WHERE id IN (SELECT run_id FROM src.timing"
    " WHERE policy = 'warm' AND sample_id IN (SELECT id FROM chosen))",
    "INSERT INTO main.timing SELECT * FROM src.timing WHERE policy = 'warm' AND sample_id IN"
    " (SELECT id FROM chosen)",
    "INSERT INTO main.split SELECT * FROM src.split WHERE family IN (SELECT " DB_FAMILY
    " FROM main.kernel)",
};

/* What would not be true of the part: probe texts go, the run log counts what is here, a family is
 * held out though the benchmark that it is like stayed behind, and no path of a machine travels. */
static const char *const adapt_sql[] = {
    "UPDATE kernel SET probe = NULL, probe_gap = NULL",
    "UPDATE run SET failed = 0, wall_ns = 0, busy_ns = 0, timed = (SELECT count(*) FROM timing"
    " WHERE run_id = run.id), planned = (SELECT count(*) FROM timing WHERE run_id = run.id)",
    "UPDATE kernel SET held_out = 1 WHERE " DB_FAMILY
    " IN (SELECT family FROM split WHERE part = 'heldout')",
};

static int run_all(db *d, const char *const *sql, size_t n, lp_err *e) {
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < n; i++) rc = db_run(d, e, sql[i], "");
    return rc;
}

static int mark_chosen(db *d, const db_choice *c, lp_err *e) {
    int rc = db_run(d, e, "CREATE TEMP TABLE chosen (id INTEGER PRIMARY KEY)", "");
    for (size_t i = 0; rc == 0 && i < c->n; i++)
        rc = db_run(d, e, "INSERT INTO chosen VALUES (?)", "i", c->ids[i]);
    return rc;
}

static int name_config(db *d, lp_err *e) {
    char *path = NULL;
    int rc = db_get_text(d, e, &path, "SELECT config_path FROM campaign", "");
    if (rc == 0 && path)
        rc = db_run(d, e, "UPDATE campaign SET config_path = ?", "t", lp_path_base(path));
    free(path);
    return rc;
}

static int copy(db *to, const db_choice *c, lp_err *e) {
    int rc = db_begin(to, e);
    if (rc == 0) rc = mark_chosen(to, c, e);
    if (rc == 0) rc = run_all(to, copy_sql, sizeof copy_sql / sizeof *copy_sql, e);
    if (rc == 0) rc = run_all(to, adapt_sql, sizeof adapt_sql / sizeof *adapt_sql, e);
    if (rc == 0) rc = name_config(to, e);
    if (rc == 0) rc = db_commit(to, e);
    db_forget_stmts(to); /* a statement on the source would keep it attached */
    db_rollback(to);     /* does nothing after the commit */
    return rc;
}

/* The source as it was opened: also one in a folder that cannot be written. */
static int attach(db *to, const char *path, lp_err *e) {
    static const char *const queries[] = {"mode=ro", "immutable=1"};
    for (size_t i = 0; i < 2; i++) {
        char *uri = db_uri(path, queries[i]);
        int64_t n = 0;
        int rc = db_run(to, e, "ATTACH ? AS src", "t", uri);
        free(uri);
        if (rc == 0 && db_get_i64(to, e, &n, 0, "SELECT count(*) FROM src.kernel", "") == 0)
            return 0;
        db_forget_stmts(to);
        db_exec(to, "DETACH src", NULL);
    }
    return -1;
}

/* One file without a log beside it. */
static int finish(db *to, lp_err *e) {
    if (db_exec(to, "DETACH src; DROP TABLE temp.chosen", e) != 0) return -1;
    return db_exec(to, "PRAGMA journal_mode = DELETE; VACUUM", e);
}

static int fill(const char *path, const char *from, const db_choice *c, lp_err *e) {
    db *to = db_open(path, DB_CREATE, e);
    int rc = to ? attach(to, from, e) : -1;
    if (rc == 0) rc = copy(to, c, e);
    if (rc == 0) rc = finish(to, e);
    db_close(to);
    return rc;
}

static void remove_with_log(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    lp_text t = {0};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        lp_text_clear(&t);
        lp_text_addf(&t, "%s%s", path, endings[i]);
        unlink(t.s);
    }
    lp_text_free(&t);
}

int db_sample_write(db *d, const char *out, const db_choice *c, lp_err *e) {
    struct stat st;
    lp_text temp = {0};
    if (stat(out, &st) == 0)
        return lp_fail(e, "%s: is there already; remove it or choose another name", out);
    lp_text_addf(&temp, "%s.tmp.%ld", out, (long)getpid());
    int rc = fill(temp.s, db_path(d), c, e);
    if (rc == 0 && rename(temp.s, out) != 0)
        rc = lp_fail(e, "%s: cannot be made: %s", out, strerror(errno));
    if (rc != 0) remove_with_log(temp.s);
    lp_text_free(&temp);
    return rc;
}
