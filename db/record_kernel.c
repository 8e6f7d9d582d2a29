/* Kernel records: storing what analyze found and loading it again.
 *
 * Input: db_kernel with its arguments, accesses and features. Output: rows of kernel, argument,
 * access, feature. Does not judge what is stored; a record that replaces another takes the other's
 * samples with it. */
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "db/internal.h"
#include "db/record.h"

static const char *status_of(const db_kernel *k) {
    return k->ok ? "ok" : "skipped";
}

/* The record of the same (path, name): *id is 0 when there is none, *keep tells whether it is the
 * same kernel. */
static int find_old(db *d, const db_kernel *k, int64_t *id, bool *keep, lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(d, "SELECT id, hash, status FROM kernel WHERE path = ? AND name = ?", e);
    if (!s) return -1;
    db_bind(s, "tt", k->path, k->name);
    int rc = db_step(d, s, e);
    if (rc < 0) return -1;
    *id = 0;
    *keep = false;
    if (rc == 1) {
        char *hash = db_col_dup(s, 1);
        *id = sqlite3_column_int64(s, 0);
        *keep = db_same_text(hash, k->hash) && db_same_text(db_col_text(s, 2), status_of(k));
        free(hash);
        sqlite3_reset(s);
    }
    return 0;
}

/* Samples of the kernel that were timed or failed. */
static int count_results(db *d, int64_t id, int64_t *n, lp_err *e) {
    return db_get_i64(d, e, n, 0,
                      "SELECT count(*) FROM sample s WHERE s.kernel_id = ?1 AND"
                      " (EXISTS (SELECT 1 FROM timing t WHERE t.sample_id = s.id) OR"
                      " EXISTS (SELECT 1 FROM failure f WHERE f.sample_id = s.id))",
                      "i", id);
}

/* A repair goes with the formula that it completed. What probes found goes with it, and when
 * another probe looks from now on. */
static int drop_stale_probes(db *d, const db_kernel *k, int64_t id, lp_err *e) {
    static const char repair[] =
        "DELETE FROM repair WHERE kernel_id = ?1 AND arg = ?2 AND (SELECT extent FROM argument"
        " WHERE kernel_id = ?1 AND idx = ?2) IS NOT ?3";
    int64_t stale = 0;
    if (db_get_i64(d, e, &stale, 0, "SELECT probe IS NOT ?2 FROM kernel WHERE id = ?1", "it", id,
                   k->probe) != 0)
        return -1;
    for (int i = 0; i < k->n_args; i++) {
        const db_arg *a = &k->args[i];
        if (db_run(d, e, repair, "iit", id, (int64_t)a->idx, a->extent) != 0) return -1;
        stale += sqlite3_changes(d->handle);
    }
    return stale ? db_void_probes(d, id, e) : 0;
}

/* What a kept record holds beside its samples is written anew. */
static int remove_old(db *d, const db_kernel *k, int64_t id, bool keep, lp_err *e) {
    if (!keep) {
        if (db_drop_samples(d, id, 0, e) != 0) return -1;
        return db_run(d, e, "DELETE FROM kernel WHERE id = ?", "i", id);
    }
    if (drop_stale_probes(d, k, id, e) != 0) return -1;
    if (db_run(d, e, "DELETE FROM argument WHERE kernel_id = ?", "i", id) != 0) return -1;
    if (db_run(d, e, "DELETE FROM access WHERE kernel_id = ?", "i", id) != 0) return -1;
    return db_run(d, e, "DELETE FROM feature WHERE kernel_id = ?", "i", id);
}

