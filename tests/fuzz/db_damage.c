/* Fuzzes campaign databases from strangers: a small sound one is damaged, then goes through
 * everything that llmperf-db does.
 *
 * First input byte even: the rest are bytes of the file to overwrite (3 bytes of offset, 1 of value
 * each). Odd: a column is set to the rest of the input, as text and as a number. Every failure must
 * be one line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/log.h"
#include "db/ops.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Instead of libc's, for SQLite too: the disk would be most of the time, and power cuts are not the
 * subject. */
int fsync(int fd) {
    (void)fd;
    return 0;
}
int fdatasync(int fd) {
    (void)fd;
    return 0;
}

static const char path[] = "damaged.db", target[] = "target.db";

static const char rows[] =
    "INSERT INTO device VALUES (1, 'P', 'D', 'V', '3', '1', 'gpu', 4, 1024, "
    "1, 1, 1, 1, 1, 1, 1, 1, 1);"
    "INSERT INTO kernel (id, path, name, line, hash, family, source, std, dims, status, pattern) "
    "VALUES (1, 'a.cl', 'f', 1, '00112233445566778899', "
    "'fam', 'kernel void f() {}', 'CL1.2', 1, 'ok',"
    " 'direct');"
    "INSERT INTO argument VALUES (1, 0, 'x', 'buffer', 'float', 4, 'rw', "
    "'direct', NULL, 'index:n', 'n', NULL),"
    " (1, 1, 'n', 'scalar', 'int', 4, 'r', NULL, 'bound', NULL, NULL, NULL);"
    "INSERT INTO feature VALUES (1, 'flop', '2 * n / global'), (1, 'iop', '3'), (1, 'special', "
    "'0'),"
    " (1, 'load_global_bytes', '4'), (1, 'store_global_bytes', '4'), (1, 'coalesce_stride', '4'),"
    " (1, 'atomics', '0'), (1, 'barriers', '0'), (1, 'branches', '1'), (1, 'local_bytes', '0'),"
    " (1, 'loop_trips', 'n / 8');"
    "INSERT INTO access VALUES (1, 0, 0, 1, 'load', 'gid', 'direct', '0', 'n - 1', NULL, 0);"
    "INSERT INTO sample (id, kernel_id, idx, strategy, global_size, local_size, class, fill_seed, "
    "bytes, work) VALUES (1, 1, 0, 'naive', 64, 64, 'idle', 7, 256, 9), "
    "(2, 1, 1, 'naive', 64, 64, 'idle', 8, 256, 0);"
    "INSERT INTO sample_arg VALUES (1, 0, 64, NULL, 'index(9)'), (1, 1, "
    "NULL, '64', NULL), (2, 0, 64, NULL, 'zero'),"
    " (2, 1, NULL, '64', NULL);"
    "INSERT INTO run VALUES (1, 1, 't', '0/1', 2, 1, 1, 5, 5, 'e');"
    "INSERT INTO timing VALUES (1, 1, 1, 'warm', 'idle', 5, 5.0, 5, 5, 5, "
    "5, 1, '[0]', '[5]', '', 1, 1, 1.0, NULL);"
    "INSERT INTO failure VALUES (1, 2, 1, 1, 'crash', 'x');"
    "INSERT INTO split VALUES ('fam', 'train');";

/* Columns that our own code reads, rather than only SQL. */
static const char *const updates[] = {
    "UPDATE timing SET median_ns = ?",
    "UPDATE timing SET start_ns = ?",
    "UPDATE timing SET end_ns = ?",
    "UPDATE timing SET mean_ns = ?",
    "UPDATE timing SET weight = ?",
    "UPDATE timing SET class = ?",
    "UPDATE timing SET flags = ?",
    "UPDATE timing SET reps = ?",
    "UPDATE kernel SET source = ?",
    "UPDATE kernel SET hash = ?",
    "UPDATE kernel SET family = ?",
    "UPDATE kernel SET path = ?",
    "UPDATE argument SET name = ?",
    "UPDATE argument SET content = ?",
    "UPDATE argument SET kind = ?",
    "UPDATE feature SET formula = ?",
    "UPDATE feature SET name = ?",
    "UPDATE sample SET global_size = ?",
    "UPDATE sample SET local_size = ?",
    "UPDATE sample_arg SET elems = ?",
    "UPDATE sample_arg SET value = ?",
    "UPDATE sample_arg SET recipe = ?",
    "UPDATE device SET compute_units = ?",
    "UPDATE run SET wall_ns = ?",
    "UPDATE run SET timed = ?",
    "UPDATE split SET part = ?",
    "UPDATE failure SET reason = ?",
    "UPDATE campaign SET config_json = ?",
    "UPDATE access SET pattern = ?",
    "UPDATE argument SET domain = ?",
    "UPDATE argument SET extent = ?",
    "UPDATE argument SET role = ?",
    "UPDATE argument SET elem_bytes = ?",
    "UPDATE kernel SET constraints = ?",
    "UPDATE kernel SET local_bytes = ?",
    "UPDATE kernel SET reqd_local = ?",
};

