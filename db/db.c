/* Opening a campaign database: making it, recognising it, migrating it.
 *
 * Input: a path and a mode. Output: a configured connection, or one line that says why not. Does
 * not know what the tables mean (record_*.c) and runs no statement of a stage (stmt.c). */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/text.h"
#include "db/internal.h"

static const char schema_sql[] =
#include "db_schema.inc"
    ;

/* What version 3 added: probes, and how heavy samples are. */
static const char probe_sql[] =
    "ALTER TABLE kernel ADD COLUMN probe TEXT;"
    "ALTER TABLE kernel ADD COLUMN probe_gap TEXT;"
    "CREATE TABLE probe_sample (id INTEGER PRIMARY KEY, kernel_id INTEGER NOT NULL "
    "REFERENCES kernel (id) ON DELETE CASCADE, idx INTEGER NOT NULL, global_size INTEGER "
    "NOT NULL CHECK (global_size > 0), local_size INTEGER NOT NULL CHECK (local_size > 0 "
    "AND global_size % local_size = 0), fill_seed INTEGER NOT NULL, bytes INTEGER NOT "
    "NULL, args TEXT NOT NULL, UNIQUE (kernel_id, idx)) STRICT;"
    "CREATE TABLE probe (kernel_id INTEGER NOT NULL REFERENCES kernel (id) ON DELETE "
    "CASCADE, device_id INTEGER NOT NULL REFERENCES device (id), status TEXT NOT NULL "
    "CHECK (status IN ('clean', 'repaired', 'quarantined')), reason TEXT CHECK ((reason "
    "IS NOT NULL) = (status = 'quarantined')), detail TEXT, launches INTEGER NOT NULL, "
    "version INTEGER NOT NULL, PRIMARY KEY (kernel_id, device_id)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe_range (kernel_id INTEGER NOT NULL, device_id INTEGER NOT NULL, "
    "idx INTEGER NOT NULL, arg INTEGER NOT NULL, elems INTEGER NOT NULL, lo INTEGER, hi "
    "INTEGER CHECK ((lo IS NULL) = (hi IS NULL)), PRIMARY KEY (kernel_id, device_id, "
    "idx, arg), FOREIGN KEY (kernel_id, device_id) REFERENCES probe (kernel_id, "
    "device_id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;"
    "CREATE TABLE repair (kernel_id INTEGER NOT NULL REFERENCES kernel (id) ON DELETE "
    "CASCADE, arg INTEGER NOT NULL, elems INTEGER NOT NULL CHECK (elems > 0), device_id "
    "INTEGER NOT NULL REFERENCES device (id), PRIMARY KEY (kernel_id, arg)) STRICT, "
    "WITHOUT ROWID;"
    "ALTER TABLE sample ADD COLUMN work INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE access ADD COLUMN conditional INTEGER NOT NULL DEFAULT 0";
/* What version 5 added: kernels that are held out, and the part that their families get. */
static const char held_out_sql[] =
    "ALTER TABLE kernel ADD COLUMN held_out INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE split RENAME TO split_before;"
    "CREATE TABLE split (family TEXT PRIMARY KEY, part TEXT NOT NULL CHECK (part IN ('train', "
    "'val', 'test', 'heldout'))) STRICT, WITHOUT ROWID;"
    "INSERT INTO split SELECT family, part FROM split_before; DROP TABLE split_before";
/* From each older schema to the next; schema_sql itself is always the newest one. Version 1 is the
 * first. */
static const db_migration migrations[] = {{2, "ALTER TABLE kernel ADD COLUMN guesses TEXT"},
                                          {3, probe_sql},
                                          {4, "ALTER TABLE kernel ADD COLUMN template TEXT"},
                                          {5, held_out_sql},
                                          {0, NULL}};

/* Every table that this version relies on: a file without one of them is damaged. */
static const char tables_sql[] = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name "
                                 "IN ('device', 'campaign', 'kernel', 'argument',"
                                 " 'access', 'feature', 'sample', 'sample_arg', 'timing', "
                                 "'failure', 'run', 'sentinel', 'split', 'wanted',"
                                 " 'prediction', 'probe_sample', 'probe', 'probe_range', "
                                 "'repair')";
enum { N_TABLES = 19, MIN_FILE_BYTES = 512, MAX_VALUE_BYTES = 64 << 20 };

typedef struct identity {
    int64_t application, version, objects;
} identity;

/* Whether a file with this ending lies beside the database: work in progress, or left by a killed
 * process. */
static bool have_beside(const char *path, const char *ending, bool even_empty) {
    struct stat st;
    lp_text t = {0};
    lp_text_addf(&t, "%s%s", path, ending);
    bool have = stat(t.s, &st) == 0 && (even_empty || st.st_size > 0);
    lp_text_free(&t);
    return have;
}

static uint64_t big_endian(const unsigned char *p, int n) {
    uint64_t v = 0;
    for (int i = 0; i < n; i++) v = v << 8 | p[i];
    return v;
}

/* The header counts the pages, but SQLite does not notice when only a part of the last one is gone.
 * A file that is being written, or waits for its journal, may be short for now. */