static int write_kernel(db *d, db_kernel *k, int64_t keep_id, lp_err *e) {
    static const char insert[] = "INSERT INTO kernel (path, name, line, hash, family, source, std, "
                                 "dims, status, reason, detail, pattern,"
                                 " reqd_local, local_bytes, constraints, guesses, probe, probe_gap,"
                                 " template, held_out)"
                                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, "
                                 "?14, coalesce(?15, '[]'), ?16, ?17, ?18, ?19, ?20)";
    static const char update[] = "UPDATE kernel SET path = ?1, name = ?2, line = ?3, hash = ?4, "
                                 "family = ?5, source = ?6, std = ?7, dims = ?8,"
                                 " status = ?9, reason = ?10, detail = ?11, pattern = ?12, "
                                 "reqd_local = ?13, local_bytes = ?14,"
                                 " constraints = coalesce(?15, '[]'), guesses = ?16, probe = ?17, "
                                 "probe_gap = ?18, template = ?19, held_out = ?20 WHERE id = ?21";
    int rc;
    if (keep_id)
        rc =
            db_run(d, e, update, "ttittttittttiitttttii", k->path, k->name, k->line, k->hash,
                   k->family, k->source, k->std, (int64_t)k->dims, status_of(k), k->reason,
                   k->detail, k->pattern, k->reqd_local, k->local_bytes, k->constraints, k->guesses,
                   k->probe, k->probe_gap, k->template_id, (int64_t)k->held_out, keep_id);
    else
        rc = db_run(d, e, insert, "ttittttittttiittttti", k->path, k->name, k->line, k->hash,
                    k->family, k->source, k->std, (int64_t)k->dims, status_of(k), k->reason,
                    k->detail, k->pattern, k->reqd_local, k->local_bytes, k->constraints,
                    k->guesses, k->probe, k->probe_gap, k->template_id, (int64_t)k->held_out);
    if (rc == 0) k->id = keep_id ? keep_id : sqlite3_last_insert_rowid(d->handle);
    return rc;
}

static int write_parts(db *d, const db_kernel *k, lp_err *e) {
    for (int i = 0; i < k->n_args; i++) {
        const db_arg *a = &k->args[i];
        if (db_run(d, e,
                   "INSERT INTO argument (kernel_id, idx, name, kind, type, elem_bytes, access, "
                   "pattern, role,"
                   " content, extent, domain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   "iitttitttttt", k->id, (int64_t)a->idx, a->name, a->kind, a->type, a->elem_bytes,
                   a->access, a->pattern, a->role, a->content, a->extent, a->domain) != 0)
            return -1;
    }
    for (int i = 0; i < k->n_accesses; i++) {
        const db_access *a = &k->accesses[i];
        if (db_run(d, e,
                   "INSERT INTO access (kernel_id, seq, arg, line, kind, index_expr, pattern, lo, "
                   "hi, reason, conditional)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   "iiiitttttti", k->id, (int64_t)i, (int64_t)a->arg, a->line, a->kind,
                   a->index_expr, a->pattern, a->lo, a->hi, a->reason,
                   (int64_t)a->conditional) != 0)
            return -1;
    }
    for (int i = 0; i < k->n_features; i++) {
        const db_feature *f = &k->features[i];
        if (db_run(d, e, "INSERT INTO feature (kernel_id, name, formula) VALUES (?, ?, ?)", "itt",
                   k->id, f->name, f->formula) != 0)
            return -1;
    }
    return 0;
}

int db_put_kernel(db *d, db_kernel *k, lp_err *e) {
    db_group g;
    int64_t old = 0;
    bool keep = false;
    if (db_group_begin(d, &g, e) != 0) return -1;
    int64_t results = 0;
    int rc = find_old(d, k, &old, &keep, e);
    if (rc == 0 && old && !keep) rc = count_results(d, old, &results, e);
    if (rc == 0 && results) {
        k->id = old;
        if (k->held_out) rc = db_run(d, e, "UPDATE kernel SET held_out = 1 WHERE id = ?", "i", old);
        return db_group_end(d, &g, rc, e) ? -1 : 1;
    }
    if (rc == 0 && old) rc = remove_old(d, k, old, keep, e);
    if (rc == 0) rc = write_kernel(d, k, keep ? old : 0, e);
    if (rc == 0) rc = write_parts(d, k, e);
    return db_group_end(d, &g, rc, e);
}

/* ---- loading ------------------------------------------------------------------------------------
 */

