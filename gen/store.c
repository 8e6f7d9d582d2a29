/* Campaign row, device limits, repairs and stored samples. Input: the database and a plan. Output:
 * rows, counts of differences. A sample that did not change keeps its row, id and timings; one with
 * results is never removed. Does not plan anything (sample.c). */
#include "gen/store.h"

#include <stdlib.h>
#include <string.h>

#include "common/opt.h"
#include "common/text.h"

int gen_load_campaign(db *d, gen_stored *out, lp_err *e) {
    static const char sql[] = "SELECT plan_version FROM campaign";
    *out = (gen_stored){0};
    int rc = db_get_i64(d, e, &out->plan_version, 0, sql, "");
    if (rc == 0) rc = db_get_text(d, e, &out->config_json, "SELECT config_json FROM campaign", "");
    if (rc == 0) rc = db_get_text(d, e, &out->plan_hash, "SELECT plan_hash FROM campaign", "");
    out->exists = rc == 0 && out->config_json;
    if (rc == 0 && out->plan_version > GEN_PLAN_VERSION)
        rc = lp_fail(e, "%s: its plan is of version %lld and this program knows %d; update llmperf",
                     db_path(d), (long long)out->plan_version, GEN_PLAN_VERSION);
    if (rc) gen_stored_free(out);
    return rc;
}

void gen_stored_free(gen_stored *s) {
    free(s->config_json);
    free(s->plan_hash);
    *s = (gen_stored){0};
}

int gen_put_campaign(db *d, const lp_campaign *c, const char *config_path, const gen_limits *lim,
                     const char *plan_hash, lp_err *e) {
    char *json = lp_campaign_json(c);
    int rc = db_run(d, e,
                    "INSERT INTO campaign (id, name, config_json, config_path, seed, plan_version,"
                    " plan_hash, nsm, tool_version) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET name = excluded.name,"
                    " config_json = excluded.config_json, config_path = excluded.config_path,"
                    " seed = excluded.seed, plan_version = excluded.plan_version,"
                    " plan_hash = excluded.plan_hash, nsm = excluded.nsm,"
                    " tool_version = excluded.tool_version",
                    "tttiitit", c->name, json, config_path, c->seed, (int64_t)GEN_PLAN_VERSION,
                    plan_hash, lim->nsm, lp_version());
    free(json);
    return rc;
}

static int limits_of_device(db *d, gen_limits *lim, char **device, lp_err *e) {
    int64_t id = 0;
    db_device row;
    /* The first device: the plan stays the same when a second one joins the campaign. */
    if (db_get_i64(d, e, &id, 0, "SELECT min(id) FROM device", "")) return -1;
    if (id == 0) return 0;
    if (db_load_device(d, id, &row, e)) return -1;
    *device = lp_strdup(row.name);
    *lim = (gen_limits){row.compute_units, row.max_work_group, row.local_mem_bytes};
    db_device_free(&row);
    return 0;
}

int gen_find_limits(db *d, const lp_campaign *c, const char *config_path, gen_limits *lim,
                    char **device, lp_err *e) {
    gen_limits from = {0};
    *device = NULL;
    *lim =
        (gen_limits){c->target_compute_units, c->target_max_work_group, c->target_local_mem_bytes};
    if (lim->nsm && lim->max_work_group && lim->local_mem_bytes) return 0;
    if (limits_of_device(d, &from, device, e)) return -1;
    if (!lim->nsm) lim->nsm = from.nsm;
    if (!lim->max_work_group) lim->max_work_group = from.max_work_group;
    if (!lim->local_mem_bytes) lim->local_mem_bytes = from.local_mem_bytes;
    if (lim->nsm > 0 && lim->max_work_group > 0 && (lim->local_mem_bytes > 0 || *device)) return 0;
    free(*device);
    *device = NULL;
    return lp_fail(e,
                   "%s: the device's limits are unknown; run `llmperf profile --db %s --register` "
                   "on its machine, or set target.compute_units, target.max_work_group and "
                   "target.local_mem_bytes in %s",
                   db_path(d), db_path(d), config_path);
}

void gen_sample_line(const db_sample *s, lp_text *out) {
    lp_text_addf(out, "%d|%s|%lld|%lld|%s|%lld|%lld", s->idx, s->strategy ? s->strategy : "probe",
                 (long long)s->global_size, (long long)s->local_size, s->class_ ? s->class_ : "",
                 (long long)s->fill_seed, (long long)s->bytes);
    for (int i = 0; i < s->n_args; i++) {
        const db_sample_arg *a = &s->args[i];
        lp_text_addf(out, "|%d:%lld:%s:%s", a->idx, (long long)a->elems, a->value ? a->value : "",
                     a->recipe ? a->recipe : "");
    }
    lp_text_addc(out, '\n');
}

typedef struct ids {
    int64_t *v;
    size_t n, cap;
} ids;