static bool is_truncated(const char *path, int64_t size) {
    enum { HEADER = 100, PAGE_BYTES = 16, CHANGES = 24, PAGES = 28, PAGES_VALID = 92 };
    unsigned char h[HEADER];
    if (have_beside(path, "-wal", true) || have_beside(path, "-journal", true)) return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t got = read(fd, h, sizeof h);
    close(fd);
    if (got != HEADER || memcmp(h, "SQLite format 3", 16) != 0) return false;
    if (big_endian(h + CHANGES, 4) != big_endian(h + PAGES_VALID, 4)) return false;
    uint64_t page = big_endian(h + PAGE_BYTES, 2);
    if (page == 1) page = 65536; /* how the format writes it */
    return (uint64_t)size < page * big_endian(h + PAGES, 4);
}

/* A new file needs a folder that takes it, and so do the WAL and its index of one that is there. */
static int check_folder(const char *path, const char *cannot, lp_err *e) {
    char *dir = lp_path_dir(path);
    int rc = access(dir, W_OK | X_OK);
    if (rc != 0) lp_fail(e, "%s: %s: %s", path, cannot, strerror(errno));
    free(dir);
    return rc;
}

/* What SQLite would answer with a riddle is said plainly first. */
static int check_path(const char *path, db_mode mode, lp_err *e) {
    struct stat st;
    if (stat(path, &st) != 0) {
        if (errno == ENOENT && mode == DB_CREATE) return check_folder(path, "cannot be made", e);
        if (errno == ENOENT)
            return lp_fail(e, "%s: no such database; `llmperf db init --db FILE` makes one", path);
        return lp_fail(e, "%s: cannot be opened: %s", path, strerror(errno));
    }
    if (S_ISDIR(st.st_mode)) return lp_fail(e, "%s: is a folder, not a database", path);
    if (!S_ISREG(st.st_mode)) return lp_fail(e, "%s: not a regular file", path);
    if (st.st_size == 0 && mode != DB_CREATE)
        return lp_fail(e, "%s: is empty; `llmperf db init --db FILE` makes a database", path);
    if (st.st_size > 0 && st.st_size < MIN_FILE_BYTES)
        return lp_fail(e, "%s: too short for a database: truncated, or not a database", path);
    if (is_truncated(path, st.st_size)) return lp_fail(e, "%s: the database is truncated", path);
    return mode == DB_READ ? 0 : check_folder(path, "cannot be written", e);
}

char *db_uri(const char *path, const char *query) {
    lp_text t = {0};
    lp_text_add(&t, path[0] == '/' ? "file://" : "file:");
    for (const char *p = path; *p; p++) {
        if (*p == '?' || *p == '#' || *p == '%')
            lp_text_addf(&t, "%%%02x", (unsigned)(unsigned char)*p);
        else
            lp_text_addc(&t, *p);
    }
    lp_text_addf(&t, "?%s", query);
    return lp_text_take(&t);
}

/* Limits and settings of a connection. The file may come from a stranger: no code in its schema is
 * trusted. */
static int configure(db *d, lp_err *e) {
    sqlite3_extended_result_codes(d->handle, 1);
    sqlite3_busy_timeout(d->handle, DB_BUSY_TIMEOUT_MS);
    sqlite3_limit(d->handle, SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL); /* ours has none */
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    /* NORMAL in WAL mode survives the death of any process; only a power cut may lose the last
     * transactions. */
    return db_exec(d, d->read_only ? "PRAGMA query_only = ON" : "PRAGMA synchronous = NORMAL", e);
}

static int connect_to(db *d, db_mode mode, const char *query, lp_err *e) {
    char *uri = db_uri(d->path, query);
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | (mode == DB_CREATE ? SQLITE_OPEN_CREATE : 0);
    int rc = sqlite3_open_v2(uri, &d->handle, flags, NULL);
    free(uri);
    if (!d->handle) LP_BUG("out of memory");
    if (rc != SQLITE_OK) return db_error(d, e);
    return configure(d, e);
}

static int read_identity(db *d, identity *id, lp_err *e) {
    if (db_get_i64(d, e, &id->objects, 0, "SELECT count(*) FROM sqlite_schema", "") != 0) return -1;
    if (db_get_i64(d, e, &id->application, 0, "PRAGMA application_id", "") != 0) return -1;
    return db_get_i64(d, e, &id->version, 0, "PRAGMA user_version", "");
}

/* A reader cannot make the WAL index in a folder it may not write to, or on a full disk; without a
 * WAL the file is all there is, and can be read as one that nobody changes. */
static int reopen_immutable(db *d, identity *id, lp_err *e) {
    if (have_beside(d->path, "-wal", false) || access(d->path, R_OK) != 0) return -1;
    db_forget_stmts(d);
    sqlite3_close(d->handle);
    d->handle = NULL;
    if (connect_to(d, DB_READ, "immutable=1", e) != 0) return -1;
    return read_identity(d, id, e);
}

static bool is_fresh(const identity *id) {
    return id->application == 0 && id->version == 0 && id->objects == 0;
}

