/* Purpose: rough times of a launch on a large GPU, each as if one resource alone were the limit.
 * In: the features recorded so far. Out: more of them: models cannot multiply counts by work-items
 * or divide by throughputs, and the largest of these times is near what is measured. Constants are
 * those of one generic device; what another one does differently is learnt from its data. */
#include <string.h>

#include "analyze/features_int.h"
#include "common/text.h"

enum { MAX_TEXT = 16000 };

/* Nanoseconds. {NAME} is the formula of a feature; without it there is no time. 132
 * multiprocessors at 1.8 GHz: four warps compute and two sectors are loaded in a cycle; 5.5 and 4
 * bytes a picosecond from cache and memory. */
static const struct {
    const char *name, *text;
} times[] = {
    {"time_compute", "{total_ops_lanes} / 30400"},
    {"time_latency", "(global + 132 * {resident_items} - 1) / (132 * {resident_items}) * {latency} "
                     "* 5 / 9"},
    {"time_requests",
     "({total_load_sectors} + 2 * {total_store_sectors} + 4 * {total_atomic_sectors}) / 475"},
    {"time_cache", "({total_load_traffic} + {total_store_traffic}) / 5500"},
    {"time_memory", "min({read_footprint} + {write_footprint}, {total_load_traffic} + "
                    "{total_store_traffic}) / 4000"},
    {"time_contention", "{atomic_contention} + {store_contention} / 10"},
    {"time_local", "{total_local_waves} / 238"},
};

enum { N_TIMES = sizeof times / sizeof *times };

static const char *formula_of(const db_kernel *k, const char *name, size_t len) {
    for (int i = 0; i < k->n_features; i++)
        if (!strncmp(k->features[i].name, name, len) && !k->features[i].name[len])
            return k->features[i].formula;
    return NULL;
}

/* The text with formulas for names; false when one is missing. */
static bool fill_in(const db_kernel *k, const char *text, lp_text *out) {
    for (const char *p = text; *p; p++) {
        if (*p != '{') {
            lp_text_addc(out, *p);
            continue;
        }
        size_t len = strcspn(p + 1, "}");
        const char *formula = formula_of(k, p + 1, len);
        if (!formula) return false;
        lp_text_addf(out, "(%s)", formula);
        p += len + 1;
    }
    return out->len <= MAX_TEXT;
}

static void keep(an_rec *r, const char *name, lp_text *t) {
    db_kernel *k = r->k;
    if (t->len && t->len <= MAX_TEXT) {
        k->features = lp_grow(k->features, &r->cap, (size_t)k->n_features + 1, sizeof *k->features);
        k->features[k->n_features++] =
            (db_feature){.name = lp_strdup(name), .formula = lp_text_take(t)};
    }
    lp_text_free(t);
}

void an_time_features(an_rec *r) {
    lp_text most = {0}, sum = {0};
    for (int i = 0; i < N_TIMES; i++) {
        lp_text t = {0};
        if (fill_in(r->k, times[i].text, &t)) {
            lp_text_addf(&most, "%s%s", most.len ? ", " : "max(", t.s);
            lp_text_addf(&sum, "%s%s", sum.len ? " + " : "", t.s);
            keep(r, times[i].name, &t);
        }
        lp_text_free(&t);
    }
    if (most.len) lp_text_addc(&most, ')');
    keep(r, "time_most", &most);
    keep(r, "time_sum", &sum);
}