static int stored_ids(db *d, int64_t kernel_id, ids *out, lp_err *e) {
    int rc = 0;
    sqlite3_stmt *s = db_stmt(d, "SELECT id FROM sample WHERE kernel_id = ? ORDER BY idx", e);
    if (!s) return -1;
    db_bind(s, "i", kernel_id);
    while ((rc = db_step(d, s, e)) == 1) {
        out->v = lp_grow(out->v, &out->cap, out->n + 1, sizeof *out->v);
        out->v[out->n++] = sqlite3_column_int64(s, 0);
    }
    return rc;
}

static bool same_sample(const db_sample *a, const db_sample *b) {
    lp_text x = {0};
    lp_text y = {0};
    gen_sample_line(a, &x);
    gen_sample_line(b, &y);
    bool same = strcmp(x.s, y.s) == 0;
    lp_text_free(&x);
    lp_text_free(&y);
    return same;
}

static int remove_sample(db *d, int64_t id, bool apply, gen_changes *changes, lp_err *e) {
    int64_t results = 0;
    if (db_get_i64(d, e, &results, 0,
                   "SELECT EXISTS (SELECT 1 FROM timing WHERE sample_id = ?1)"
                   " OR EXISTS (SELECT 1 FROM failure WHERE sample_id = ?1)",
                   "i", id))
        return -1;
    changes->removed++;
    if (results) changes->lost++;
    if (!apply) return 0;
    if (results)
        return lp_fail(e, "%s: a sample was timed while the plan changed; try again", db_path(d));
    return db_run(d, e, "DELETE FROM sample WHERE id = ?", "i", id);
}

static int add_sample(db *d, db_sample *s, bool apply, gen_changes *changes, lp_err *e) {
    changes->added++;
    return apply ? db_put_sample(d, s, e) : 0;
}

/* One stored sample against the plan from *at on: planned ones before it are new, one of the same
 * index is kept or replaced. */
static int sync_one(db *d, const db_sample *old, db_sample *plan, size_t n, size_t *at, bool apply,
                    gen_changes *changes, lp_err *e) {
    for (; *at < n && plan[*at].idx < old->idx; (*at)++)
        if (add_sample(d, &plan[*at], apply, changes, e)) return -1;
    db_sample *now = *at < n && plan[*at].idx == old->idx ? &plan[(*at)++] : NULL;
    if (now && same_sample(old, now)) {
        changes->kept++;
        return 0;
    }
    if (remove_sample(d, old->id, apply, changes, e)) return -1;
    return now ? add_sample(d, now, apply, changes, e) : 0;
}

int gen_sync_samples(db *d, int64_t kernel_id, db_sample *plan, size_t n, bool apply,
                     gen_changes *changes, lp_err *e) {
    ids old = {0};
    size_t at = 0;
    int rc = stored_ids(d, kernel_id, &old, e);
    for (size_t i = 0; i < old.n && rc == 0; i++) {
        db_sample s;
        rc = db_load_sample(d, old.v[i], &s, e);
        if (rc) break;
        rc = sync_one(d, &s, plan, n, &at, apply, changes, e);
        db_sample_free(&s);
    }
    for (; at < n && rc == 0; at++) rc = add_sample(d, &plan[at], apply, changes, e);
    free(old.v);
    return rc;
}

static int probes_differ(db *d, int64_t kernel_id, const db_sample *plan, size_t n, bool *stale,
                         lp_err *e) {
    db_sample *old = NULL;
    int n_old = 0;
    if (db_load_probe_samples(d, kernel_id, &old, &n_old, e)) return -1;
    *stale = (size_t)n_old != n;
    for (size_t i = 0; i < n && !*stale; i++) *stale = !same_sample(&old[i], &plan[i]);
    db_probe_samples_free(old, n_old);
    return 0;
}

int gen_sync_probes(db *d, int64_t kernel_id, db_sample *plan, size_t n, bool apply, bool *stale,
                    lp_err *e) {
    int rc = probes_differ(d, kernel_id, plan, n, stale, e);
    return rc == 0 && apply ? db_put_probe_samples(d, kernel_id, plan, (int)n, e) : rc;
}

/* False when the sum is no length: rows of a stranger may hold any number. */
static bool grow_arg(db_sample *s, int i, const db_arg *a, int64_t more) {
    int64_t bytes = 0;
    if (s->args[i].elems < 0) return true;
    if (strcmp(a->kind, "local") != 0 && __builtin_mul_overflow(more, a->elem_bytes, &bytes))
        return false;
    return !__builtin_add_overflow(s->args[i].elems, more, &s->args[i].elems) &&
           !__builtin_add_overflow(s->bytes, bytes, &s->bytes);
}

int gen_add_repairs(db *d, const db_kernel *row, db_sample *plan, size_t n, lp_err *e) {
    int64_t *more = lp_alloc((size_t)row->n_args + 1, sizeof *more);
    int rc = db_load_repairs(d, row->id, row->n_args, more, e);
    for (size_t i = 0; i < n; i++)
        for (int a = 0; a < plan[i].n_args && rc == 0; a++)
            if (!grow_arg(&plan[i], a, &row->args[a], more[a]))
                rc = lp_fail(e, "%s: %s: %s: the repair of argument %s is too large", db_path(d),
                             row->path, row->name, row->args[a].name);
    free(more);
    return rc;
}
