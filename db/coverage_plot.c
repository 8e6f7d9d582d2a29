/* The coverage report as a picture.
 *
 * In: kernels with their distances. Out: an SVG file. Two panels: the plane of the first two
 * principal components, and how far kernels are from their nearest ones. */
#include <math.h>
#include <stdlib.h>

#include "common/fs.h"
#include "common/gnuplot.h"
#include "db/coverage.h"

enum { AXIS_WORDS = 4 };

/* Okabe and Ito's colours, which colour-blind people tell apart; shapes differ too. */
static const struct {
    const char *words, *style;
} sets[DB_COV_SETS] = {
    [DB_COV_HAND] = {"hand-written", "pt 7 ps 0.35 lc rgb '#0072B2'"},
    [DB_COV_SYNTH] = {"synthesised", "pt 7 ps 0.25 lc rgb '#BBBBBB'"},
    [DB_COV_IMPORTED] = {"imported", "pt 9 ps 0.8 lc rgb '#D55E00'"},
};
/* The many lie below the few. */
static const db_cov_set drawing_order[] = {DB_COV_SYNTH, DB_COV_HAND, DB_COV_IMPORTED};

static size_t size_of(const db_cov *c, int set) {
    return c->first[set + 1] - c->first[set];
}

void db_cov_add_axis(const db_cov_plane *p, int axis, lp_text *out) {
    bool used[DB_COV_N] = {false};
    lp_text_addf(out, "set %slabel \"%s principal component, %.0f %% of the variance\\n",
                 axis ? "y" : "x", axis ? "second" : "first", 100 * p->share[axis]);
    for (int n = 0; n < AXIS_WORDS; n++) {
        int most = -1;
        double least = 0.25;
        for (int f = 0; f < DB_COV_N; f++) {
            if (used[f] || fabs(p->axis[axis][f]) <= least) continue;
            most = f;
            least = fabs(p->axis[axis][f]);
        }
        if (most < 0) break;
        used[most] = true;
        lp_text_addf(out, "%s%s",
                     p->axis[axis][most] < 0 ? n ? " - " : "-"
                     : n                     ? " + "
                                             : "",
                     db_cov_features[most].words);
    }
    lp_text_add(out, "\"\n");
}

static void add_points(const db_cov *c, const db_cov_plane *p, int set, lp_text *out) {
    lp_text_addf(out, "$%s << EOD\n", db_cov_set_names[set]);
    for (size_t i = c->first[set]; i < c->first[set + 1]; i++)
        lp_text_addf(out, "%.4f %.4f\n", db_cov_project(p, 0, &c->v[i]),
                     db_cov_project(p, 1, &c->v[i]));
    lp_text_add(out, "EOD\n");
}

/* Steps of a cumulative distribution, in per cent. */
static void add_shares(const char *name, const double *sorted, size_t n, lp_text *out) {
    lp_text_addf(out, "$%s << EOD\n0 0\n", name);
    for (size_t i = 0; i < n && isfinite(sorted[i]); i++)
        lp_text_addf(out, "%.4f %.3f\n", sorted[i], 100 * (double)(i + 1) / (double)n);
    lp_text_add(out, "EOD\n");
}

static size_t add_far(const db_cov *c, lp_text *out) {
    size_t first = c->first[DB_COV_IMPORTED], n = c->n - first;
    double *v = lp_alloc(n + 1, sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = db_cov_far(&c->v[first + i]);
    db_sort_values(v, n);
    add_shares("far", v, n, out);
    free(v);
    return n;
}

static void add_plane(const db_cov *c, const db_cov_plane *p, lp_text *out) {
    const char *comma = "";
    db_cov_add_axis(p, 0, out);
    db_cov_add_axis(p, 1, out);
    lp_text_add(out, "set title 'Kernels in feature space'\n"
                     "set key tmargin center horizontal Left reverse samplen 1\nplot ");
    for (size_t i = 0; i < sizeof drawing_order / sizeof *drawing_order; i++) {
        int set = drawing_order[i];
        if (size_of(c, set) == 0) continue;
        lp_text_addf(out, "%s$%s with points %s title '%s (%zu)'", comma, db_cov_set_names[set],
                     sets[set].style, sets[set].words, size_of(c, set));
        comma = ", ";
    }
    lp_text_add(out, *comma ? "\n" : "[0:1] 1/0 notitle\n");
}

static void add_distances(size_t n_imported, size_t n_families, lp_text *out) {
    const char *comma = "";
    lp_text_add(out,
                "set xlabel 'distance to the nearest, in spreads of the hand-written kernels'\n"
                "set ylabel 'per cent of them are as near'\nset yrange [0:100]\n"
                "set xrange [0:*]\nset title 'Nearest neighbours'\n"
                "set key inside bottom right Right noreverse vertical samplen 3\nplot ");
    if (n_families) {
        lp_text_addf(out,
                     "$families with steps lw 2 lc rgb '#0072B2' title 'hand-written families, to "
                     "the next family (%zu)'",
                     n_families);
        comma = ", ";
    }
    if (n_imported)
        lp_text_addf(
            out,
            "%s$far with steps lw 2 dt 2 lc rgb '#D55E00' title 'imported kernels, to ours "
            "(%zu)'",
            comma, n_imported);
    lp_text_add(out, n_families + n_imported ? "\n" : "[0:1] 1/0 notitle\n");
}

void db_cov_script(const db_cov *c, lp_text *out) {
    db_cov_plane p;
    db_cov_plane_of(c, &p);
    for (int s = 0; s < DB_COV_SETS; s++)
        if (size_of(c, s)) add_points(c, &p, s, out);
    if (c->n_families) add_shares("families", c->family_far, c->n_families, out);
    size_t n_imported = size_of(c, DB_COV_IMPORTED) ? add_far(c, out) : 0;
    lp_text_add(out, "set multiplot layout 1,2\nset bmargin 4.5\n");
    add_plane(c, &p, out);
    add_distances(n_imported, c->n_families, out);
}

int db_cov_plot(const db_cov *c, const char *path, lp_err *e) {
    lp_text script = {0}, svg = {0};
    lp_gnuplot g;
    if (lp_gnuplot_start(&g, e) != 0) {
        lp_fail_in(e, "--plot");
        return -1;
    }
    db_cov_script(c, &script);
    int rc = lp_gnuplot_draw(&g, 1280, 600, &script, &svg, e);
    lp_gnuplot_end(&g);
    if (rc == 0) rc = lp_write_file(path, svg.s, svg.len, e);
    if (rc != 0) lp_fail_in(e, "--plot");
    lp_text_free(&script);
    lp_text_free(&svg);
    return rc;
}
