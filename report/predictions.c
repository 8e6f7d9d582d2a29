/* What a model says about the samples of a campaign.
 *
 * In: the JSON of llmperf-model validate, or the table `prediction`. Out: a row a sample, sorted.
 * Compares nothing with what was measured (judged.c). */
#include "report/predictions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "common/json.h"
#include "common/log.h"
#include "common/proc.h"
#include "common/shipped.h"
#include "common/text.h"

#define MODEL_PROGRAM "llmperf-model"

enum { ANSWER_MAX_BYTES = 1 << 30, CONFIG_MAX_BYTES = 1 << 20 };

static int by_sample(const void *a, const void *b) {
    int64_t x = ((const rep_prediction *)a)->sample_id, y = ((const rep_prediction *)b)->sample_id;
    return (x > y) - (x < y);
}

/* A sample timed on several devices has a row for each, with the same prediction. */
static void sort_rows(rep_predictions *p) {
    size_t kept = 0;
    if (p->n) qsort(p->v, p->n, sizeof *p->v, by_sample);
    for (size_t i = 0; i < p->n; i++) {
        if (kept > 0 && p->v[kept - 1].sample_id == p->v[i].sample_id)
            free(p->v[i].unlike);
        else
            p->v[kept++] = p->v[i];
    }
    p->n = kept;
}

static void add_row(rep_predictions *p, rep_prediction row) {
    p->v = lp_grow(p->v, &p->cap, p->n + 1, sizeof *p->v);
    p->v[p->n++] = row;
}

/* Between a picosecond and three centuries: what has a place on an axis. */
static bool is_time(double us) {
    return us >= 1e-6 && us <= 1e16;
}

const rep_prediction *rep_predictions_find(const rep_predictions *p, int64_t sample_id) {
    const rep_prediction key = {.sample_id = sample_id};
    return p->n ? bsearch(&key, p->v, p->n, sizeof *p->v, by_sample) : NULL;
}

void rep_predictions_free(rep_predictions *p) {
    for (size_t i = 0; i < p->n; i++) free(p->v[i].unlike);
    free(p->v);
    free(p->model);
    free(p->device);
    *p = (rep_predictions){0};
}

/* ---- what validate prints ---- */

static int take_row(const json_t *row, size_t at, rep_predictions *p, lp_err *e) {
    const json_t *id = json_object_get(row, "sample");
    const char *unlike = lp_json_str(row, "unlike", NULL);
    rep_prediction r = {json_integer_value(id), lp_json_num(row, "median_us", NAN),
                        lp_json_num(row, "lo_us", NAN), lp_json_num(row, "hi_us", NAN), NULL};
    bool interval = !isnan(r.lo_us) || !isnan(r.hi_us);
    if (!json_is_integer(id) || !is_time(r.median_us) ||
        (interval && (!is_time(r.lo_us) || !is_time(r.hi_us) || r.lo_us > r.hi_us)))
        return lp_fail(e, "worst[%zu] is no prediction", at);
    if (unlike) r.unlike = lp_strdup(unlike);
    add_row(p, r);
    return 0;
}

static int take(const json_t *o, rep_predictions *p, lp_err *e) {
    const json_t *rows = json_object_get(o, "worst"), *row;
    const char *model = lp_json_str(o, "model", NULL),
               *device = lp_json_str(o, "model_device", NULL);
    size_t i;
    if (!model || !json_is_array(rows)) return lp_fail(e, "`model` or `worst` is missing");
    p->model = lp_strdup(model);
    p->device = device ? lp_strdup(device) : NULL;
    p->interval = lp_json_num(o, "interval", NAN);
    p->timed = lp_json_i64(o, "timed", 0);
    p->failed = lp_json_i64(o, "failed", 0);
    json_array_foreach(rows, i, row) {
        if (take_row(row, i, p, e) != 0) return -1;
    }
    sort_rows(p);
    return 0;
}

int rep_predictions_parse(const char *text, size_t n, rep_predictions *p, lp_err *e) {
    json_error_t why;
    json_t *o = json_loadb(text, n, 0, &why);
    if (!o) return lp_fail(e, "no JSON at byte %d: %s", why.position, why.text);
    int rc = take(o, p, e);
    json_decref(o);
    return rc;
}

/* ---- asking the model ---- */

/* "models/h200/" is h200. */
static char *name_of(const char *dir) {
    size_t n = strlen(dir);
    while (n > 1 && dir[n - 1] == '/') n--;
    char *copy = lp_strndup(dir, n), *name = lp_strdup(lp_path_base(copy));
    free(copy);
    return name;
}

