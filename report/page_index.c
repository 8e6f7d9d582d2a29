/* index.html: the figures that one looks for first, the other pages, the data card.
 *
 * In: the statistics. Out: a page. Computes nothing but shares. */
#include <stdlib.h>

#include "db/ops.h"
#include "report/markdown.h"
#include "report/report.h"

static int64_t get(const json_t *o, const char *key) {
    return lp_json_i64(o, key, 0);
}

static void tile_int(lp_text *out, int64_t v, const char *words) {
    char shown[32];
    rep_format_int(shown, v);
    rep_tile(out, shown, words);
}

static void tile_share(lp_text *out, double share, const char *words) {
    lp_text t = {0};
    lp_text_addf(&t, "%.*f %%", share > 0 && share < 0.1 ? 2 : 0, 100 * share);
    rep_tile(out, t.s, words);
    lp_text_free(&t);
}

static void tile_ns(lp_text *out, double ns, const char *words) {
    char shown[16];
    db_format_ns(shown, ns);
    rep_tile(out, shown, words);
}

static double median_ns(const rep *r) {
    double *v = rep_sorted_ns(r, 0, r->n_times);
    double m = db_quantile(v, r->n_times, 0.5);
    free(v);
    return m;
}

/* Of the first part: test where there is one. */
static void add_model_tile(const rep *r, lp_text *out) {
    if (r->judged.n == 0) return;
    rep_grouping parts = rep_group_rows(&r->judged, REP_BY_PART);
    const rep_group *g = &parts.v[0];
    lp_text value = {0}, words = {0};
    lp_text_addf(&value, "%.1f %%", g->m.mape);
    lp_text_add(&words, "mean error of the model");
    if (g->part != REP_NO_PART) lp_text_addf(&words, " in part %s", rep_part_names[g->part]);
    rep_tile(out, value.s, words.s);
    lp_text_free(&value);
    lp_text_free(&words);
    rep_grouping_free(&parts);
}

static void add_tiles(const rep *r, lp_text *out) {
    const json_t *kernels = json_object_get(r->stats, "kernels"), *v = rep_device_stats(r);
    const json_t *samples = json_object_get(v, "samples"), *runs = json_object_get(v, "runs");
    int64_t failed = get(samples, "failed"), done = get(samples, "timed") + failed;
    int64_t kept = get(json_object_get(v, "balance"), "kept");
    rep_tiles_begin(out);
    tile_int(out, get(kernels, "kept"), "kernels");
    tile_int(out, get(kernels, "families"), "families of near-duplicates");
    if (!v) tile_int(out, get(json_object_get(r->stats, "samples"), "planned"), "samples planned");
    if (v) tile_int(out, get(samples, "timed"), "launches timed");
    if (kept > 0) tile_int(out, kept, "of them kept by balancing");
    if (done > 0) tile_share(out, (double)failed / (double)done, "of the launches failed");
    if (r->n_times > 0) tile_ns(out, median_ns(r), "median time");
    if (get(runs, "n") > 0) {
        tile_ns(out, 1e9 * lp_json_num(runs, "wall_s", 0), "spent profiling");
        tile_share(out, lp_json_num(runs, "busy_share", 0), "of that inside kernels");
    }
    add_model_tile(r, out);
    rep_tiles_end(out);
}

static void add_devices(const rep *r, lp_text *out) {
    static const rep_column columns[] = {
        {"device", false}, {"compute units", true}, {"launches timed", true}};
    if (r->n_devices < 2) return;
    rep_para(
        out,
        "This campaign has %zu devices. Plots show the one with most timings, %s; the data card"
        " describes all of them.",
        r->n_devices, r->devices[0].name);
    rep_table_begin(out, "Devices", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < r->n_devices; i++) {
        rep_row_begin(out);
        rep_cell(out, r->devices[i].name);
        rep_cell_int(out, r->devices[i].compute_units);
        rep_cell_int(out, r->devices[i].timed);
        rep_row_end(out);
    }
    rep_table_end(out);
}

int rep_page_index(rep *r, lp_text *out, lp_err *e) {
    lp_text card = {0};
    if (db_card(r->d, r->campaign, &card, e) != 0) {
        lp_text_free(&card);
        return -1;
    }
    if (r->n_devices > 0 && r->n_times > 0)
        rep_para(out, "Run times of OpenCL kernels measured on %s.", r->devices[0].name);
    else
        rep_absent(out, "Nothing is timed yet: `llmperf profile` does that.");
    add_tiles(r, out);
    add_devices(r, out);
    rep_page_links(r, out);
    rep_markdown(out, lp_text_str(&card));
    lp_text_free(&card);
    return 0;
}
