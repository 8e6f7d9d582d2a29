/* model.html: what a model predicts beside what was measured.
 *
 * In: rows that judge predictions. Out: a page; its figures are those of `llmperf validate`. Draws
 * nothing (model_plots.c). */
#include "report/page_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/page_kernel.h"

enum { MOST_KERNELS = 100, MOST_LAUNCHES = 50 };

bool rep_has_model(const rep *r) {
    return r->judged.n > 0;
}

void rep_model_parts(const rep *r, bool seen, lp_text *out) {
    bool have[REP_N_PARTS] = {false};
    for (size_t i = 0; i < r->judged.n; i++) have[rep_part_of(r->judged.rows[i].part)] = true;
    for (int p = 0; p < REP_N_PARTS; p++)
        if (have[p] && rep_part_is_seen((rep_part)p) == seen)
            lp_text_addf(out, "%s%s", out->len ? ", " : "",
                         p == REP_NO_PART ? "not split" : rep_part_names[p]);
}

/* ---- what is looked at ---- */

static void add_model(const rep *r, lp_text *out) {
    const rep_predictions *p = &r->said;
    lp_text t = {0};
    lp_text_addf(&t, "Model %s", p->model);
    if (p->device) lp_text_addf(&t, ", made for %s", p->device);
    if (p->stored) lp_text_add(&t, "; its predictions are those stored in the campaign");
    lp_text_addf(&t, ". %zu launches are predicted", r->judged.n);
    if (p->timed > (int64_t)r->judged.n)
        lp_text_addf(&t, ", chosen evenly over kernels from %lld that are timed",
                     (long long)p->timed);
    lp_text_add(&t, ".");
    if (p->failed > 0) lp_text_addf(&t, " %lld could not be predicted.", (long long)p->failed);
    if (p->others > 0)
        lp_text_addf(&t, " The campaign holds predictions of %lld other models, with fewer rows.",
                     (long long)p->others);
    rep_para(out, "%s", t.s);
    lp_text_clear(&t);
    if (p->device && strcmp(p->device, r->devices[0].name) != 0)
        rep_para(out, "The model is for %s, these launches were timed on %s: expect large errors.",
                 p->device, r->devices[0].name);
    lp_text_free(&t);
}

static void add_parts_words(const rep *r, lp_text *out) {
    lp_text fresh = {0}, seen = {0};
    rep_model_parts(r, false, &fresh);
    rep_model_parts(r, true, &seen);
    if (!seen.len)
        rep_para(out, "No launch is of a part that a model of this campaign is trained on.");
    else if (fresh.len)
        rep_para(out,
                 "A model of this campaign is trained on the parts train and val: their figures say"
                 " how well it fits them, only those of other kernels (%s) how well it predicts."
                 " The latter come first everywhere.",
                 fresh.s);
    else
        rep_para(out,
                 "All launches are of parts that a model of this campaign is trained on (%s):"
                 " the figures say how well it fits them, not how well it predicts.",
                 seen.s);
    lp_text_free(&fresh);
    lp_text_free(&seen);
}

static void tile(lp_text *out, double v, int decimals, const char *unit, const char *words) {
    lp_text t = {0};
    if (!isfinite(v)) return;
    lp_text_addf(&t, "%.*f%s", decimals, v, unit);
    rep_tile(out, t.s, words);
    lp_text_free(&t);
}

static double within_factor_2(const rep_grouping *g) {
    size_t n = 0;
    for (size_t i = 0; i < g->v[0].n; i++)
        n += fabs(lp_log_ratio_of(g->rows[g->v[0].first + i])) <= 1;
    return 100 * (double)n / (double)g->v[0].n;
}

/* Of the first part: test where there is one. */
static void add_tiles(const rep *r, const rep_grouping *g, lp_text *out) {
    const lp_metrics *m = &g->v[0].m;
    lp_text words = {0};
    char shown[32];
    rep_tiles_begin(out);
    rep_format_int(shown, (int64_t)m->n);
    lp_text_addf(&words, "launches%s%s, of %zu kernel%s",
                 g->v[0].part == REP_NO_PART ? "" : " in part ",
                 g->v[0].part == REP_NO_PART ? "" : rep_part_names[g->v[0].part], m->n_kernels,
                 m->n_kernels == 1 ? "" : "s");
    rep_tile(out, shown, words.s);
    tile(out, m->mape, 1, " %", "mean error (MAPE)");
    tile(out, m->median_ape, 1, " %", "median error");
    tile(out, within_factor_2(g), 0, " %", "within a factor of 2");
    tile(out, m->rank, 3, "", "rank correlation within a kernel");
    lp_text_clear(&words);
    if (isfinite(r->said.interval) && r->said.interval > 0)
        lp_text_addf(&words, "of times in the interval, meant to be %.3g %%",
                     100 * r->said.interval);
    else
        lp_text_add(&words, "of times in the interval");
    tile(out, 100 * m->coverage, 0, " %", words.s);
    rep_tiles_end(out);
    lp_text_free(&words);
}

