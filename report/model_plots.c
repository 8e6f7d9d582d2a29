/* The figures of the model page.
 *
 * In: rows that judge predictions. Out: pictures by gnuplot, appended with their words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"
#include "report/page_model.h"
#include "report/plot.h"

enum { CELLS = 9, WIDTH = 1120, MOST_GROUPS = 14, LEAST = 5 };

/* ---- predicted against measured ---- */

static rep_points points_of(const rep_judged *j, bool seen) {
    rep_points p = {0};
    for (size_t i = 0; i < j->n; i++)
        if (rep_part_is_seen(rep_part_of(j->rows[i].part)) == seen)
            rep_points_add(&p, 1000 * j->rows[i].measured_us, 1000 * j->rows[i].median_us);
    return p;
}

/* One that holds what was measured and what was predicted. */
static rep_axis axis_of(const rep_judged *j) {
    double *v = lp_alloc(2 * j->n, sizeof *v);
    for (size_t i = 0; i < j->n; i++) {
        v[2 * i] = 1000 * j->rows[i].measured_us;
        v[2 * i + 1] = 1000 * j->rows[i].median_us;
    }
    rep_axis a = rep_log_axis(v, 2 * j->n, CELLS);
    free(v);
    return a;
}

/* Launches of one kind: cells where there are many, points where there are few. */
static void add_launches(const rep_points *p, const rep_axis *a, const char *name, lp_text *blocks,
                         lp_text *plots) {
    if (p->n >= REP_FEW) {
        rep_set_density(plots, rep_density_block(blocks, name, p, a, a, NULL),
                        "launches in a cell");
        lp_text_addf(plots,
                     "plot $%s using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc palette"
                     " notitle",
                     name);
        return;
    }
    lp_text_addf(blocks, "$%s << EOD\n", name);
    for (size_t i = 0; i < p->n; i++) lp_text_addf(blocks, "%.6g %.6g\n", p->x[i], p->y[i]);
    lp_text_add(blocks, "EOD\n");
    lp_text_addf(plots, "plot $%s with points pt 7 ps 0.6 lc rgb '%s' title 'launch'", name,
                 lp_gnuplot_colour[0]);
}

/* The plot of one panel into `plots`, its data into `blocks`. */
static void add_panel(const rep *r, bool seen, const rep_axis *a, lp_text *blocks, lp_text *plots) {
    const char *line = lp_gnuplot_colour[1];
    lp_text title = {0}, parts = {0};
    rep_points p = points_of(&r->judged, seen);
    rep_model_parts(r, seen, &parts);
    if (p.n > 0) {
        lp_text_addf(&title, "%s (n = %zu)", parts.s, p.n);
        lp_text_add(plots, "set title ");
        lp_gnuplot_quote(plots, title.s);
        lp_text_addc(plots, '\n');
        add_launches(&p, a, seen ? "seen" : "fresh", blocks, plots);
        lp_text_addf(plots,
                     ", x with lines lw 1.6 lc rgb '%s' title 'equal', 2*x with lines dt (6,4) lw"
                     " 1.4 lc rgb '%s' title 'factor 2', x/2 with lines dt (6,4) lw 1.4 lc rgb '%s'"
                     " notitle\n",
                     line, line, line);
    }
    lp_text_free(&title);
    lp_text_free(&parts);
    rep_points_free(&p);
}

int rep_model_density(rep *r, lp_text *out, lp_err *e) {
    lp_text script = {0}, plots = {0}, words = {0};
    const rep_axis a = axis_of(&r->judged);
    bool fresh = false, seen = false;
    for (size_t i = 0; i < r->judged.n; i++)
        *(rep_part_is_seen(rep_part_of(r->judged.rows[i].part)) ? &seen : &fresh) = true;
    add_panel(r, false, &a, &script, &plots);
    add_panel(r, true, &a, &script, &plots);
    rep_set_log_axis(&script, "x", &a, REP_TIMES);
    rep_set_log_axis(&script, "y", &a, REP_TIMES);
    lp_text_add(&script, "set size ratio 1\nset xlabel 'measured'\nset ylabel 'predicted'\n"
                         "set samples 50\n");
    if (fresh && seen) lp_text_add(&script, "set multiplot layout 1,2\n");
    lp_text_addn(&script, lp_text_str(&plots), plots.len);
    lp_text_addf(&words,
                 "%s (n = %zu). On the line a"
                 " prediction is right; outside of the dashed lines it is off by more than a factor"
                 " of 2.%s",
                 r->judged.n >= REP_FEW ? "Cells count launches, on a logarithmic scale of colours"
                                        : "Each point is a launch",
                 r->judged.n,
                 fresh && seen ? " Left: kernels that were not trained on; right: those that were."
                               : "");
    const rep_figure f = {"model-density",
                          "Predicted and measured times",
                          "Density of launches on log-log axes, measured time from left to right,"
                          " predicted time upwards, with the line of equality and factors of 2.",
                          words.s,
                          WIDTH,
                          560};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    lp_text_free(&plots);
    lp_text_free(&words);
    return rc;
}

/* ---- groups side by side ---- */

