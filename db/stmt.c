/* Statements and transactions of an open database.
 *
 * Input: SQL as string literals and typed parameters. Output: rows, values, or one line about what
 * went wrong. Does not open files (db.c) and knows no table. */
#include "db/internal.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "common/text.h"

/* What a user can do about the errors that are not ours. */
static const struct {
    int code;
    const char *text;
} known_errors[] = {
    {SQLITE_BUSY,
     "locked by another process for more than 5 s; let it end or stop it, then try again"},
    {SQLITE_LOCKED, "locked by another process; let it end or stop it, then try again"},
    {SQLITE_READONLY, "cannot be written: the file or its folder is read-only"},
    {SQLITE_FULL,
     "no space left on the device; what was stored is safe, free some space and try again"},
    {SQLITE_NOTADB, "not a database"},
    {SQLITE_CORRUPT, "the database is damaged or truncated"},
    {SQLITE_CANTOPEN, "cannot be opened"},
    {SQLITE_IOERR, "input/output error"},
};

static const char *known_error(int code) {
    for (size_t i = 0; i < sizeof known_errors / sizeof *known_errors; i++)
        if (known_errors[i].code == code) return known_errors[i].text;
    return NULL;
}

int db_error(db *d, lp_err *e) {
    int code = sqlite3_errcode(d->handle) & 0xff;
    int sys = code == SQLITE_IOERR || code == SQLITE_CANTOPEN ? sqlite3_system_errno(d->handle) : 0;
    if (sys == ENOSPC)
        code = SQLITE_FULL; /* WAL and its index report a full disk as an I/O error */
    const char *text = known_error(code);
    if (!text) return lp_fail(e, "%s: %s", d->path, sqlite3_errmsg(d->handle));
    if (sys && code != SQLITE_FULL) return lp_fail(e, "%s: %s: %s", d->path, text, strerror(sys));
    return lp_fail(e, "%s: %s", d->path, text);
}

int db_exec(db *d, const char *sql, lp_err *e) {
    return sqlite3_exec(d->handle, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : db_error(d, e);
}

static sqlite3_stmt *cached(const db *d, const char *sql) {
    for (size_t i = 0; i < d->n_slots; i++) {
        if (d->slots[i].sql != sql) continue;
        if (strcmp(sqlite3_sql(d->slots[i].stmt), sql) != 0)
            LP_BUG("statement text changed in place: %s", sql);
        return d->slots[i].stmt;
    }
    return NULL;
}

sqlite3_stmt *db_stmt(db *d, const char *sql, lp_err *e) {
    sqlite3_stmt *s = cached(d, sql);
    if (s) {
        sqlite3_reset(s);
        sqlite3_clear_bindings(s);
        return s;
    }
    if (sqlite3_prepare_v3(d->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL) != SQLITE_OK) {
        db_error(d, e);
        return NULL;
    }
    d->slots = lp_grow(d->slots, &d->cap_slots, d->n_slots + 1, sizeof *d->slots);
    d->slots[d->n_slots++] = (db_slot){sql, s};
    return s;
}

void db_forget_stmts(db *d) {
    for (size_t i = 0; i < d->n_slots; i++) sqlite3_finalize(d->slots[i].stmt);
    d->n_slots = 0;
}

static int bind_one(sqlite3_stmt *s, int pos, char type, va_list ap) {
    const char *text;
    switch (type) {
    case 'i':
        return sqlite3_bind_int64(s, pos, va_arg(ap, int64_t));
    case 'd':
        return sqlite3_bind_double(s, pos, va_arg(ap, double));
    case 't':
        text = va_arg(ap, const char *);
        if (!text) return sqlite3_bind_null(s, pos);
        return sqlite3_bind_text(s, pos, text, -1,
                                 SQLITE_TRANSIENT); // NOLINT(performance-no-int-to-ptr)
    case 'n':
        return sqlite3_bind_null(s, pos);
    default:
        LP_BUG("unknown parameter type '%c'", type);
    }
}

static int bind_all(sqlite3_stmt *s, const char *types, va_list ap) {
    va_list args;
    va_copy(args, ap);
    int rc = SQLITE_OK;
    for (int i = 0; types[i] && rc == SQLITE_OK; i++) rc = bind_one(s, i + 1, types[i], args);
    va_end(args);
    return rc == SQLITE_OK ? 0 : -1;
}

int db_bind(sqlite3_stmt *s, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    int rc = bind_all(s, types, ap);
    va_end(ap);
    return rc;
}

int db_step(db *d, sqlite3_stmt *s, lp_err *e) {
    int rc = sqlite3_step(s);
    if (rc == SQLITE_ROW) return 1;
    if (rc != SQLITE_DONE) db_error(d, e);
    sqlite3_reset(s); /* ends the read transaction */
    return rc == SQLITE_DONE ? 0 : -1;
}

static sqlite3_stmt *prepared(db *d, lp_err *e, const char *sql, const char *types, va_list ap) {
    sqlite3_stmt *s = db_stmt(d, sql, e);
    if (s && bind_all(s, types, ap) != 0) {
        db_error(d, e);
        return NULL;
    }
    return s;
}

int db_run(db *d, lp_err *e, const char *sql, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = prepared(d, e, sql, types, ap);
    va_end(ap);
    int rc = s ? 1 : -1;
    while (rc == 1) rc = db_step(d, s, e);
    return rc;
}

int db_get_i64(db *d, lp_err *e, int64_t *out, int64_t dflt, const char *sql, const char *types,
               ...) {
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = prepared(d, e, sql, types, ap);
    va_end(ap);
    int rc = s ? db_step(d, s, e) : -1;
    if (rc < 0) return -1;
    *out = rc == 1 && sqlite3_column_type(s, 0) != SQLITE_NULL ? sqlite3_column_int64(s, 0) : dflt;
    sqlite3_reset(s);
    return 0;
}

int db_get_text(db *d, lp_err *e, char **out, const char *sql, const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    sqlite3_stmt *s = prepared(d, e, sql, types, ap);
    va_end(ap);
    *out = NULL;
    int rc = s ? db_step(d, s, e) : -1;
    if (rc < 0) return -1;
    if (rc == 1) *out = db_col_dup(s, 0);
    sqlite3_reset(s);
    return 0;
}

static sqlite3_stmt *about(db *d, const char *sql, int64_t id, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d, sql, e);
    if (s) db_bind(s, "i", id);
    return s;
}

