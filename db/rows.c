/* The data set as JSON objects, one at a time: what export writes and check compares.
 *
 * Input: warm timings with their samples, kernels, devices and splits. Output: the fields of
 * docs/formats.md. Holds one kernel and one sample at a time. */
#include <stdlib.h>
#include <string.h>

#include "db/internal.h"
#include "db/launch.h"
#include "db/ops.h"
#include "db/record.h"

struct db_rows {
    db *d;
    const lp_campaign *campaign;
    sqlite3_stmt *stmt;
    lp_strv names;    /* of the features that any kernel has, sorted */
    db_kernel kernel; /* of the current row; id 0 before the first */
    db_formulas features;
    db_sample sample;
    db_device device;
};

/* The order is that of the unique indexes, so that SQLite sorts nothing but the devices of one
 * sample. CROSS JOIN keeps the tables in this order. Columns: see the enum. */
static const char rows_sql[] =
    "SELECT k.id, s.id, t.device_id, t.class, t.median_ns, t.mean_ns, t.min_ns, t.max_ns, "
    "t.ci_lo_ns, t.ci_hi_ns,"
    " t.reps, t.flags, t.policy, t.start_ns, t.end_ns, t.weight, p.part, coalesce(k.family, "
    "k.hash, k.path || ':' || k.name)"
    " FROM kernel k CROSS JOIN sample s ON s.kernel_id = k.id CROSS JOIN timing t ON t.sample_id = "
    "s.id"
    " CROSS JOIN device v ON v.id = t.device_id"
    " LEFT JOIN split p ON p.family = coalesce(k.family, k.hash, k.path || ':' || k.name)"
    " WHERE t.policy = 'warm' AND (?1 = 0 OR t.weight IS NULL OR t.weight > 0)"
    " ORDER BY k.path, k.name, s.idx, v.platform, v.name, v.version, v.driver";
enum {
    COL_KERNEL,
    COL_SAMPLE,
    COL_DEVICE,
    COL_CLASS,
    COL_MEDIAN,
    COL_MEAN,
    COL_MIN,
    COL_MAX,
    COL_CI_LO,
    COL_CI_HI,
    COL_REPS,
    COL_FLAGS,
    COL_POLICY,
    COL_START,
    COL_END,
    COL_WEIGHT,
    COL_PART,
    COL_FAMILY
};

static int load_names(db *d, lp_strv *out, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d, "SELECT DISTINCT name FROM feature ORDER BY name", e);
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(d, s, e)) == 1) lp_strv_add(out, db_col_text(s, 0));
    return rc;
}

db_rows *db_rows_open(db *d, const lp_campaign *c, bool balanced, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d, rows_sql, e);
    if (!s) return NULL;
    db_bind(s, "i", (int64_t)balanced);
    db_rows *r = lp_alloc(1, sizeof *r);
    r->d = d;
    r->campaign = c;
    r->stmt = s;
    if (!c->export_features || load_names(d, &r->names, e) == 0) return r;
    db_rows_close(r);
    return NULL;
}

int db_count_rows(db *d, bool balanced, int64_t *n, lp_err *e) {
    return db_get_i64(d, e, n, 0,
                      "SELECT count(*) FROM timing WHERE policy = 'warm'"
                      " AND (? = 0 OR weight IS NULL OR weight > 0)",
                      "i", (int64_t)balanced);
}

static void free_kernel(db_rows *r) {
    db_formulas_free(&r->features);
    db_kernel_free(&r->kernel);
}

void db_rows_close(db_rows *r) {
    if (!r) return;
    sqlite3_reset(r->stmt);
    free_kernel(r);
    db_sample_free(&r->sample);
    db_device_free(&r->device);
    lp_strv_free(&r->names);
    free(r);
}

/* ---- one row ------------------------------------------------------------------------------------
 */

/* A text that is not UTF-8 gives NULL, which json_object_set_new() refuses: the row is then
 * reported as a whole. */
static json_t *text_or_null(const char *s) {
    return s ? json_string(s) : json_null();
}

static bool set(json_t *o, const char *key, json_t *value) {
    return json_object_set_new(o, key, value) == 0;
}

