/* Probes: the launches planned for them, what they found on a device, and the repairs that follow.
 *
 * Input: db_sample (from gen), db_probe with its ranges and repairs (from profile). Output: rows of
 * probe_sample, probe, probe_range, repair; a repair also grows the buffers of samples that are
 * planned already. Does not decide what is clean: profile does. */
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/text.h"
#include "db/internal.h"
#include "db/record.h"

/* ---- probe samples
 * -------------------------------------------------------------------------------
 */

static json_t *text_or_null(const char *s) {
    return s ? json_string(s) : json_null();
}

/* The column `args`; caller frees. */
static char *args_text(const db_sample *s) {
    json_t *list = json_array();
    for (int i = 0; i < s->n_args; i++) {
        if (!s->args || s->args[i].idx != i) LP_BUG("argument %d of a probe sample is missing", i);
        const db_sample_arg *a = &s->args[i];
        json_t *o = json_object();
        json_object_set_new(o, "elems", a->elems < 0 ? json_null() : json_integer(a->elems));
        json_object_set_new(o, "value", text_or_null(a->value));
        json_object_set_new(o, "recipe", text_or_null(a->recipe));
        json_array_append_new(list, o);
    }
    char *text = lp_json_text(list);
    json_decref(list);
    return text;
}

static char *dup_member(const json_t *o, const char *key) {
    const char *s = lp_json_str(o, key, NULL);
    return s ? lp_strdup(s) : NULL;
}

static int parse_args(const db *d, const char *text, db_sample *s, lp_err *e) {
    lp_err why = {""};
    json_t *list = lp_json_parse(text, strlen(text), &why);
    if (!json_is_array(list)) {
        json_decref(list);
        return lp_fail(e, "%s: probe sample %d of kernel %lld: args: %s", d->path, s->idx,
                       (long long)s->kernel_id, *why.msg ? why.msg : "is no JSON array");
    }
    s->n_args = (int)json_array_size(list);
    s->args = lp_alloc((size_t)s->n_args, sizeof *s->args);
    for (int i = 0; i < s->n_args; i++) {
        const json_t *o = json_array_get(list, (size_t)i);
        s->args[i] = (db_sample_arg){.idx = i,
                                     .elems = lp_json_i64(o, "elems", -1),
                                     .value = dup_member(o, "value"),
                                     .recipe = dup_member(o, "recipe")};
    }
    json_decref(list);
    return 0;
}

int db_load_probe_samples(db *d, int64_t kernel_id, db_sample **s, int *n, lp_err *e) {
    size_t cap = 0;
    *s = NULL;
    *n = 0;
    sqlite3_stmt *q = db_stmt(d,
                              "SELECT id, idx, global_size, local_size, fill_seed, bytes, args"
                              " FROM probe_sample WHERE kernel_id = ? ORDER BY idx",
                              e);
    if (!q) return -1;
    db_bind(q, "i", kernel_id);
    int rc;
    while ((rc = db_step(d, q, e)) == 1) {
        *s = lp_grow(*s, &cap, (size_t)*n + 1, sizeof **s);
        db_sample *x = &(*s)[(*n)++];
        *x = (db_sample){.id = sqlite3_column_int64(q, 0),
                         .kernel_id = kernel_id,
                         .idx = sqlite3_column_int(q, 1),
                         .global_size = sqlite3_column_int64(q, 2),
                         .local_size = sqlite3_column_int64(q, 3),
                         .fill_seed = sqlite3_column_int64(q, 4),
                         .bytes = sqlite3_column_int64(q, 5)};
        if (parse_args(d, db_col_text(q, 6), x, e) != 0) {
            sqlite3_reset(q);
            rc = -1;
            break;
        }
    }
    if (rc == 0) return 0;
    db_probe_samples_free(*s, *n);
    *s = NULL;
    *n = 0;
    return -1;
}

void db_probe_samples_free(db_sample *s, int n) {
    for (int i = 0; i < n; i++) db_sample_free(&s[i]);
    free(s);
}

static int write_probe_sample(db *d, db_sample *s, lp_err *e) {
    char *args = args_text(s);
    int rc = db_run(d, e,
                    "INSERT INTO probe_sample (kernel_id, idx, global_size, local_size, fill_seed, "
                    "bytes, args) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    "iiiiiit", s->kernel_id, (int64_t)s->idx, s->global_size, s->local_size,
                    s->fill_seed, s->bytes, args);
    free(args);
    if (rc == 0) s->id = sqlite3_last_insert_rowid(d->handle);
    return rc;
}

