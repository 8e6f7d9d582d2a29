/* Planned samples: storing, loading and dropping them.
 *
 * Input: db_sample with its argument values. Output: rows of sample and sample_arg. A sample that
 * is stored again unchanged keeps its id and its timings; a changed one loses them, and the run log
 * is corrected with it. */
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "db/internal.h"
#include "db/record.h"

bool db_same_sample(const db_sample *a, const db_sample *b) {
    if (a->global_size != b->global_size || a->local_size != b->local_size ||
        a->fill_seed != b->fill_seed || a->bytes != b->bytes || a->n_args != b->n_args ||
        !db_same_text(a->strategy, b->strategy) || !db_same_text(a->class_, b->class_))
        return false;
    for (int i = 0; i < a->n_args; i++) {
        const db_sample_arg *x = &a->args[i], *y = &b->args[i];
        if (x->idx != y->idx || x->elems != y->elems || !db_same_text(x->value, y->value) ||
            !db_same_text(x->recipe, y->recipe))
            return false;
    }
    return true;
}

/* 1 when the same sample is stored already (sets s->id), 0 when there is room for it now, -1 on
 * error. */
static int reuse_or_clear(db *d, db_sample *s, lp_err *e) {
    int64_t id = 0;
    if (db_get_i64(d, e, &id, 0, "SELECT id FROM sample WHERE kernel_id = ? AND idx = ?", "ii",
                   s->kernel_id, (int64_t)s->idx) != 0)
        return -1;
    if (id == 0) return 0;
    db_sample old;
    if (db_load_sample(d, id, &old, e) != 0) return -1;
    bool same = db_same_sample(&old, s);
    db_sample_free(&old);
    if (same) {
        s->id = id;
        return db_run(d, e, "UPDATE sample SET work = ? WHERE id = ?", "ii", s->work, id) == 0 ? 1
                                                                                               : -1;
    }
    if (db_uncount_sample(d, id, e) != 0) return -1;
    return db_run(d, e, "DELETE FROM sample WHERE id = ?", "i", id);
}

static int write_sample(db *d, db_sample *s, lp_err *e) {
    if (db_run(d, e,
               "INSERT INTO sample (kernel_id, idx, strategy, global_size, local_size, class, "
               "fill_seed, bytes, work)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
               "iitiitiii", s->kernel_id, (int64_t)s->idx, s->strategy, s->global_size,
               s->local_size, s->class_, s->fill_seed, s->bytes, s->work) != 0)
        return -1;
    s->id = sqlite3_last_insert_rowid(d->handle);
    for (int i = 0; i < s->n_args; i++) {
        const db_sample_arg *a = &s->args[i];
        if (db_run(d, e,
                   "INSERT INTO sample_arg (sample_id, idx, elems, value, recipe)"
                   " VALUES (?1, ?2, nullif(?3, -1), ?4, ?5)",
                   "iiitt", s->id, (int64_t)a->idx, a->elems, a->value, a->recipe) != 0)
            return -1;
    }
    return 0;
}

int db_put_sample(db *d, db_sample *s, lp_err *e) {
    db_group g;
    if (db_group_begin(d, &g, e) != 0) return -1;
    int rc = reuse_or_clear(d, s, e);
    if (rc == 0) rc = write_sample(d, s, e);
    return db_group_end(d, &g, rc < 0 ? -1 : 0, e);
}

/* The run log counts rows on record: what is dropped with a sample is taken out of it first. */
int db_uncount_sample(db *d, int64_t sample_id, lp_err *e) {
    if (db_run(d, e,
               "UPDATE run SET timed = timed - (SELECT count(*) FROM timing WHERE sample_id = ?1 "
               "AND run_id = run.id)"
               " WHERE id IN (SELECT run_id FROM timing WHERE sample_id = ?1)",
               "i", sample_id) != 0)
        return -1;
    return db_run(d, e,
                  "UPDATE run SET failed = failed -"
                  " (SELECT count(*) FROM failure WHERE sample_id = ?1 AND run_id = run.id)"
                  " WHERE id IN (SELECT run_id FROM failure WHERE sample_id = ?1)",
                  "i", sample_id);
}

int db_drop_samples(db *d, int64_t kernel_id, int first_idx, lp_err *e) {
    static const char next[] = "SELECT id FROM sample WHERE kernel_id = ? AND idx >= ? LIMIT 1";
    db_group g;
    if (db_group_begin(d, &g, e) != 0) return -1;
    int rc;
    for (;;) {
        int64_t id = 0;
        rc = db_get_i64(d, e, &id, 0, next, "ii", kernel_id, (int64_t)first_idx);
        if (rc != 0 || id == 0) break;
        rc = db_uncount_sample(d, id, e);
        if (rc == 0) rc = db_run(d, e, "DELETE FROM sample WHERE id = ?", "i", id);
        if (rc != 0) break;
    }
    return db_group_end(d, &g, rc, e);
}

static void take_sample(sqlite3_stmt *q, void *to) {
    db_sample *s = to;
    s->kernel_id = sqlite3_column_int64(q, 0);
    s->idx = sqlite3_column_int(q, 1);
    s->strategy = db_col_dup(q, 2);
    s->global_size = sqlite3_column_int64(q, 3);
    s->local_size = sqlite3_column_int64(q, 4);
    s->class_ = db_col_dup(q, 5);
    s->fill_seed = sqlite3_column_int64(q, 6);
    s->bytes = sqlite3_column_int64(q, 7);
    s->work = sqlite3_column_int64(q, 8);
}

static void take_arg(sqlite3_stmt *q, void *to) {
    *(db_sample_arg *)to = (db_sample_arg){.idx = sqlite3_column_int(q, 0),
                                           .elems = sqlite3_column_int64(q, 1),
                                           .value = db_col_dup(q, 2),
                                           .recipe = db_col_dup(q, 3)};
}

static int load_args(db *d, db_sample *s, lp_err *e) {
    static const char sql[] = "SELECT idx, coalesce(elems, -1), value, recipe FROM sample_arg"
                              " WHERE sample_id = ? ORDER BY idx";
    db_list list;
    int rc = db_load_list(d, sql, s->id, sizeof *s->args, take_arg, &list, e);
    s->args = list.v;
    s->n_args = list.n;
    return rc;
}

int db_load_sample(db *d, int64_t id, db_sample *s, lp_err *e) {
    static const char sql[] =
        "SELECT kernel_id, idx, strategy, global_size, local_size, class, fill_seed, bytes, work"
        " FROM sample WHERE id = ?";
    *s = (db_sample){.id = id};
    int rc = db_load_one(d, sql, "sample", id, take_sample, s, e);
    if (rc == 0) rc = load_args(d, s, e);
    if (rc != 0) db_sample_free(s);
    return rc;
}