static json_t *args_json(const db_rows *r) {
    json_t *list = json_array();
    for (int i = 0; i < r->kernel.n_args; i++) {
        const db_arg *a = &r->kernel.args[i];
        const db_sample_arg *v = db_arg_of(&r->sample, a->idx);
        json_t *o = json_object();
        bool ok = set(o, "index", json_integer(a->idx)) && set(o, "name", json_string(a->name)) &&
                  set(o, "kind", json_string(a->kind)) && set(o, "type", json_string(a->type)) &&
                  set(o, "elem_bytes", json_integer(a->elem_bytes)) &&
                  set(o, "access", json_string(a->access)) &&
                  set(o, "elems", v && v->elems >= 0 ? json_integer(v->elems) : json_null()) &&
                  set(o, "value", text_or_null(v ? v->value : NULL)) &&
                  set(o, "recipe", text_or_null(v ? v->recipe : NULL)) &&
                  json_array_append(list, o) == 0;
        json_decref(o);
        if (ok) continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

/* Every row has every name, so that readers which make columns of them see one type. A formula that
 * the kernel lacks or that cannot be evaluated for this launch (a float in it, a division by zero)
 * is null, not an error. */
static json_t *features_json(const db_rows *r) {
    json_t *o = json_object();
    lp_bind *v = lp_alloc((size_t)r->kernel.n_args + 2, sizeof *v);
    lp_binds binds = {v, db_bind_launch(&r->kernel, &r->sample, v)};
    int i = 0; /* the kernel's features are sorted as the names are */
    for (size_t n = 0; o && n < r->names.n; n++) {
        bool has =
            i < r->kernel.n_features && strcmp(r->kernel.features[i].name, r->names.v[n]) == 0;
        int64_t value = 0;
        bool known = has && db_formula_value(&r->features, i, &binds, &value);
        i += has;
        if (set(o, r->names.v[n], known ? json_integer(value) : json_null())) continue;
        json_decref(o);
        o = NULL;
    }
    free(v);
    return o;
}

static json_t *device_json(const db_device *v) {
    json_t *o = json_object();
    bool ok =
        set(o, "name", json_string(v->name)) && set(o, "platform", json_string(v->platform)) &&
        set(o, "vendor", json_string(v->vendor)) && set(o, "version", json_string(v->version)) &&
        set(o, "driver", json_string(v->driver)) && set(o, "type", json_string(v->type)) &&
        set(o, "compute_units", json_integer(v->compute_units)) &&
        set(o, "clock_mhz", json_integer(v->clock_mhz));
    if (ok) return o;
    json_decref(o);
    return NULL;
}

/* END - START of every repetition; NULL when the stored arrays are not that. */
static json_t *raw_json(sqlite3_stmt *s) {
    const char *starts = db_col_text(s, COL_START), *ends = db_col_text(s, COL_END);
    json_t *from = lp_json_parse(starts, strlen(starts), NULL);
    json_t *to = lp_json_parse(ends, strlen(ends), NULL);
    json_t *raw = json_array();
    bool ok =
        json_is_array(from) && json_is_array(to) && json_array_size(from) == json_array_size(to);
    for (size_t i = 0; ok && i < json_array_size(from); i++) {
        json_t *a = json_array_get(from, i), *b = json_array_get(to, i);
        ok = json_is_integer(a) && json_is_integer(b);
        if (ok)
            json_array_append_new(raw, json_integer(json_integer_value(b) - json_integer_value(a)));
    }
    json_decref(from);
    json_decref(to);
    if (ok) return raw;
    json_decref(raw);
    return NULL;
}

static json_t *timing_json(sqlite3_stmt *s) {
    static const struct {
        const char *name;
        int col;
    } numbers[] = {{"min_ns", COL_MIN},
                   {"max_ns", COL_MAX},
                   {"ci_lo_ns", COL_CI_LO},
                   {"ci_hi_ns", COL_CI_HI},
                   {"reps", COL_REPS}};
    json_t *o = json_object();
    bool ok = set(o, "median_ns", json_integer(sqlite3_column_int64(s, COL_MEDIAN))) &&
              set(o, "mean_ns", json_real(sqlite3_column_double(s, COL_MEAN)));
    for (size_t i = 0; ok && i < sizeof numbers / sizeof *numbers; i++)
        ok = set(o, numbers[i].name, json_integer(sqlite3_column_int64(s, numbers[i].col)));
    ok = ok && set(o, "flags", json_string(db_col_text(s, COL_FLAGS))) &&
         set(o, "policy", json_string(db_col_text(s, COL_POLICY))) && set(o, "raw_ns", raw_json(s));
    if (ok) return o;
    json_decref(o);
    return NULL;
}

/* The prompt and the argument lines: `prompt` and `input_sizes`. */
static bool set_texts(const db_rows *r, json_t *o) {
    lp_text lines = {0}, prompt = {0};
    db_launch_prompt(&r->kernel, &r->sample, LP_PROMPT_PREPARED,
                     r->campaign->export_facts ? &r->features : NULL, &lines, &prompt);
    bool ok = set(o, "input_sizes", json_string(lp_text_str(&lines))) &&
              set(o, "prompt", json_string(lp_text_str(&prompt)));
    lp_text_free(&lines);
    lp_text_free(&prompt);
    return ok;
}

static json_t *row_json(const db_rows *r) {
    sqlite3_stmt *s = r->stmt;
    bool weighed = sqlite3_column_type(s, COL_WEIGHT) != SQLITE_NULL;
    json_t *o = json_object();
    bool ok =
        set(o, "code", text_or_null(r->kernel.source)) &&
        set(o, "gsize", json_integer(r->sample.global_size)) &&
        set(o, "lsize", json_integer(r->sample.local_size)) &&
        set(o, "kernel_path", json_string(r->kernel.path)) &&
        set(o, "kernel", json_string(r->kernel.name)) &&
        set(o, "std", text_or_null(r->kernel.std)) &&
        set(o, "execution_time", json_integer(sqlite3_column_int64(s, COL_MEDIAN))) &&
        set_texts(r, o) && set(o, "args", args_json(r)) &&
        set(o, "fill_seed", json_integer(r->sample.fill_seed)) &&
        set(o, "class", json_string(db_col_text(s, COL_CLASS))) &&
        set(o, "pattern", text_or_null(r->kernel.pattern)) &&
        set(o, "family", json_string(db_col_text(s, COL_FAMILY))) &&
        set(o, "split", text_or_null((const char *)sqlite3_column_text(s, COL_PART))) &&
        set(o, "weight", weighed ? json_real(sqlite3_column_double(s, COL_WEIGHT)) : json_null()) &&
        set(o, "features", features_json(r)) && set(o, "device", device_json(&r->device)) &&
        set(o, "timing", timing_json(s));
    if (ok) return o;
    json_decref(o);
    return NULL;
}

/* ---- walking ------------------------------------------------------------------------------------
 */

static int load_kernel(db_rows *r, int64_t id, lp_err *e) {
    if (r->kernel.id == id) return 0;
    free_kernel(r);
    if (db_load_kernel(r->d, id, true, &r->kernel, e) != 0) return -1;
    db_formulas_init(&r->features, &r->kernel);
    return 0;
}

static int load_parts(db_rows *r, lp_err *e) {
    int64_t sample = sqlite3_column_int64(r->stmt, COL_SAMPLE),
            device = sqlite3_column_int64(r->stmt, COL_DEVICE);
    if (load_kernel(r, sqlite3_column_int64(r->stmt, COL_KERNEL), e) != 0) return -1;
    if (r->sample.id != sample) {
        db_sample_free(&r->sample);
        if (db_load_sample(r->d, sample, &r->sample, e) != 0) return -1;
    }
    if (r->device.id != device) {
        db_device_free(&r->device);
        if (db_load_device(r->d, device, &r->device, e) != 0) return -1;
    }
    return 0;
}

int db_rows_next(db_rows *r, json_t **row, lp_err *e) {
    int rc = db_step(r->d, r->stmt, e);
    if (rc != 1) return rc;
    if (load_parts(r, e) != 0) return -1;
    *row = row_json(r);
    if (*row) return 1;
    return lp_fail(
        e,
        "%s: sample %d of %s %s cannot be written as JSON: damaged times or text that is not UTF-8",
        db_path(r->d), r->sample.idx, r->kernel.path, r->kernel.name);
}
