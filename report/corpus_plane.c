/* Where the kernels lie in feature space.
 *
 * In: kernels as points (db/coverage.h), those that are held out as a set of their own. Out: the
 * plane of the first two principal components, distances to the nearest kernel, quantiles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/coverage.h"
#include "report/corpus.h"
#include "report/plot.h"

enum { WIDE = 110, HIGH = 90, CELLS_WIDE = 56, CELLS_HIGH = 46, STEPS = 300 };

static const char *const set_words[DB_COV_SETS] = {"hand-written", "synthesised", "held out"};

static size_t size_of(const db_cov *c, int set) {
    return c->first[set + 1] - c->first[set];
}

static rep_points project(const db_cov *c, const db_cov_plane *plane, int set) {
    rep_points p = {0};
    for (size_t i = c->first[set]; i < c->first[set + 1]; i++)
        rep_points_add(&p, db_cov_project(plane, 0, &c->v[i]), db_cov_project(plane, 1, &c->v[i]));
    return p;
}

/* All kernels and a little room. */
static rep_axis axis_of(const db_cov *c, const db_cov_plane *plane, int axis, int cells) {
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (size_t i = 0; i < c->n; i++) {
        double v = db_cov_project(plane, axis, &c->v[i]);
        lo = fmin(lo, v);
        hi = fmax(hi, v);
    }
    double room = hi > lo ? 0.04 * (hi - lo) : 1;
    return (rep_axis){.lo = lo - room, .hi = hi + room, .cells = cells};
}

/* One point for each cell of a fine grid: points on top of each other are drawn once. */
static void add_thinned(lp_text *out, const char *name, const rep_points *p, rep_axis x,
                        rep_axis y) {
    bool *taken = lp_alloc((size_t)WIDE * HIGH, sizeof *taken);
    x.cells = WIDE;
    y.cells = HIGH;
    lp_text_addf(out, "$%s << EOD\n", name);
    for (size_t i = 0; i < p->n; i++) {
        int a = rep_axis_cell(&x, p->x[i]), b = rep_axis_cell(&y, p->y[i]);
        if (a < 0 || b < 0 || taken[b * WIDE + a]) continue;
        taken[b * WIDE + a] = true;
        lp_text_addf(out, "%.4g %.4g\n", p->x[i], p->y[i]);
    }
    lp_text_add(out, "EOD\n");
    free(taken);
}

/* Steps of a cumulative distribution of ascending values. */
static void add_steps(lp_text *out, const char *name, const double *sorted, size_t n) {
    size_t finite = 0;
    while (finite < n && isfinite(sorted[finite])) finite++;
    lp_text_addf(out, "$%s << EOD\n0 0\n", name);
    for (int k = 0; finite > 0 && k <= STEPS; k++) {
        size_t at = (size_t)((double)k / STEPS * (double)(finite - 1));
        lp_text_addf(out, "%.4g %.3f\n", sorted[at], 100 * (double)(at + 1) / (double)n);
    }
    lp_text_add(out, "EOD\n");
}

static void add_plane_panel(const db_cov *c, const db_cov_plane *plane, lp_text *blocks,
                            lp_text *plots) {
    const rep_axis x = axis_of(c, plane, 0, CELLS_WIDE), y = axis_of(c, plane, 1, CELLS_HIGH);
    const char *comma = "";
    int64_t most = 0;
    for (int set = 0; set < DB_COV_SETS; set++) {
        rep_points p = project(c, plane, set);
        if (set == DB_COV_SYNTH)
            most = rep_density_block(blocks, "synthesised", &p, &x, &y, NULL);
        else
            add_thinned(blocks, db_cov_set_names[set], &p, x, y);
        rep_points_free(&p);
    }
    db_cov_add_axis(plane, 0, plots);
    db_cov_add_axis(plane, 1, plots);
    lp_text_addf(plots,
                 "set xrange [%.5g:%.5g]\nset yrange [%.5g:%.5g]\nset logscale cb\nset cbrange "
                 "[1:%lld]\nunset colorbox\nset title 'Kernels in feature space'\nset key Left "
                 "reverse samplen 1\n"
                 "plot ",
                 x.lo, x.hi, y.lo, y.hi, most > 1 ? (long long)most : 2);
    if (size_of(c, DB_COV_SYNTH)) {
        lp_text_addf(
            plots,
            "$synthesised using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc palette "
            "notitle, keyentry with boxes fc rgb '#999999' title '%s (n = %zu)'",
            set_words[DB_COV_SYNTH], size_of(c, DB_COV_SYNTH));
        comma = ", ";
    }
    if (size_of(c, DB_COV_HAND)) {
        lp_text_addf(plots,
                     "%s$handwritten with points pt 7 ps 0.35 lc rgb '%s' title '%s (n = %zu)'",
                     comma, lp_gnuplot_colour[LP_GNUPLOT_BLUE], set_words[DB_COV_HAND],
                     size_of(c, DB_COV_HAND));
        comma = ", ";
    }
    if (size_of(c, DB_COV_IMPORTED))
        lp_text_addf(plots, "%s$imported with points pt 9 ps 0.8 lc rgb '%s' title '%s (n = %zu)'",
                     comma, lp_gnuplot_colour[LP_GNUPLOT_VERMILION], set_words[DB_COV_IMPORTED],
                     size_of(c, DB_COV_IMPORTED));
    lp_text_addc(plots, '\n');
}

