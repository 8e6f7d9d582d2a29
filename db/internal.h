/* What the files of db/ share and nobody else sees: the connection, its errors, nested
 * transactions, migrations. */
#ifndef LLMPERF_DB_INTERNAL_H
#define LLMPERF_DB_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/record.h"

#define DB_APPLICATION_ID                                                                          \
    0x4c4c5046 /* "LLPF" in the file header: tells our files from other SQLite files */
#define DB_BUSY_TIMEOUT_MS 5000

typedef struct db_slot {
    const char *sql; /* borrowed: the key is its address */
    sqlite3_stmt *stmt;
} db_slot;

struct db {
    sqlite3 *handle;
    char *path;
    bool read_only;
    db_slot *slots;
    size_t n_slots, cap_slots;
};

/* Turns the handle's last error into one line: the file, what happened, what to do. Always returns
 * -1. */
int db_error(db *d, lp_err *e);
/* Runs SQL that is not worth caching (several statements are fine). */
int db_exec(db *d, const char *sql, lp_err *e);
/* Finalises every cached statement (before DETACH and close). */
void db_forget_stmts(db *d);
char *db_col_dup(sqlite3_stmt *s, int col); /* caller frees; NULL for NULL */

bool db_same_text(const char *a, const char *b); /* NULL equals NULL only */
/* All but id, kernel and index are equal. */
bool db_same_sample(const db_sample *a, const db_sample *b);

/* What probes found about the kernel, on any device, is about it no longer: it goes, and with it
 * the failures of samples that were not run for that. */
int db_void_probes(db *d, int64_t kernel_id, lp_err *e);

/* ---- records: reading the rows of a query about one id, its only parameter ---- */

/* Copies a row into a record. */
typedef void (*db_take)(sqlite3_stmt *s, void *to);
/* The one row of the query; that there is none is an error that names `what`. */
int db_load_one(db *d, const char *sql, const char *what, int64_t id, db_take take, void *to,
                lp_err *e);
typedef struct db_list {
    void *v; /* the caller's; NULL when it is empty */
    int n;
} db_list;
/* A record of `size` bytes for each row. On error *out holds those read so far. */
int db_load_list(db *d, const char *sql, int64_t id, size_t size, db_take take, db_list *out,
                 lp_err *e);

bool db_is_file(const db *d, const char *path); /* is `path` the file of this database? */

/* A group of statements that happens as a whole, whether or not the caller is in a transaction
 * already. db_group_end gives back `rc`, or -1 when the commit itself failed. */
typedef struct db_group {
    bool own; /* this group began the transaction */
} db_group;
int db_group_begin(db *d, db_group *g, lp_err *e);
int db_group_end(db *d, db_group *g, int rc, lp_err *e);

/* One step of the schema's history; a table of them ends with {0, NULL}. */
typedef struct db_migration {
    int to;
    const char *sql;
} db_migration;
/* Applies in one transaction the steps above the file's user_version, in order. */
int db_migrate(db *d, const db_migration *steps, lp_err *e);

/* `path` as a file: URI with `query` (e.g. "mode=ro"); caller frees. */
char *db_uri(const char *path, const char *query);

#endif