/* Groups of both kinds of parts by their name: what a figure has from left to right. */
typedef struct column {
    int order;
    const char *name;
    size_t n[2];                 /* rows: not trained on, trained on */
    double q[2][5], coverage[2]; /* quantiles of log2(predicted / measured); share */
} column;

static int by_order(const void *a, const void *b) {
    const column *x = a, *y = b;
    return x->order != y->order ? (x->order < y->order ? -1 : 1) : strcmp(x->name, y->name);
}

static column *find(column *v, size_t *n, const rep_group *g) {
    for (size_t i = 0; i < *n; i++)
        if (v[i].order == g->order && strcmp(v[i].name, g->name) == 0) return &v[i];
    v[*n] = (column){.order = g->order, .name = g->name};
    return &v[(*n)++];
}

/* Fills the figures of one kind of a column from all its groups: there may be one for each part. */
static void fill(column *c, int seen, const rep_grouping *g) {
    static const double at[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    double *v = lp_alloc(c->n[seen] + 1, sizeof *v);
    size_t n = 0, inside = 0;
    for (size_t i = 0; i < g->n; i++) {
        const rep_group *x = &g->v[i];
        if (rep_part_is_seen(x->part) != (seen != 0) || x->order != c->order ||
            strcmp(x->name, c->name) != 0)
            continue;
        for (size_t k = x->first; k < x->first + x->n; k++) {
            const lp_predicted *row = g->rows[k];
            v[n++] = lp_log_ratio_of(row);
            inside += row->lo_us <= row->measured_us && row->measured_us <= row->hi_us;
        }
    }
    if (n > 0) {
        db_sort_values(v, n);
        for (int q = 0; q < 5; q++) c->q[seen][q] = db_quantile(v, n, at[q]);
        c->coverage[seen] = 100 * (double)inside / (double)n;
    }
    free(v);
}

static column *columns_of(const rep_grouping *g, size_t *n) {
    column *v = lp_alloc(g->n + 1, sizeof *v);
    *n = 0;
    for (size_t i = 0; i < g->n; i++)
        find(v, n, &g->v[i])->n[rep_part_is_seen(g->v[i].part)] += g->v[i].n;
    qsort(v, *n, sizeof *v, by_order);
    if (*n > MOST_GROUPS) *n = MOST_GROUPS;
    for (size_t i = 0; i < *n; i++)
        for (int seen = 0; seen < 2; seen++) fill(&v[i], seen, g);
    return v;
}

static bool any(const column *v, size_t n, int seen) {
    for (size_t i = 0; i < n; i++)
        if (v[i].n[seen] >= LEAST) return true;
    return false;
}

/* Names below the axis, with how many rows there are. */
static void add_names(const column *v, size_t n, rep_by by, const bool *have, lp_text *s) {
    lp_text_add(s, "set xtics (");
    for (size_t i = 0; i < n; i++) {
        char decade[32];
        if (by == REP_BY_DECADE) rep_decade_words(v[i].order, decade);
        if (i) lp_text_add(s, ", ");
        lp_gnuplot_quote_tic(s, by == REP_BY_DECADE ? decade : v[i].name);
        if (have[0] && have[1])
            lp_text_addf(s, ".\"\\nn = %zu + %zu\" %zu", v[i].n[0], v[i].n[1], i);
        else
            lp_text_addf(s, ".\"\\nn = %zu\" %zu", v[i].n[have[1]], i);
    }
    lp_text_addf(s,
                 ") scale 0\nset xrange [-0.6:%zu.6]\nunset grid\nset grid ytics lc rgb"
                 " '#DDDDDD' lw 0.6 lt 1\n",
                 n - 1);
    if (by == REP_BY_PATTERN && n > 8) lp_text_add(s, "set xtics font ',11'\n");
}

static void add_rows(const column *v, size_t n, int seen, bool both, lp_text *s) {
    lp_text_addf(s, "$%s << EOD\n", seen ? "seen" : "fresh");
    for (size_t i = 0; i < n; i++) {
        if (v[i].n[seen] < LEAST) continue;
        lp_text_addf(s, "%.2f", (double)i + (both ? seen ? 0.19 : -0.19 : 0));
        for (int q = 0; q < 5; q++) lp_text_addf(s, " %.5f", v[i].q[seen][q]);
        lp_text_addf(s, " %.3f\n", v[i].coverage[seen]);
    }
    lp_text_add(s, "EOD\n");
}

/* "1/4", "1/2", "1", "2" ... */
static void add_factors(double most, lp_text *s) {
    int end = (int)ceil(most);
    int step = end > 5 ? 2 : 1;
    lp_text_addf(s, "set yrange [%.2f:%.2f]\nset ytics (", -most, most);
    for (int p = -end / step * step; p <= end; p += step)
        lp_text_addf(s, "%s'%s%lld' %d", p > -end / step * step ? ", " : "", p < 0 ? "1/" : "",
                     1LL << abs(p), p);
    lp_text_add(s, ")\n");
}

static void set_title(const rep *r, int seen, lp_text *s) {
    lp_text parts = {0};
    rep_model_parts(r, seen != 0, &parts);
    lp_text_add(s, " title ");
    lp_gnuplot_quote(s, lp_text_str(&parts));
    lp_text_free(&parts);
}

/* What both figures of groups begin with. */
typedef struct columns {
    rep_grouping g;
    column *v;
    size_t n;
    bool have[2];   /* a kind has a group with rows enough */
    lp_text script; /* blocks $fresh and $seen, axes and key */
} columns;

static columns columns_open(const rep *r, rep_by by) {
    columns c = {.g = rep_group_rows(&r->judged, by)};
    c.v = columns_of(&c.g, &c.n);
    for (int seen = 0; seen < 2; seen++) c.have[seen] = any(c.v, c.n, seen);
    bool both = c.have[0] && c.have[1];
    for (int seen = 0; seen < 2; seen++) add_rows(c.v, c.n, seen, both, &c.script);
    add_names(c.v, c.n, by, c.have, &c.script);
    lp_text_addf(&c.script,
                 "set boxwidth %s absolute\nset bmargin 3.6\n"
                 "set key tmargin right horizontal Left reverse samplen 1.4\n",
                 both ? "0.32" : "0.42");
    return c;
}

static void columns_close(columns *c) {
    lp_text_free(&c->script);
    free(c->v);
    rep_grouping_free(&c->g);
}

/* The plot command for the kinds that there are, each in its colour; `on_top`: drawn over it, from
 * the same block; NULL: nothing. */
static void plot_kinds(const rep *r, columns *c, const char *with, const char *on_top) {
    static const char *const fills[] = {"#0072B2", "#F2C26B"};
    const char *comma = "plot ";
    for (int seen = 0; seen < 2; seen++) {
        const char *name = seen ? "seen" : "fresh";
        if (!c->have[seen]) continue;
        lp_text_addf(&c->script, "%s$%s %s lc rgb '%s' fs solid 0.75 border rgb '#333333'", comma,
                     name, with, fills[seen]);
        set_title(r, seen, &c->script);
        if (on_top) lp_text_addf(&c->script, ", $%s %s notitle", name, on_top);
        comma = ", ";
    }
}

/* How far a time is off at most, in factors of 2. */
static double farthest(const columns *c) {
    double most = 2;
    for (size_t i = 0; i < c->n; i++)
        for (int seen = 0; seen < 2; seen++)
            if (c->v[i].n[seen] >= LEAST)
                most = fmax(most, fmax(fabs(c->v[i].q[seen][0]), fabs(c->v[i].q[seen][4])));
    return most;
}

int rep_model_ratios(rep *r, rep_by by, lp_text *out, lp_err *e) {
    columns c = columns_open(r, by);
    int rc = 0;
    if (c.have[0] || c.have[1]) {
        add_factors(fmin(farthest(&c) + 0.3, 8), &c.script);
        lp_text_add(&c.script, "set ylabel 'predicted / measured'\n");
        plot_kinds(r, &c, "using 1:3:2:6:5 with candlesticks whiskerbars 0.4",
                   "using 1:4:4:4:4 with candlesticks lw 2.4 lc rgb '#111111'");
        lp_text_add(&c.script, ", 0 with lines lw 1.2 lc rgb '#444444' notitle\n");
        const rep_figure f = {
            by == REP_BY_DECADE ? "model-decades" : "model-patterns",
            by == REP_BY_DECADE ? "Predicted / measured by the time measured"
                                : "Predicted / measured by access pattern",
            "Boxes of predicted over measured time on a logarithmic axis, one for each group.",
            "A box holds the middle half of the launches, its line is the median, the whiskers"
            " reach from 5 to 95 %. At 1 a prediction is right, below it is too short. Groups of"
            " fewer than 5 launches have no box.",
            WIDTH,
            430};
        rc = rep_draw(r, out, "", &f, &c.script, e);
    }
    columns_close(&c);
    return rc;
}

/* ---- intervals ---- */

int rep_model_coverage(rep *r, lp_text *out, lp_err *e) {
    columns c = columns_open(r, REP_BY_DECADE);
    double claimed = 100 * r->said.interval;
    int rc = 0;
    if (c.have[0] || c.have[1]) {
        lp_text_add(&c.script, "set yrange [0:100]\nset ytics 20\n"
                               "set ylabel 'times in the interval, per cent'\n");
        plot_kinds(r, &c, "using 1:7 with boxes", NULL);
        if (isfinite(claimed) && claimed > 0)
            lp_text_addf(&c.script,
                         ", %.6g with lines dt (6,4) lw 2 lc rgb '#111111' title 'meant: %.3g %%'",
                         claimed, claimed);
        lp_text_addc(&c.script, '\n');
        const rep_figure f = {
            "model-intervals",
            "Times in the model's interval, by the time measured",
            "Bars of the share of measured times that lie in the predicted interval, one for each"
            " decade of time.",
            "An interval that keeps its word holds as many times as the dashed line says; far"
            " fewer: the model is too sure of itself there. Groups of fewer than 5 launches have "
            "no bar.",
            WIDTH,
            400};
        rc = rep_draw(r, out, "", &f, &c.script, e);
    }
    columns_close(&c);
    return rc;
}
