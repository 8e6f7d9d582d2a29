/* The coverage report as one JSON object (docs/formats.md).
 *
 * In: a database, what is imported. Out: quantiles of the three sets, distances, the farthest
 * imported kernels, regions that we lack. Prints nothing (coverage_print.c). */
#include "db/coverage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_FAR = 20, SHOWN_WHY = 3 };

static const struct {
    const char *name;
    double p;
} quantiles[] = {{"min", 0},    {"p10", 0.1}, {"p25", 0.25}, {"median", 0.5},
                 {"p75", 0.75}, {"p90", 0.9}, {"max", 1}};
enum { N_QUANTILES = sizeof quantiles / sizeof *quantiles };

/* Three decimals: what is beyond is noise in a text. A distance that does not exist is null. */
static json_t *real(double v) {
    return isfinite(v) ? json_real(round(v * 1000) / 1000) : json_null();
}

static json_t *quantiles_of(double *v, size_t n) {
    json_t *o = json_object();
    db_sort_values(v, n);
    for (int q = 0; q < N_QUANTILES; q++)
        json_object_set_new(o, quantiles[q].name,
                            n ? real(db_quantile(v, n, quantiles[q].p)) : json_null());
    return o;
}

/* {"median", "p90", "max"} of sorted values. */
static json_t *summary(const double *sorted, size_t n) {
    return json_pack("{s:o, s:o, s:o}", "median",
                     n ? real(db_quantile(sorted, n, 0.5)) : json_null(), "p90",
                     n ? real(db_quantile(sorted, n, 0.9)) : json_null(), "max",
                     n ? real(sorted[n - 1]) : json_null());
}

static json_t *features_json(const db_cov *c) {
    json_t *list = json_array();
    for (int f = 0; f < DB_COV_N; f++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:f, s:o}", "name", db_cov_features[f].name,
                                        "words", db_cov_features[f].words, "unit",
                                        db_cov_features[f].unit, "spread", real(c->spread[f])));
    return list;
}

static int64_t count_families(const db_cov *c, int set) {
    int64_t n = 0;
    for (size_t i = c->first[set]; i < c->first[set + 1]; i = db_cov_family_end(c, i)) n++;
    return n;
}

static json_t *set_json(const db_cov *c, int set) {
    size_t first = c->first[set], n = c->first[set + 1] - first;
    double *v = lp_alloc(n + 1, sizeof *v);
    json_t *features = json_object();
    for (int f = 0; f < DB_COV_N; f++) {
        for (size_t i = 0; i < n; i++) v[i] = c->v[first + i].raw[f];
        json_object_set_new(features, db_cov_features[f].name, quantiles_of(v, n));
    }
    free(v);
    return json_pack("{s:I, s:I, s:I, s:I, s:o}", "kernels", (json_int_t)n, "families",
                     (json_int_t)count_families(c, set), "left_out", (json_int_t)c->left_out[set],
                     "skipped", (json_int_t)c->skipped[set], "quantiles", features);
}

enum { OURS = DB_COV_IMPORTED };

static double far_from(const db_cov_kernel *k, int which) {
    return which == OURS ? db_cov_far(k) : k->far[which];
}

/* Distances of the imported kernels to one of our sets, or (OURS) to the nearer one; of families:
 * of each the nearest member's. */
static json_t *distances(const db_cov *c, int which, bool of_families) {
    size_t first = c->first[DB_COV_IMPORTED], n = 0;
    double *v = lp_alloc(c->n - first + 1, sizeof *v);
    for (size_t i = first, end; i < c->n; i = end) {
        end = of_families ? db_cov_family_end(c, i) : i + 1;
        v[n] = far_from(&c->v[i], which);
        for (size_t j = i; j < end; j++) v[n] = fmin(v[n], far_from(&c->v[j], which));
        n++;
    }
    db_sort_values(v, n);
    json_t *o = summary(v, n);
    free(v);
    return o;
}

/* What the squared distances of the imported kernels to their nearest ones are made of: the mean
 * share of each feature. */
static json_t *shares_json(const db_cov *c) {
    double sum[DB_COV_N] = {0};
    int64_t n = 0;
    for (size_t i = c->first[DB_COV_IMPORTED]; i < c->n; i++) {
        const db_cov_kernel *k = &c->v[i];
        double far = db_cov_far(k);
        if (!isfinite(far) || far == 0) continue;
        const db_cov_kernel *near = &c->v[db_cov_nearest(k)];
        for (int f = 0; f < DB_COV_N; f++)
            sum[f] += (k->at[f] - near->at[f]) * (k->at[f] - near->at[f]) / (far * far);
        n++;
    }
    json_t *o = json_object();
    for (int f = 0; f < DB_COV_N; f++)
        json_object_set_new(o, db_cov_features[f].name, n ? real(sum[f] / (double)n) : json_null());
    return o;
}

static json_t *distance_json(const db_cov *c) {
    json_t *o = json_object();
    json_object_set_new(o, "imported_to_ours", distances(c, OURS, false));
    json_object_set_new(o, "imported_to_handwritten", distances(c, DB_COV_HAND, false));
    json_object_set_new(o, "imported_to_synthesised", distances(c, DB_COV_SYNTH, false));
    json_object_set_new(o, "imported_families_to_ours", distances(c, OURS, true));
    json_object_set_new(o, "handwritten_families", summary(c->family_far, c->n_families));
    json_object_set_new(o, "made_of", shares_json(c));
    return o;
}