/* Its one line. The program shows its own progress and errors. */
static int run_model(char *const argv[], lp_text *answer, lp_err *e) {
    lp_proc proc;
    if (lp_proc_start(&proc, argv, true, e) != 0) return -1;
    int rc = lp_proc_read_line(&proc, -1, ANSWER_MAX_BYTES, answer, e);
    if (rc == -3 || rc == -1) lp_proc_kill(&proc);
    if (rc == -3) return lp_fail(e, "interrupted");
    if (rc == -1) return -1;
    int status = lp_proc_wait(&proc);
    if (status != 0 || rc != 1) return lp_fail(e, "it failed with status %d", status);
    return 0;
}

int rep_predictions_ask(const char *model_dir, const char *db_file, long long samples,
                        rep_predictions *p, lp_err *e) {
    char *self = lp_self_dir(), *program = lp_path_join(self ? self : ".", MODEL_PROGRAM);
    char most[24];
    lp_text answer = {0};
    snprintf(most, sizeof most, "%lld", samples);
    bool quiet = lp_log_get_level() == LP_LOG_QUIET;
    char *const argv[] = {program,
                          "validate",
                          quiet ? "-q" : "--json",
                          "--json",
                          "--db",
                          (char *)db_file,
                          "--model",
                          (char *)model_dir,
                          "--split",
                          "all",
                          "--samples",
                          most,
                          "--worst",
                          "2147483647",
                          NULL};
    int rc = run_model(argv, &answer, e);
    if (rc == 0) rc = rep_predictions_parse(lp_text_str(&answer), answer.len, p, e);
    if (rc != 0) lp_fail_in(e, "--model %s: " MODEL_PROGRAM " validate", model_dir);
    if (rc == 0) {
        free(p->model);
        p->model = name_of(model_dir);
    }
    lp_text_free(&answer);
    free(program);
    free(self);
    return rc;
}

/* ---- what is stored ---- */

static int choose_model(db *d, rep_predictions *p, lp_err *e) {
    static const char sql[] = "SELECT model FROM prediction GROUP BY model ORDER BY count(*) DESC,"
                              " model LIMIT 1";
    if (db_get_text(d, e, &p->model, sql, "") != 0) return -1;
    return db_get_i64(d, e, &p->others, 0, "SELECT count(DISTINCT model) - 1 FROM prediction", "");
}

/* The table has neither share nor device; for the shipped model its folder has. */
static void ask_shipped(rep_predictions *p) {
    char *dir = strcmp(p->model, LP_SHIPPED_MODEL) == 0 ? lp_shipped_model() : NULL;
    char *path = dir ? lp_path_join(dir, "config.json") : NULL;
    lp_text text = {0};
    if (path && lp_read_file(path, CONFIG_MAX_BYTES, &text, NULL) == 0) {
        json_t *config = lp_json_parse(lp_text_str(&text), text.len, NULL);
        const json_t *head = json_object_get(config, "perf_head");
        const char *device = lp_json_str(json_object_get(head, "training"), "device", NULL);
        p->interval = lp_json_num(head, "interval", NAN);
        p->device = device ? lp_strdup(device) : NULL;
        json_decref(config);
    }
    lp_text_free(&text);
    free(path);
    free(dir);
}

static double column(sqlite3_stmt *s, int col) {
    return sqlite3_column_type(s, col) == SQLITE_NULL ? NAN : sqlite3_column_double(s, col) / 1000;
}

int rep_predictions_stored(db *d, rep_predictions *p, lp_err *e) {
    p->stored = true;
    p->interval = NAN;
    if (choose_model(d, p, e) != 0) return -1;
    if (!p->model) return 0;
    sqlite3_stmt *s =
        db_stmt(d, "SELECT sample_id, median_ns, lo_ns, hi_ns FROM prediction WHERE model = ?", e);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "t", p->model);
    while (rc == 1 && (rc = db_step(d, s, e)) == 1) {
        rep_prediction r = {sqlite3_column_int64(s, 0), column(s, 1), column(s, 2), column(s, 3),
                            NULL};
        bool interval = !isnan(r.lo_us) && !isnan(r.hi_us);
        if (!interval) r.lo_us = r.hi_us = NAN;
        if (is_time(r.median_us) &&
            (!interval || (is_time(r.lo_us) && is_time(r.hi_us) && r.lo_us <= r.hi_us)))
            add_row(p, r);
        else
            p->failed++;
    }
    if (rc == 0) sort_rows(p);
    if (rc == 0) ask_shipped(p);
    return rc;
}
