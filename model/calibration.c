/* calibration.json: reading, writing, finding.
 *
 * In: the file of a model folder. Out: the factor of a launch. Fits nothing (fit.c) and applies
 * nothing (predictor.c). */
#include "model/calibration.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "model/strict.h"

enum { MAX_BYTES = 1 << 20, MAX_FACTORS = 4096, VERSION = 1 };

/* A factor further from 1 than this is a mistake, not a correction. */
#define FACTOR_MIN 1e-3
#define FACTOR_MAX 1e3

static const char *const class_names[] = {"idle", "under", "saturated", NULL};
static const char *const source_names[] = {"fitted", "hand", NULL};

static bool same(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static const mdl_factor *find_exactly(const mdl_calibration *c, const char *pattern,
                                      const char *class_) {
    for (size_t i = 0; i < c->n; i++)
        if (same(c->v[i].pattern, pattern) && same(c->v[i].class_, class_)) return &c->v[i];
    return NULL;
}

void mdl_calibration_add(mdl_calibration *c, const mdl_factor *f) {
    c->v = lp_grow(c->v, &c->cap, c->n + 1, sizeof *c->v);
    mdl_factor *to = &c->v[c->n++];
    *to = *f;
    to->pattern = f->pattern ? lp_strdup(f->pattern) : NULL;
    to->class_ = f->class_ ? lp_strdup(f->class_) : NULL;
}

const mdl_factor *mdl_calibration_find(const mdl_calibration *c, const char *pattern,
                                       const char *class_) {
    const struct {
        const char *pattern, *class_;
    } order[] = {{pattern, class_}, {pattern, NULL}, {NULL, class_}, {NULL, NULL}};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const mdl_factor *f = find_exactly(c, order[i].pattern, order[i].class_);
        if (f) return f;
    }
    return NULL;
}

/* ---- reading ---- */

static int read_factor(const mdl_at *at, mdl_calibration *c) {
    static const char *const names[] = {"pattern", "class", "factor", "source", "n", NULL};
    const char *pattern = NULL;
    int class_ = -1, source = 0;
    mdl_factor f = {.factor = 1};
    if (mdl_only(at, names)) return -1;
    if (mdl_get_str(at, "pattern", &pattern) == MDL_BAD) return -1;
    if (mdl_get_word(at, "class", class_names, &class_) == MDL_BAD) return -1;
    if (mdl_need(at, "factor", mdl_get_num(at, "factor", FACTOR_MIN, FACTOR_MAX, &f.factor)))
        return -1;
    if (mdl_get_word(at, "source", source_names, &source) == MDL_BAD) return -1;
    if (mdl_get_int(at, "n", 0, INT64_MAX, &f.n) == MDL_BAD) return -1;
    const char *cls = class_ >= 0 ? class_names[class_] : NULL;
    if (find_exactly(c, pattern, cls))
        return lp_fail(at->e, "%s: a second factor for pattern %s, class %s", at->where,
                       pattern ? pattern : "null", cls ? cls : "null");
    f.pattern = (char *)pattern;
    f.class_ = (char *)cls;
    f.by_hand = source == 1;
    mdl_calibration_add(c, &f);
    return 0;
}

static int read_factors(const mdl_at *at, mdl_calibration *c) {
    static const char *const names[] = {"version", "factors", NULL};
    int64_t version = 0;
    const json_t *list = NULL;
    if (!json_is_object(at->o)) return lp_fail(at->e, "%s: must be an object", at->where);
    if (mdl_need(at, "version", mdl_get_int(at, "version", 1, INT32_MAX, &version))) return -1;
    if (version > VERSION)
        return lp_fail(at->e, "%s: version %lld is newer than this program knows (%d); update it",
                       at->where, (long long)version, VERSION);
    if (mdl_only(at, names)) return -1;
    if (mdl_need(at, "factors", mdl_get_array(at, "factors", MAX_FACTORS, &list))) return -1;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < json_array_size(list); i++) {
        lp_text where = {0};
        lp_text_addf(&where, "%s: factors[%zu]", at->where, i);
        mdl_at in = {json_array_get(list, i), where.s, at->e};
        rc = read_factor(&in, c);
        lp_text_free(&where);
    }
    return rc;
}

int mdl_calibration_parse(const char *bytes, size_t n, const char *where, mdl_calibration *c,
                          lp_err *e) {
    json_t *j = lp_json_parse(bytes, n, e);
    if (!j) return lp_fail_in(e, "%s", where);
    mdl_at at = {j, where, e};
    int rc = read_factors(&at, c);
    json_decref(j);
    return rc;
}

int mdl_calibration_load(const char *dir, mdl_calibration *c, lp_err *e) {
    lp_text text = {0};
    char *path = lp_path_join(dir, MDL_CALIBRATION_FILE);
    int rc = 0;
    *c = (mdl_calibration){0};
    if (access(path, F_OK) == 0) {
        rc = lp_read_file(path, MAX_BYTES, &text, e);
        if (rc == 0) rc = mdl_calibration_parse(lp_text_str(&text), text.len, path, c, e);
    }
    lp_text_free(&text);
    free(path);
    return rc;
}

/* ---- writing ---- */

static json_t *text_or_null(const char *s) {
    return s ? json_string(s) : json_null();
}

/* One factor a line, so that people can edit the file. */
int mdl_calibration_save(const char *dir, const mdl_calibration *c, lp_err *e) {
    lp_text t = {0};
    char *path = lp_path_join(dir, MDL_CALIBRATION_FILE);
    lp_text_addf(&t, "{\"version\": %d, \"factors\": [", VERSION);
    for (size_t i = 0; i < c->n; i++) {
        const mdl_factor *f = &c->v[i];
        json_t *o = json_object();
        json_object_set_new(o, "pattern", text_or_null(f->pattern));
        json_object_set_new(o, "class", text_or_null(f->class_));
        json_object_set_new(o, "source", json_string(source_names[f->by_hand]));
        json_object_set_new(o, "n", json_integer(f->n));
        json_object_set_new(o, "factor", json_real(f->factor));
        char *line = json_dumps(o, JSON_REAL_PRECISION(6));
        lp_text_addf(&t, "%s\n  %s", i ? "," : "", line ? line : "null");
        free(line);
        json_decref(o);
    }
    lp_text_add(&t, c->n ? "\n]}\n" : "]}\n");
    int rc = lp_write_file(path, t.s, t.len, e);
    lp_text_free(&t);
    free(path);
    return rc;
}

void mdl_calibration_free(mdl_calibration *c) {
    for (size_t i = 0; i < c->n; i++) {
        free(c->v[i].pattern);
        free(c->v[i].class_);
    }
    free(c->v);
    *c = (mdl_calibration){0};
}