static void take_kernel(sqlite3_stmt *s, void *to) {
    db_kernel *k = to;
    k->path = db_col_dup(s, 0);
    k->name = db_col_dup(s, 1);
    k->line = sqlite3_column_int64(s, 2);
    k->hash = db_col_dup(s, 3);
    k->family = db_col_dup(s, 4);
    k->source = db_col_dup(s, 5);
    k->std = db_col_dup(s, 6);
    k->dims = sqlite3_column_int(s, 7);
    k->ok = db_same_text(db_col_text(s, 8), "ok");
    k->reason = db_col_dup(s, 9);
    k->detail = db_col_dup(s, 10);
    k->pattern = db_col_dup(s, 11);
    k->reqd_local = sqlite3_column_int64(s, 12);
    k->local_bytes = sqlite3_column_int64(s, 13);
    k->constraints = db_col_dup(s, 14);
    k->guesses = db_col_dup(s, 15);
    k->probe = db_col_dup(s, 16);
    k->probe_gap = db_col_dup(s, 17);
    k->template_id = db_col_dup(s, 18);
    k->held_out = sqlite3_column_int(s, 19) != 0;
}

static void take_arg(sqlite3_stmt *s, void *to) {
    *(db_arg *)to = (db_arg){.idx = sqlite3_column_int(s, 0),
                             .name = db_col_dup(s, 1),
                             .kind = db_col_dup(s, 2),
                             .type = db_col_dup(s, 3),
                             .elem_bytes = sqlite3_column_int64(s, 4),
                             .access = db_col_dup(s, 5),
                             .pattern = db_col_dup(s, 6),
                             .role = db_col_dup(s, 7),
                             .content = db_col_dup(s, 8),
                             .extent = db_col_dup(s, 9),
                             .domain = db_col_dup(s, 10)};
}

static void take_access(sqlite3_stmt *s, void *to) {
    *(db_access *)to = (db_access){.arg = sqlite3_column_int(s, 0),
                                   .line = sqlite3_column_int64(s, 1),
                                   .kind = db_col_dup(s, 2),
                                   .index_expr = db_col_dup(s, 3),
                                   .pattern = db_col_dup(s, 4),
                                   .lo = db_col_dup(s, 5),
                                   .hi = db_col_dup(s, 6),
                                   .reason = db_col_dup(s, 7),
                                   .conditional = sqlite3_column_int(s, 8) != 0};
}

static void take_feature(sqlite3_stmt *s, void *to) {
    *(db_feature *)to = (db_feature){db_col_dup(s, 0), db_col_dup(s, 1)};
}

static int load_args(db *d, db_kernel *k, lp_err *e) {
    static const char sql[] = "SELECT idx, name, kind, type, elem_bytes, access, pattern, role, "
                              "content, extent, domain FROM argument WHERE kernel_id = ? ORDER BY "
                              "idx";
    db_list list;
    int rc = db_load_list(d, sql, k->id, sizeof *k->args, take_arg, &list, e);
    k->args = list.v;
    k->n_args = list.n;
    return rc;
}

static int load_accesses(db *d, db_kernel *k, lp_err *e) {
    static const char sql[] = "SELECT arg, line, kind, index_expr, pattern, lo, hi, reason, "
                              "conditional FROM access WHERE kernel_id = ? ORDER BY seq";
    db_list list;
    int rc = db_load_list(d, sql, k->id, sizeof *k->accesses, take_access, &list, e);
    k->accesses = list.v;
    k->n_accesses = list.n;
    return rc;
}

static int load_features(db *d, db_kernel *k, lp_err *e) {
    static const char sql[] = "SELECT name, formula FROM feature WHERE kernel_id = ? ORDER BY name";
    db_list list;
    int rc = db_load_list(d, sql, k->id, sizeof *k->features, take_feature, &list, e);
    k->features = list.v;
    k->n_features = list.n;
    return rc;
}

int db_load_kernel(db *d, int64_t id, bool with_access, db_kernel *k, lp_err *e) {
    static const char sql[] =
        "SELECT path, name, line, hash, family, source, std, dims, status, reason, detail, pattern,"
        " reqd_local, local_bytes, constraints, guesses, probe, probe_gap, template, held_out FROM "
        "kernel"
        " WHERE id = ?";
    *k = (db_kernel){.id = id};
    int rc = db_load_one(d, sql, "kernel", id, take_kernel, k, e);
    if (rc == 0) rc = load_args(d, k, e);
    if (rc == 0 && with_access) rc = load_accesses(d, k, e);
    if (rc == 0 && with_access) rc = load_features(d, k, e);
    if (rc != 0) db_kernel_free(k);
    return rc;
}