/* 1 when exactly these are stored (sets their ids), 0 when not, -1 on error. */
static int find_same(db *d, int64_t kernel_id, db_sample *s, int n, lp_err *e) {
    db_sample *old;
    int n_old;
    if (db_load_probe_samples(d, kernel_id, &old, &n_old, e) != 0) return -1;
    bool same = n == n_old;
    for (int i = 0; i < n && same; i++)
        same = old[i].idx == s[i].idx && db_same_sample(&old[i], &s[i]);
    for (int i = 0; i < n && same; i++) s[i].id = old[i].id;
    db_probe_samples_free(old, n_old);
    return same;
}

#define LIFTED                                                                                     \
    "failure WHERE reason = 'quarantined' AND sample_id IN (SELECT id FROM sample WHERE kernel_id" \
    " = ?1)"
int db_void_probes(db *d, int64_t kernel_id, lp_err *e) {
    int64_t n = 0;
    if (db_get_i64(d, e, &n, 0, "SELECT count(*) FROM probe WHERE kernel_id = ?", "i", kernel_id))
        return -1;
    if (n == 0) return 0;
    if (db_run(d, e,
               "UPDATE run SET failed = failed - (SELECT count(*) FROM " LIFTED
               " AND run_id = run.id) WHERE id IN (SELECT run_id FROM " LIFTED ")",
               "i", kernel_id) != 0)
        return -1;
    if (db_run(d, e, "DELETE FROM " LIFTED, "i", kernel_id) != 0) return -1;
    return db_run(d, e, "DELETE FROM probe WHERE kernel_id = ?", "i", kernel_id);
}

static int replace_probe_samples(db *d, int64_t kernel_id, db_sample *s, int n, lp_err *e) {
    if (db_void_probes(d, kernel_id, e) != 0) return -1;
    if (db_run(d, e, "DELETE FROM probe_sample WHERE kernel_id = ?", "i", kernel_id) != 0)
        return -1;
    for (int i = 0; i < n; i++)
        if (write_probe_sample(d, &s[i], e) != 0) return -1;
    return 0;
}

int db_put_probe_samples(db *d, int64_t kernel_id, db_sample *s, int n, lp_err *e) {
    db_group g;
    for (int i = 0; i < n; i++) s[i].kernel_id = kernel_id;
    if (db_group_begin(d, &g, e) != 0) return -1;
    int rc = find_same(d, kernel_id, s, n, e);
    if (rc == 0) rc = replace_probe_samples(d, kernel_id, s, n, e);
    return db_group_end(d, &g, rc < 0 ? -1 : 0, e);
}

/* ---- outcomes
 * ------------------------------------------------------------------------------------
 */

static int write_range(db *d, const db_probe *p, const db_probe_range *r, lp_err *e) {
    static const char sql[] =
        "INSERT INTO probe_range (kernel_id, device_id, idx, arg, elems, lo, hi)"
        " VALUES (?1, ?2, ?3, ?4, ?5, iif(?6, ?7, NULL), iif(?6, ?8, NULL))";
    return db_run(d, e, sql, "iiiiiiii", p->kernel_id, p->device_id, (int64_t)r->idx,
                  (int64_t)r->arg, r->elems, (int64_t)r->touched, r->lo, r->hi);
}

static int write_probe(db *d, const db_probe *p, lp_err *e) {
    if (db_run(d, e, "DELETE FROM probe WHERE kernel_id = ? AND device_id = ?", "ii", p->kernel_id,
               p->device_id) != 0)
        return -1;
    if (db_run(d, e,
               "INSERT INTO probe (kernel_id, device_id, status, reason, detail, launches, version)"
               " VALUES (?, ?, ?, ?, ?, ?, ?)",
               "iitttii", p->kernel_id, p->device_id, p->status, p->reason, p->detail, p->launches,
               p->version) != 0)
        return -1;
    for (int i = 0; i < p->n_ranges; i++)
        if (write_range(d, p, &p->ranges[i], e) != 0) return -1;
    return 0;
}

int db_put_probe(db *d, const db_probe *p, lp_err *e) {
    db_group g;
    if (db_group_begin(d, &g, e) != 0) return -1;
    return db_group_end(d, &g, write_probe(d, p, e), e);
}

int db_get_probe(db *d, int64_t kernel_id, int64_t device_id, int64_t version, db_probe *p,
                 lp_err *e) {
    *p = (db_probe){.kernel_id = kernel_id, .device_id = device_id, .version = version};
    sqlite3_stmt *s = db_stmt(d,
                              "SELECT status, reason, detail, launches FROM probe"
                              " WHERE kernel_id = ? AND device_id = ? AND version = ?",
                              e);
    if (!s) return -1;
    db_bind(s, "iii", kernel_id, device_id, version);
    int rc = db_step(d, s, e);
    if (rc != 1) return rc;
    p->status = db_col_dup(s, 0);
    p->reason = db_col_dup(s, 1);
    p->detail = db_col_dup(s, 2);
    p->launches = sqlite3_column_int64(s, 3);
    sqlite3_reset(s);
    return 1;
}