/* ---- figures of groups ---- */

static void figure_cells(const lp_metrics *m, lp_text *out) {
    rep_cell_int(out, (int64_t)m->n);
    rep_cell_num(out, m->mape, 1);
    rep_cell_num(out, m->median_ape, 1);
    rep_cell_num(out, m->log_error, 3);
    rep_cell_num(out, m->bias, 3);
    rep_cell_num(out, m->rank, 3);
    rep_cell_num(out, 100 * m->coverage, 1);
    rep_cell_num(out, exp2(m->width), 2);
}

#define FIGURE_COLUMNS                                                                             \
    {"launches", true}, {"MAPE %", true}, {"median %", true}, {"|log2|", true}, {"bias", true},    \
        {"rank", true}, {"within %", true}, {                                                      \
        "width", true                                                                              \
    }

/* A decade sorts by its start. */
static void name_cell(const rep_group *v, rep_by by, lp_text *out) {
    char shown[32];
    if (by == REP_BY_DECADE) {
        rep_decade_words(v->order, shown);
        lp_text_addf(out, "<td class=\"n\" data-v=\"%d\">%s</td>", v->order, shown);
    } else {
        rep_cell(out, v->name);
    }
}

static void add_groups(const rep *r, rep_by by, const char *caption, lp_text *out) {
    const rep_column columns[] = {{"part", false},
                                  {by == REP_BY_CLASS     ? "class"
                                   : by == REP_BY_PATTERN ? "pattern"
                                                          : "measured time",
                                   by == REP_BY_DECADE},
                                  {"kernels", true},
                                  FIGURE_COLUMNS};
    rep_column shown[sizeof columns / sizeof *columns];
    size_t n = 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (i != 1 || by != REP_BY_PART) shown[n++] = columns[i];
    rep_grouping g = rep_group_rows(&r->judged, by);
    rep_table_begin(out, caption, shown, n);
    for (size_t i = 0; i < g.n; i++) {
        rep_row_begin(out);
        rep_cell(out, rep_part_names[g.v[i].part]);
        if (by != REP_BY_PART) name_cell(&g.v[i], by, out);
        rep_cell_int(out, (int64_t)g.v[i].m.n_kernels);
        figure_cells(&g.v[i].m, out);
        rep_row_end(out);
    }
    rep_table_end(out);
    rep_grouping_free(&g);
}

static void add_legend(const rep *r, lp_text *out) {
    rep_para(out,
             "MAPE: mean of |predicted / measured - 1|; median: of the same. |log2|: mean of"
             " |log2(predicted / measured)|: 1 is a factor of 2. Bias: mean of log2(predicted /"
             " measured), below 0 where times are underestimated. Rank: how well launches of one"
             " kernel are ordered, 1 is perfect.%s",
             r->judged.intervals ? " Within: share of times in the interval; width: its upper end"
                                   " over its lower one."
                                 : " There are no intervals.");
}

/* ---- single kernels and launches ---- */

static const rep_kernel *kernel_of(const rep *r, const lp_predicted *row) {
    return &r->kernels[r->judged.kernel[row - r->judged.rows]];
}

static void add_source_cell(const rep_kernel *k, lp_text *out) {
    if (k->page)
        lp_text_addf(out, "<td><a href=\"kernels/%04d.html#source\">source</a></td>", k->page);
    else
        rep_cell(out, "-");
}