/* False when there are no distances: one family and nothing held out. */
static bool add_distance_panel(const db_cov *c, lp_text *blocks, lp_text *plots) {
    size_t first = c->first[DB_COV_IMPORTED], n = c->n - first;
    size_t ours = size_of(c, DB_COV_HAND) + size_of(c, DB_COV_SYNTH);
    const char *comma = "";
    if (c->n_families < 2 && (n == 0 || ours == 0)) return false;
    lp_text_add(
        plots,
        "set title 'Distance to the nearest kernel'\nset xrange [0:*]\nset yrange [0:100]\n"
        "set ytics 0,25,100\nset xlabel 'distance, 1 is a standard deviation of one "
        "feature'\nset ylabel 'as near or nearer, %'\nset key Right noreverse samplen 3\nplot ");
    if (c->n_families > 1) {
        add_steps(blocks, "families", c->family_far, c->n_families);
        lp_text_addf(plots,
                     "$families with steps lw 2.2 lc rgb '%s' title 'hand-written families to the "
                     "next family (n = %zu)'",
                     lp_gnuplot_colour[LP_GNUPLOT_BLUE], c->n_families);
        comma = ", ";
    }
    if (n > 0 && ours > 0) {
        double *v = lp_alloc(n, sizeof *v);
        for (size_t i = 0; i < n; i++) v[i] = db_cov_far(&c->v[first + i]);
        db_sort_values(v, n);
        add_steps(blocks, "far", v, n);
        free(v);
        lp_text_addf(plots,
                     "%s$far with steps lw 2.2 dt 2 lc rgb '%s' title 'held out to the others (n = "
                     "%zu)'",
                     comma, lp_gnuplot_colour[LP_GNUPLOT_VERMILION], n);
    }
    lp_text_addc(plots, '\n');
    return true;
}

static int add_plot(rep *r, const db_cov *c, lp_text *out, lp_err *e) {
    lp_text script = {0}, plots = {0};
    db_cov_plane plane;
    db_cov_plane_of(c, &plane);
    add_plane_panel(c, &plane, &script, &plots);
    bool two = add_distance_panel(c, &script, &plots);
    lp_text_addf(&script,
                 "set palette defined (0 '#DDDDDD', 1 '#555555')\nset multiplot layout 1,%d\nset "
                 "bmargin 6.5\n%s",
                 two ? 2 : 1, plots.s);
    const rep_figure f = {
        "corpus-plane",
        "Feature coverage",
        "Kernels as points in the plane of the first two principal components of ten features, and "
        "the distribution of distances to the nearest kernel.",
        two ? "Left: each kernel by ten static features (table below), seen from the side on which "
              "they differ most; synthesised kernels are cells, the darker the more. Right: a "
              "curve "
              "farther to the left means nearer neighbours; held-out kernels far from all others "
              "are "
              "what a model has seen nothing like."
            : "Each kernel by ten static features (table below), seen from the side on which they "
              "differ most.",
        1120,
        520};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    lp_text_free(&plots);
    return rc;
}

/* "10 % / median / 90 %" of a feature over a set, sorted by the median. */
static void add_quantiles(const db_cov *c, int set, int feature, lp_text *out) {
    static const double share[] = {0.1, 0.5, 0.9};
    size_t n = size_of(c, set);
    double *v = lp_alloc(n, sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = c->v[c->first[set] + i].raw[feature];
    db_sort_values(v, n);
    lp_text_addf(out, "<td class=\"n\" data-v=\"%.9g\">", db_quantile(v, n, 0.5));
    for (int q = 0; q < 3; q++) {
        double x = db_quantile(v, n, share[q]);
        lp_text_addf(out, "%s%.*f", q ? " / " : "", x == floor(x) || x >= 100 ? 0 : 2, x);
    }
    lp_text_add(out, "</td>");
    free(v);
}

static void add_feature_table(const db_cov *c, lp_text *out) {
    rep_column columns[1 + DB_COV_SETS] = {{"feature", false}};
    size_t n = 1;
    for (int set = 0; set < DB_COV_SETS; set++)
        if (size_of(c, set)) columns[n++] = (rep_column){set_words[set], true};
    rep_table_begin(out, "Features: 10 % / median / 90 % of the kernels, sorted by the median",
                    columns, n);
    for (int f = 0; f < DB_COV_N; f++) {
        rep_row_begin(out);
        rep_cell(out, db_cov_features[f].words);
        for (int set = 0; set < DB_COV_SETS; set++)
            if (size_of(c, set)) add_quantiles(c, set, f, out);
        rep_row_end(out);
    }
    rep_table_end(out);
}

int rep_corpus_coverage(rep *r, lp_text *out, lp_err *e) {
    db_cov c;
    int64_t without = 0;
    if (db_cov_load_held_out(r->d, &c, e) != 0) return -1;
    for (int set = 0; set < DB_COV_SETS; set++) without += c.left_out[set];
    db_cov_scale(&c);
    int rc = db_cov_near(&c, e);
    if (rc == 0 && c.n < 3)
        rep_absent(out, "There is no plot of coverage: fewer than three kernels have features.");
    if (rc == 0 && c.n >= 3) {
        rc = add_plot(r, &c, out, e);
        add_feature_table(&c, out);
        if (without > 0)
            rep_para(out,
                     "Kernels that are not in it, because they touch no memory or a feature has no "
                     "value: "
                     "%lld.",
                     (long long)without);
    }
    db_cov_free(&c);
    return rc;
}