void db_probe_free(db_probe *p) {
    free(p->status);
    free(p->reason);
    free(p->detail);
    free(p->ranges);
    *p = (db_probe){0};
}

/* ---- repairs
 * -------------------------------------------------------------------------------------
 */

/* ?1 kernel, ?2 argument, ?3 elements more. */
#define ELEM_BYTES "(SELECT elem_bytes FROM argument WHERE kernel_id = ?1 AND idx = ?2)"
static const char grow_bytes_sql[] =
    "UPDATE sample SET bytes = bytes + ?3 * " ELEM_BYTES
    " WHERE kernel_id = ?1 AND EXISTS (SELECT 1 FROM argument WHERE kernel_id = ?1 AND idx = ?2"
    " AND kind <> 'local')";
static const char grow_arg_sql[] =
    "UPDATE sample_arg SET elems = elems + ?3 WHERE idx = ?2 AND sample_id IN"
    " (SELECT id FROM sample WHERE kernel_id = ?1)";

/* Rows of a stranger may hold any number. */
static int grow_probe_sample(db *d, db_sample *s, int arg, int64_t by, int64_t elem_bytes,
                             lp_err *e) {
    bool known = s->args && arg >= 0 && arg < s->n_args;
    int64_t bytes = 0;
    if (__builtin_mul_overflow(by, elem_bytes, &bytes) ||
        __builtin_add_overflow(s->bytes, bytes, &s->bytes) ||
        (known && s->args[arg].elems >= 0 &&
         __builtin_add_overflow(s->args[arg].elems, by, &s->args[arg].elems)))
        return lp_fail(e,
                       "%s: probe sample %d of kernel %lld: argument %d is too large with %lld more"
                       " elements",
                       d->path, s->idx, (long long)s->kernel_id, arg, (long long)by);
    char *args = args_text(s);
    int rc = db_run(d, e, "UPDATE probe_sample SET args = ?, bytes = ? WHERE id = ?", "tii", args,
                    s->bytes, s->id);
    free(args);
    return rc;
}

static int grow_probe_samples(db *d, int64_t kernel_id, int arg, int64_t by, lp_err *e) {
    db_sample *s;
    int n;
    int64_t elem_bytes = 0;
    int rc = db_get_i64(d, e, &elem_bytes, 0,
                        "SELECT elem_bytes * (kind <> 'local') FROM argument"
                        " WHERE kernel_id = ? AND idx = ?",
                        "ii", kernel_id, (int64_t)arg);
    if (rc == 0) rc = db_load_probe_samples(d, kernel_id, &s, &n, e);
    if (rc != 0) return -1;
    for (int i = 0; i < n && rc == 0; i++) rc = grow_probe_sample(d, &s[i], arg, by, elem_bytes, e);
    db_probe_samples_free(s, n);
    return rc;
}

static int write_repair(db *d, int64_t kernel_id, int arg, int64_t elems, int64_t device_id,
                        lp_err *e) {
    int64_t have = 0, a = arg;
    if (db_get_i64(d, e, &have, 0, "SELECT elems FROM repair WHERE kernel_id = ? AND arg = ?", "ii",
                   kernel_id, a) != 0)
        return -1;
    int64_t more = have > 0 ? elems - have : elems;
    if (more <= 0) return 0;
    if (db_run(d, e,
               "INSERT INTO repair (kernel_id, arg, elems, device_id) VALUES (?, ?, ?, ?)"
               " ON CONFLICT (kernel_id, arg) DO UPDATE"
               " SET elems = excluded.elems, device_id = excluded.device_id",
               "iiii", kernel_id, a, elems, device_id) != 0)
        return -1;
    if (db_run(d, e, grow_bytes_sql, "iii", kernel_id, a, more) != 0) return -1;
    if (db_run(d, e, grow_arg_sql, "iii", kernel_id, a, more) != 0) return -1;
    return grow_probe_samples(d, kernel_id, arg, more, e);
}

int db_put_repair(db *d, int64_t kernel_id, int arg, int64_t elems, int64_t device_id, lp_err *e) {
    db_group g;
    if (db_group_begin(d, &g, e) != 0) return -1;
    return db_group_end(d, &g, write_repair(d, kernel_id, arg, elems, device_id, e), e);
}

int db_load_repairs(db *d, int64_t kernel_id, int n_args, int64_t *elems, lp_err *e) {
    memset(elems, 0, (size_t)n_args * sizeof *elems);
    sqlite3_stmt *s = db_stmt(d, "SELECT arg, elems FROM repair WHERE kernel_id = ?", e);
    if (!s) return -1;
    db_bind(s, "i", kernel_id);
    int rc;
    while ((rc = db_step(d, s, e)) == 1) {
        int64_t arg = sqlite3_column_int64(s, 0);
        if (arg >= 0 && arg < n_args) elems[arg] = sqlite3_column_int64(s, 1);
    }
    return rc;
}