/* ---- the farthest ---- */

/* The features that differ most from the nearest kernel, as far as each makes a tenth of the
 * squared distance. */
static json_t *why_far(const db_cov_kernel *k, const db_cov_kernel *near) {
    json_t *list = json_array();
    bool used[DB_COV_N] = {false};
    double total = db_cov_distance(k, near) * db_cov_distance(k, near);
    for (int shown = 0; shown < SHOWN_WHY; shown++) {
        int most = -1;
        double least = 0.1 * total;
        for (int f = 0; f < DB_COV_N; f++) {
            double d = k->at[f] - near->at[f];
            if (used[f] || d * d <= least) continue;
            most = f;
            least = d * d;
        }
        if (most < 0) break;
        used[most] = true;
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o}", "feature",
                                              db_cov_features[most].name, "value",
                                              real(k->raw[most]), "nearest", real(near->raw[most]),
                                              "share", real(least / total)));
    }
    return list;
}

static json_t *place(const db_cov_kernel *k) {
    json_t *path = json_string(k->path), *name = json_string(k->name); /* NULL when not UTF-8 */
    return json_pack("{s:o, s:o}", "path", path ? path : json_null(), "kernel",
                     name ? name : json_null());
}

static const db_cov *sorting; /* qsort has no context */

static int by_distance(const void *a, const void *b) {
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    double x = db_cov_far(&sorting->v[i]), y = db_cov_far(&sorting->v[j]);
    if (x != y) return x > y ? -1 : 1;
    return (i > j) - (i < j);
}

static json_t *farthest_json(const db_cov *c) {
    size_t first = c->first[DB_COV_IMPORTED], n = c->n - first;
    size_t *order = lp_alloc(n + 1, sizeof *order);
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) order[i] = first + i;
    sorting = c;
    if (n) qsort(order, n, sizeof *order, by_distance);
    for (size_t i = 0; i < n && i < SHOWN_FAR; i++) {
        const db_cov_kernel *k = &c->v[order[i]];
        int64_t near = db_cov_nearest(k);
        if (near < 0) break;
        json_t *o = place(k);
        json_object_set_new(o, "distance", real(db_cov_far(k)));
        json_object_set_new(o, "nearest", place(&c->v[near]));
        json_object_set_new(o, "why", why_far(k, &c->v[near]));
        json_array_append_new(list, o);
    }
    free(order);
    return list;
}

/* ---- regions ---- */

static json_t *region_json(const db_cov *c, const db_cov_region *r) {
    json_t *sides = json_array();
    char *words = db_cov_region_words(r);
    for (int i = 0; i < r->n_sides; i++)
        json_array_append_new(
            sides, json_pack("{s:s, s:s, s:f}", "feature", db_cov_features[r->side[i].dim].name,
                             "is", r->side[i].below ? "<" : ">=", "cut", r->side[i].cut));
    json_t *o = json_pack("{s:s, s:o, s:I, s:I, s:o}", "words", words, "conditions", sides,
                          "imported", (json_int_t)r->imported, "ours", (json_int_t)r->ours,
                          "example", place(&c->v[r->example]));
    free(words);
    return o;
}

/* Far: farther than hand-written families are from each other (the median). */
static void add_regions(const db_cov *c, json_t *o) {
    db_cov_region r[DB_COV_REGIONS];
    json_t *list = json_array();
    int64_t rest = 0, far = 0;
    double limit = c->n_families ? db_quantile(c->family_far, c->n_families, 0.5) : 0;
    int n = db_cov_regions(c, limit, r, &rest);
    for (int i = 0; i < n; i++) json_array_append_new(list, region_json(c, &r[i]));
    for (size_t i = c->first[DB_COV_IMPORTED]; i < c->n; i++) far += db_cov_far(&c->v[i]) > limit;
    json_object_set_new(o, "far_beyond", real(limit));
    json_object_set_new(o, "far", json_integer(far));
    json_object_set_new(o, "missing", list);
    json_object_set_new(o, "far_elsewhere", json_integer(rest));
}

static json_t *report(const db_cov *c) {
    json_t *sets = json_object();
    for (int s = 0; s < DB_COV_SETS; s++)
        json_object_set_new(sets, db_cov_set_names[s], set_json(c, s));
    json_t *o = json_pack("{s:{s:i, s:i}, s:o, s:o, s:I, s:o, s:o}", "launch", "global",
                          DB_COV_GLOBAL, "local", DB_COV_LOCAL, "features", features_json(c),
                          "sets", sets, "held_out", (json_int_t)c->held_out, "distance",
                          distance_json(c), "farthest", farthest_json(c));
    add_regions(c, o);
    return o;
}

json_t *db_coverage(db *d, const lp_strv *imported, const char *plot, lp_err *e) {
    db_cov c;
    json_t *o = NULL;
    if (db_cov_load(d, imported, &c, e) != 0) return NULL;
    db_cov_scale(&c);
    int rc = db_cov_near(&c, e);
    if (rc == 0 && plot) rc = db_cov_plot(&c, plot, e);
    if (rc == 0) o = report(&c);
    db_cov_free(&c);
    return o;
}
