/* The campaign database: opening, versions, transactions, prepared statements.
 *
 * One connection a process. Statements are cached by the address of their SQL text (use string
 * literals) and live until db_close. Errors name the database file and what to do. Busy: waits up
 * to 5 s for another process, then one clear line. */
#ifndef LLMPERF_DB_H
#define LLMPERF_DB_H

#include <sqlite3.h>
#include <stdint.h>

#include "common/error.h"

#define DB_SCHEMA_VERSION 5

typedef struct db db;

typedef enum {
    DB_READ,   /* must exist, opened read-only */
    DB_WRITE,  /* must exist */
    DB_CREATE, /* made (with the schema) when missing */
} db_mode;

/* Checks that the file is a llmperf database, migrates an older schema, refuses a newer one. NULL
 * and a message on error. */
db *db_open(const char *path, db_mode mode, lp_err *e);
void db_close(db *d); /* NULL is fine */
sqlite3 *db_handle(db *d);
const char *db_path(const db *d);

/* A cached statement, reset and with cleared bindings; borrowed. NULL and a message on error. */
sqlite3_stmt *db_stmt(db *d, const char *sql, lp_err *e);
/* Binds from position 1 by type letters: i int64_t, d double, t const char* (NULL binds NULL), n
 * nothing (NULL). */
int db_bind(sqlite3_stmt *s, const char *types, ...);
/* 1 a row, 0 done, -1 error. */
int db_step(db *d, sqlite3_stmt *s, lp_err *e);
/* stmt + bind + step to the end; rows are ignored. */
int db_run(db *d, lp_err *e, const char *sql, const char *types, ...);
/* First column of the first row as an integer (dflt when there is no row or it is NULL). -1 on
 * error. */
int db_get_i64(db *d, lp_err *e, int64_t *out, int64_t dflt, const char *sql, const char *types,
               ...);
/* The same as text: caller frees; *out is NULL when there is no row or it is NULL. */
int db_get_text(db *d, lp_err *e, char **out, const char *sql, const char *types, ...);
const char *db_col_text(sqlite3_stmt *s, int col); /* "" for NULL; valid until the next step */

int db_begin(db *d, lp_err *e);
int db_commit(db *d, lp_err *e);
void db_rollback(db *d);

#endif