/* Two processes may make the same file at once: whoever comes second finds it made. */
static int create_schema(db *d, identity *id, lp_err *e) {
    db_group g;
    if (db_group_begin(d, &g, e) != 0) return -1;
    int rc = read_identity(d, id, e);
    if (rc == 0 && is_fresh(id)) {
        lp_text t = {0};
        lp_text_addf(&t, "PRAGMA application_id = %d; PRAGMA user_version = %d;", DB_APPLICATION_ID,
                     DB_SCHEMA_VERSION);
        rc = db_exec(d, schema_sql, e);
        if (rc == 0) rc = db_exec(d, t.s, e);
        lp_text_free(&t);
        if (rc == 0) rc = read_identity(d, id, e);
    }
    return db_group_end(d, &g, rc, e);
}

/* Switching to WAL does not wait for other connections by itself; once it is on, this changes
 * nothing. */
static int ensure_wal(db *d, lp_err *e) {
    const int pause_ms = 50;
    for (int waited = 0;; waited += pause_ms) {
        if (db_exec(d, "PRAGMA journal_mode = WAL", e) == 0) return 0;
        if ((sqlite3_errcode(d->handle) & 0xff) != SQLITE_BUSY || waited >= DB_BUSY_TIMEOUT_MS)
            return -1;
        sqlite3_sleep(pause_ms);
    }
}

int db_migrate(db *d, const db_migration *steps, lp_err *e) {
    db_group g;
    int64_t version = 0;
    if (db_group_begin(d, &g, e) != 0) return -1;
    int rc = db_get_i64(d, e, &version, 0, "PRAGMA user_version", "");
    for (; rc == 0 && steps->sql; steps++) {
        if (steps->to <= version) continue;
        lp_text t = {0};
        lp_text_addf(&t, "%s; PRAGMA user_version = %d;", steps->sql, steps->to);
        rc = db_exec(d, t.s, e);
        if (rc != 0) lp_fail_in(e, "upgrading the schema to version %d", steps->to);
        lp_text_free(&t);
    }
    return db_group_end(d, &g, rc, e);
}

static int check_version(db *d, const identity *id, lp_err *e) {
    if (id->application != DB_APPLICATION_ID)
        return lp_fail(e, "%s: not a llmperf database, but a SQLite file of another program",
                       d->path);
    if (id->version > DB_SCHEMA_VERSION)
        return lp_fail(
            e,
            "%s: schema version %lld is newer than version %d of this program; use a newer llmperf",
            d->path, (long long)id->version, DB_SCHEMA_VERSION);
    if (id->version < DB_SCHEMA_VERSION && d->read_only)
        return lp_fail(e,
                       "%s: schema version %lld is older than version %d; `llmperf db init --db "
                       "FILE` upgrades it",
                       d->path, (long long)id->version, DB_SCHEMA_VERSION);
    return id->version < DB_SCHEMA_VERSION ? db_migrate(d, migrations, e) : 0;
}

static int check_tables(db *d, lp_err *e) {
    int64_t n = 0;
    if (db_get_i64(d, e, &n, 0, tables_sql, "") != 0) return -1;
    if (n != N_TABLES)
        return lp_fail(e, "%s: the database is damaged: %lld of %d tables are missing", d->path,
                       (long long)(N_TABLES - n), N_TABLES);
    return 0;
}

static int prepare(db *d, db_mode mode, lp_err *e) {
    identity id = {0};
    if (connect_to(d, mode, "", e) != 0) return -1;
    if (read_identity(d, &id, e) != 0) {
        int code = sqlite3_errcode(d->handle) & 0xff;
        bool no_index = code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_FULL ||
                        code == SQLITE_IOERR;
        if (!d->read_only || !no_index || reopen_immutable(d, &id, e) != 0) return -1;
    }
    if (!d->read_only && sqlite3_db_readonly(d->handle, "main") == 1)
        return lp_fail(e, "%s: cannot be written: the file is read-only", d->path);
    if (is_fresh(&id)) {
        if (mode != DB_CREATE)
            return lp_fail(e, "%s: holds no tables; `llmperf db init --db FILE` makes a database",
                           d->path);
        if (create_schema(d, &id, e) != 0) return -1;
    }
    if (check_version(d, &id, e) != 0 || check_tables(d, e) != 0) return -1;
    return d->read_only ? 0 : ensure_wal(d, e);
}

db *db_open(const char *path, db_mode mode, lp_err *e) {
    if (check_path(path, mode, e) != 0) return NULL;
    db *d = lp_alloc(1, sizeof *d);
    d->path = lp_strdup(path);
    d->read_only = mode == DB_READ;
    if (prepare(d, mode, e) == 0) return d;
    db_close(d);
    return NULL;
}

void db_close(db *d) {
    if (!d) return;
    db_forget_stmts(d);
    if (sqlite3_close(d->handle) != SQLITE_OK) LP_BUG("a statement outlived its database");
    free(d->slots);
    free(d->path);
    free(d);
}

sqlite3 *db_handle(db *d) {
    return d->handle;
}

bool db_is_file(const db *d, const char *path) {
    struct stat a, b;
    return stat(path, &a) == 0 && stat(d->path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

const char *db_path(const db *d) {
    return d->path;
}