static void add_kernels(const rep *r, lp_text *out) {
    static const rep_column columns[] = {
        {"kernel", false}, {"source", false}, {"part", false}, {"pattern", false}, FIGURE_COLUMNS};
    rep_grouping g = rep_group_rows(&r->judged, REP_BY_KERNEL);
    size_t n = g.n < MOST_KERNELS ? g.n : MOST_KERNELS;
    rep_section(out, "Worst kernels");
    rep_para(out, "The largest MAPE first%s. Names lead to the kernel's page, where it has one.%s",
             rep_part_is_seen(g.v[0].part) == rep_part_is_seen(g.v[g.n - 1].part)
                 ? ""
                 : ", kernels that were not trained on before others",
             n < g.n ? " The others are in the table of all kernels." : "");
    rep_table_begin(out, "By kernel", columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n; i++) {
        const rep_kernel *k = kernel_of(r, g.rows[g.v[i].first]);
        rep_row_begin(out);
        rep_cell_kernel(out, k);
        add_source_cell(k, out);
        rep_cell(out, rep_part_names[g.v[i].part]);
        rep_cell(out, k->pattern);
        figure_cells(&g.v[i].m, out);
        rep_row_end(out);
    }
    rep_table_end(out);
    rep_grouping_free(&g);
}

static int worse_row(const void *a, const void *b) {
    const lp_predicted *x = *(const lp_predicted *const *)a, *y = *(const lp_predicted *const *)b;
    bool sx = rep_part_is_seen(rep_part_of(x->part)), sy = rep_part_is_seen(rep_part_of(y->part));
    double p = lp_ape_of(x), q = lp_ape_of(y);
    if (sx != sy) return sx ? 1 : -1;
    if (p != q) return p < q ? 1 : -1;
    return (x > y) - (x < y);
}

static void launch_row(const rep *r, const lp_predicted *row, lp_text *out) {
    const double ns = 1000;
    rep_row_begin(out);
    rep_cell_kernel(out, kernel_of(r, row));
    rep_cell(out, row->part);
    rep_cell_int(out, row->global_size);
    rep_cell_int(out, row->local_size);
    rep_cell(out, row->class_);
    rep_cell_ns(out, ns * row->measured_us);
    rep_cell_ns(out, ns * row->median_us);
    rep_cell_interval(out, ns * row->lo_us, ns * row->hi_us);
    rep_cell_num(out, lp_ape_of(row), 1);
    rep_cell(out, row->unlike ? row->unlike : "-");
    rep_row_end(out);
}

static void add_launches(const rep *r, lp_text *out) {
    static const rep_column columns[] = {
        {"kernel", false}, {"part", false},           {"global", true},    {"local", true},
        {"class", false},  {"measured", true},        {"predicted", true}, {"its interval", true},
        {"error %", true}, {"unlike training", false}};
    const rep_judged *j = &r->judged;
    const lp_predicted **rows = lp_alloc(j->n + 1, sizeof *rows);
    for (size_t i = 0; i < j->n; i++) rows[i] = &j->rows[i];
    qsort(rows, j->n, sizeof *rows, worse_row);
    rep_section(out, "Worst launches");
    rep_para(out, "The %d with the largest |predicted / measured - 1|.%s",
             (int)(j->n < MOST_LAUNCHES ? j->n : MOST_LAUNCHES),
             r->said.stored ? ""
                            : " Unlike training: features outside of the range that the model was"
                              " trained on.");
    rep_table_begin(out, "Launches", columns,
                    sizeof columns / sizeof *columns - (r->said.stored ? 1 : 0));
    for (size_t i = 0; i < j->n && i < MOST_LAUNCHES; i++) launch_row(r, rows[i], out);
    rep_table_end(out);
    free(rows);
}

int rep_page_model(rep *r, lp_text *out, lp_err *e) {
    rep_grouping parts = rep_group_rows(&r->judged, REP_BY_PART);
    add_model(r, out);
    add_parts_words(r, out);
    add_tiles(r, &parts, out);
    rep_grouping_free(&parts);
    add_groups(r, REP_BY_PART, "By part", out);
    add_legend(r, out);
    rep_section(out, "Predicted against measured");
    if (rep_model_density(r, out, e) != 0) return -1;
    rep_section(out, "Errors");
    if (rep_model_ratios(r, REP_BY_DECADE, out, e) != 0) return -1;
    add_groups(r, REP_BY_DECADE, "By decade", out);
    add_groups(r, REP_BY_CLASS, "By class", out);
    if (rep_model_ratios(r, REP_BY_PATTERN, out, e) != 0) return -1;
    add_groups(r, REP_BY_PATTERN, "By pattern", out);
    if (r->judged.intervals) {
        rep_section(out, "Intervals");
        if (rep_model_coverage(r, out, e) != 0) return -1;
    }
    add_kernels(r, out);
    add_launches(r, out);
    return 0;
}