static void check_message(const lp_err *e) {
    if (*e->msg == '\0' || strchr(e->msg, '\n')) LP_BUG("not one line: `%s`", e->msg);
}

/* Ends the target when something that cannot fail did. */
static void need(int ok, const lp_err *e) {
    if (!ok) LP_BUG("%s", e->msg);
}

static const lp_text *sound_file(void) {
    static lp_text file;
    if (file.s) return &file;
    lp_err e = {""};
    lp_campaign c;
    lp_log_set_level(LP_LOG_QUIET);
    unlink(path);
    lp_campaign_defaults(&c);
    db *d = db_open(path, DB_CREATE, &e);
    need(d && db_put_campaign(d, &c, "c.yaml", &e) == 0, &e);
    need(sqlite3_exec(db_handle(d), rows, NULL, NULL, NULL) == SQLITE_OK, &e);
    db_close(d);
    lp_campaign_free(&c);
    need(lp_read_file(path, 1 << 24, &file, &e) == 0, &e);
    return &file;
}

static void write_damaged(const uint8_t *patch, size_t n) {
    const lp_text *sound = sound_file();
    lp_text copy = {0};
    lp_err e = {""};
    lp_text_addn(&copy, sound->s, sound->len);
    for (size_t i = 0; i + 4 <= n; i += 4) {
        size_t at = (size_t)patch[i] << 16 | (size_t)patch[i + 1] << 8 | patch[i + 2];
        copy.s[at % copy.len] = (char)patch[i + 3];
    }
    need(lp_write_file(path, copy.s, copy.len, &e) == 0, &e);
    lp_text_free(&copy);
}

static void set_column(db *d, const uint8_t *data, size_t n) {
    if (n == 0) return;
    const char *sql = updates[data[0] % (sizeof updates / sizeof *updates)];
    char *text = lp_strndup((const char *)data + 1, n - 1);
    long long number = 0;
    double real = 0;
    sqlite3_exec(db_handle(d), "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
    if (db_run(d, NULL, sql, "t", text) != 0) {
        if (lp_parse_i64(text, &number))
            db_run(d, NULL, sql, "i", (int64_t)number);
        else if (lp_parse_double(text, &real))
            db_run(d, NULL, sql, "d", real);
    }
    free(text);
}

static void ignore_verdict(void *ctx, const char *name, bool ok, const char *detail) {
    (void)ctx;
    (void)detail;
    if (!ok && !*name) abort();
}

static void ignore_conflict(void *ctx, const char *line) {
    (void)ctx;
    if (!*line) abort();
}

static void use(db *d, const lp_campaign *c) {
    lp_err e = {""};
    int failed;
    int64_t rows_written, families[DB_N_PARTS];
    db_balance_stats b;
    if (db_check(d, c, NULL, false, ignore_verdict, NULL, &failed, &e) != 0) check_message(&e);
    json_t *stats = db_stats(d, c, &e);
    if (!stats) check_message(&e);
    json_decref(stats);
    json_t *coverage = db_coverage(d, NULL, NULL, &e);
    if (!coverage) check_message(&e);
    json_decref(coverage);
    if (db_export(d, c, "/dev/null", false, &rows_written, &e) != 0) check_message(&e);
    if (db_balance(d, c, &b, &e) != 0) check_message(&e);
    if (db_split(d, c, families, &e) != 0) check_message(&e);
}

static void merge_it(void) {
    lp_err e = {""};
    db_merge_stats m = {0};
    unlink(target);
    db *d = db_open(target, DB_CREATE, &e);
    need(d != NULL, &e);
    if (db_merge(d, path, ignore_conflict, NULL, &m, &e) != 0) check_message(&e);
    db_close(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lp_err e = {""};
    lp_campaign c;
    if (size < 2) return 0;
    bool bytes = data[0] % 2 == 0;
    write_damaged(bytes ? data + 1 : NULL, bytes ? size - 1 : 0);
    db *d = db_open(path, DB_WRITE, &e);
    if (!d) {
        check_message(&e);
        return 0;
    }
    if (!bytes) set_column(d, data + 1, size - 1);
    if (db_load_campaign(d, &c, &e) == 0)
        use(d, &c);
    else
        check_message(&e);
    lp_campaign_free(&c);
    db_close(d);
    merge_it();
    return 0;
}