int db_load_one(db *d, const char *sql, const char *what, int64_t id, db_take take, void *to,
                lp_err *e) {
    sqlite3_stmt *s = about(d, sql, id, e);
    int rc = s ? db_step(d, s, e) : -1;
    if (rc < 0) return -1;
    if (rc == 0) return lp_fail(e, "%s: no %s with id %lld", d->path, what, (long long)id);
    take(s, to);
    sqlite3_reset(s);
    return 0;
}

int db_load_list(db *d, const char *sql, int64_t id, size_t size, db_take take, db_list *out,
                 lp_err *e) {
    sqlite3_stmt *s = about(d, sql, id, e);
    size_t cap = 0;
    int rc = s ? 1 : -1;
    *out = (db_list){0};
    while (rc == 1 && (rc = db_step(d, s, e)) == 1) {
        out->v = lp_grow(out->v, &cap, (size_t)out->n + 1, size);
        take(s, (char *)out->v + size * (size_t)out->n++);
    }
    return rc;
}

const char *db_col_text(sqlite3_stmt *s, int col) {
    const char *t = (const char *)sqlite3_column_text(s, col);
    return t ? t : "";
}

bool db_same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

char *db_col_dup(sqlite3_stmt *s, int col) {
    const char *t = (const char *)sqlite3_column_text(s, col);
    return t ? lp_strdup(t) : NULL;
}

int db_begin(db *d, lp_err *e) {
    /* A writer takes the lock at once: waiting for it later could find the data changed and fail
     * without waiting. */
    return db_exec(d, d->read_only ? "BEGIN" : "BEGIN IMMEDIATE", e);
}

int db_commit(db *d, lp_err *e) {
    return db_exec(d, "COMMIT", e);
}

void db_rollback(db *d) {
    if (!sqlite3_get_autocommit(d->handle)) sqlite3_exec(d->handle, "ROLLBACK", NULL, NULL, NULL);
}

int db_group_begin(db *d, db_group *g, lp_err *e) {
    g->own = sqlite3_get_autocommit(d->handle);
    return g->own ? db_begin(d, e) : db_run(d, e, "SAVEPOINT put", "");
}

int db_group_end(db *d, db_group *g, int rc, lp_err *e) {
    if (rc == 0) {
        rc = g->own ? db_commit(d, e) : db_run(d, e, "RELEASE put", "");
        if (rc == 0) return 0;
    }
    if (g->own) {
        db_rollback(d);
    } else if (!sqlite3_get_autocommit(
                   d->handle)) { /* a full disk may have rolled back everything */
        db_run(d, NULL, "ROLLBACK TO put", "");
        db_run(d, NULL, "RELEASE put", "");
    }
    return -1;
}
