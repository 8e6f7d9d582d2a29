/* Points binned for plots, and what their axes show.
 *
 * In: numbers. Out: text for gnuplot. A plot of many points is drawn as cells, so that its size
 * does not depend on their number. Draws nothing itself. */
#include "report/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/gnuplot.h"
#include "db/ops.h"

void rep_points_add(rep_points *p, double x, double y) {
    p->x = lp_grow(p->x, &p->cap_x, p->n + 1, sizeof *p->x);
    p->y = lp_grow(p->y, &p->cap_y, p->n + 1, sizeof *p->y);
    p->x[p->n] = x;
    p->y[p->n++] = y;
}

void rep_points_free(rep_points *p) {
    free(p->x);
    free(p->y);
    *p = (rep_points){0};
}

/* ---- axes ---- */

rep_axis rep_log_axis(const double *v, size_t n, int cells_a_decade) {
    double lo = n ? HUGE_VAL : 1, hi = n ? 0 : 10;
    for (size_t i = 0; i < n; i++) {
        lo = fmin(lo, v[i]);
        hi = fmax(hi, v[i]);
    }
    /* Half a cell of room on both sides, and never less than one cell. */
    double first = floor(log10(lo) * cells_a_decade - 0.25);
    double last = ceil(log10(hi) * cells_a_decade + 0.25);
    int cells = last > first ? (int)(last - first) : 1;
    return (rep_axis){.log = true,
                      .lo = pow(10, first / cells_a_decade),
                      .hi = pow(10, (first + cells) / cells_a_decade),
                      .cells = cells};
}

static double place(const rep_axis *a, double v) {
    return a->log ? log10(v) : v;
}

int rep_axis_cell(const rep_axis *a, double v) {
    if (!isfinite(v) || (a->log && v <= 0)) return -1;
    double lo = place(a, a->lo), hi = place(a, a->hi);
    double at = (place(a, v) - lo) / (hi - lo) * a->cells;
    if (at < 0 || at > a->cells) return -1;
    return at < a->cells ? (int)at : a->cells - 1;
}

double rep_axis_at(const rep_axis *a, int cell) {
    double lo = place(a, a->lo), hi = place(a, a->hi);
    double at = lo + (hi - lo) * cell / a->cells;
    return a->log ? pow(10, at) : at;
}

/* The middle of a cell, on the scale of the axis. */
static double middle(const rep_axis *a, int cell) {
    double lo = rep_axis_at(a, cell), hi = rep_axis_at(a, cell + 1);
    return a->log ? sqrt(lo * hi) : (lo + hi) / 2;
}

void rep_set_log_axis(lp_text *out, const char *axis, const rep_axis *a, rep_unit unit) {
    lp_text_addf(out, "set logscale %s\nset %srange [%.6g:%.6g]\n", axis, axis, a->lo, a->hi);
    if (unit == REP_TIMES)
        lp_gnuplot_time_tics(out, axis, a->lo, a->hi);
    else
        lp_gnuplot_count_tics(out, axis, a->lo, a->hi);
}

void rep_set_number_axis(lp_text *out, const char *axis, int64_t most) {
    lp_text_addf(out, "set %srange [0:%g]\n", axis, 1.1 * (double)(most > 0 ? most : 1));
    if (most < 6) lp_text_addf(out, "set %stics 1\n", axis);
}

/* ---- densities ---- */

/* The cell that follows i in a drawing: no stripes of ground between 1, 2 and 3. */
static int cell_after(const rep_axis *a, int i) {
    const double hair = 1e-9;
    i++;
    if (!a->whole) return i;
    while (i < a->cells && ceil(rep_axis_at(a, i) - hair) > rep_axis_at(a, i + 1) - hair) i++;
    return i;
}

/* A little larger than the cell: neighbours overlap, and no line of ground shows between them. */
static void add_cell(lp_text *out, const rep_axis *x, const rep_axis *y, int i, int j, int64_t n) {
    double x0 = rep_axis_at(x, i), x1 = rep_axis_at(x, cell_after(x, i));
    double y0 = rep_axis_at(y, j), y1 = rep_axis_at(y, cell_after(y, j));
    lp_text_addf(out, "%.5g %.5g %.5g %.5g %.5g %.5g %lld\n", middle(x, i), middle(y, j), x0,
                 x->log ? x1 * pow(x1 / x0, 0.04) : x1 + 0.04 * (x1 - x0), y0,
                 y->log ? y1 * pow(y1 / y0, 0.04) : y1 + 0.04 * (y1 - y0), (long long)n);
}

int64_t rep_density_block(lp_text *out, const char *name, const rep_points *p, const rep_axis *x,
                          const rep_axis *y, size_t *outside) {
    int64_t *n = lp_alloc((size_t)x->cells * (size_t)y->cells, sizeof *n), most = 0;
    size_t lost = 0;
    for (size_t k = 0; k < p->n; k++) {
        int i = rep_axis_cell(x, p->x[k]), j = rep_axis_cell(y, p->y[k]);
        if (i < 0 || j < 0)
            lost++;
        else
            n[(size_t)j * (size_t)x->cells + (size_t)i]++;
    }
    lp_text_addf(out, "$%s << EOD\n", name);
    for (int j = 0; j < y->cells; j++)
        for (int i = 0; i < x->cells; i++) {
            int64_t here = n[(size_t)j * (size_t)x->cells + (size_t)i];
            if (here > most) most = here;
            if (here > 0) add_cell(out, x, y, i, j, here);
        }
    lp_text_add(out, "EOD\n");
    free(n);
    if (outside) *outside = lost;
    return most;
}

typedef struct placed {
    int cell;
    double y;
} placed;

static int by_cell(const void *a, const void *b) {
    const placed *p = a, *q = b;
    if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

size_t rep_median_block(lp_text *out, const char *name, const rep_points *p, const rep_axis *x,
                        size_t least) {
    placed *v = lp_alloc(p->n + 1, sizeof *v);
    double *y = lp_alloc(p->n + 1, sizeof *y);
    size_t lines = 0;
    for (size_t i = 0; i < p->n; i++) v[i] = (placed){rep_axis_cell(x, p->x[i]), p->y[i]};
    if (p->n) qsort(v, p->n, sizeof *v, by_cell);
    lp_text_addf(out, "$%s << EOD\n", name);
    for (size_t i = 0, end; i < p->n; i = end) {
        for (end = i; end < p->n && v[end].cell == v[i].cell; end++) y[end - i] = v[end].y;
        if (v[i].cell < 0 || end - i < least) continue;
        double q1, q3;
        db_quartiles(y, end - i, &q1, &q3);
        lp_text_addf(out, "%.6g %.6g %.6g %.6g %zu\n", middle(x, v[i].cell), q1,
                     db_quantile(y, end - i, 0.5), q3, end - i);
        lines++;
    }
    lp_text_add(out, "EOD\n");
    free(v);
    free(y);
    return lines;
}

void rep_set_density(lp_text *out, int64_t most, const char *words) {
    if (most < 2) most = 2;
    lp_text_addf(out, "set logscale cb\nset cbrange [1:%lld]\nset cblabel '%s'\n", (long long)most,
                 words);
    lp_gnuplot_count_tics(out, "cb", 1, (double)most);
}

/* ---- clouds ---- */

void rep_cloud_blocks(lp_text *out, rep_cloud *c, int tag, const rep_points *p, int median_cells,
                      size_t least) {
    char name[32];
    const rep_axis wide = rep_log_axis(p->x, p->n, median_cells);
    snprintf(name, sizeof name, "median%d", tag);
    c->line = rep_median_block(out, name, p, &wide, least) > 0;
    snprintf(name, sizeof name, "cells%d", tag);
    c->most = rep_density_block(out, name, p, &c->x, &c->y, &c->outside);
    if (p->n >= REP_FEW) return;
    c->most = 0;
    lp_text_addf(out, "$points%d << EOD\n", tag);
    for (size_t i = 0; i < p->n; i++) lp_text_addf(out, "%.6g %.6g\n", p->x[i], p->y[i]);
    lp_text_add(out, "EOD\n");
}

static void add_medians(lp_text *out, int tag, bool words) {
    const char *line = lp_gnuplot_colour[LP_GNUPLOT_VERMILION];
    for (int column = 2; words && column <= 4; column += 2)
        lp_text_addf(
            out,
            ", $median%d using 1:%d with lines lw 4 lc rgb 'white' notitle, $median%d using "
            "1:%d with lines lw 1.8 dt (6,4) lc rgb '%s' %s",
            tag, column, tag, column, line, column == 2 ? "title 'quartiles'" : "notitle");
    lp_text_addf(
        out,
        ", $median%d using 1:3 with lines lw 5.5 lc rgb 'white' notitle, $median%d using 1:3 "
        "with lines lw 2.8 lc rgb '%s' %s",
        tag, tag, line, words ? "title 'median'" : "notitle");
}

void rep_cloud_plot(lp_text *out, const rep_cloud *c, int tag, bool words) {
    if (c->most == 0) {
        lp_text_addf(out,
                     "unset colorbox\nplot $points%d with points pt 7 ps 0.5 lc rgb '#3E4C6B' %s",
                     tag, words ? "title 'sample'" : "notitle");
    } else {
        if (words)
            rep_set_density(out, c->most, "samples in a cell");
        else
            lp_text_addf(out, "unset colorbox\nset logscale cb\nset cbrange [1:%lld]\n",
                         c->most > 1 ? (long long)c->most : 2);
        lp_text_addf(out,
                     "plot $cells%d using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc "
                     "palette notitle",
                     tag);
    }
    if (c->line) add_medians(out, tag, words);
    lp_text_addc(out, '\n');
}

const char *rep_cloud_words(const rep_cloud *c) {
    return c->most ? "Each cell counts samples" : "Each point is a sample";
}

/* ---- saturation ---- */

static double clip(double v, double lo, double hi) {
    return v < lo ? lo : v > hi ? hi : v;
}

/* Two vertical lines; named when there is room for it. */
static void add_borders(lp_text *out, const rep_axis *x, double nsm, double k, bool named) {
    const double border[] = {nsm, k * nsm};
    if (named)
        lp_text_add(out, "set style textbox opaque noborder fc rgb 'white' margins 0.6,0.6\n");
    for (int i = 0; i < 2; i++) {
        if (border[i] <= x->lo || border[i] >= x->hi) continue;
        lp_text_addf(out,
                     "set arrow %d from %.6g, graph 0 to %.6g, graph 1 nohead dt 2 lw 1.2 lc rgb "
                     "'#444444' front\n",
                     i + 1, border[i], border[i]);
        if (!named) continue;
        lp_text_addf(out, "set label %d '", i + 7);
        if (i == 1) lp_text_addf(out, "%g ", k);
        lp_text_addf(out, "NSM = %.6g' at %.6g, graph 0.95 left offset 0.7,0 front boxed\n",
                     border[i], border[i]);
    }
}

void rep_regions(lp_text *out, const rep_axis *x, double nsm, double k, const int64_t *n) {
    static const struct {
        const char *words, *fill;
    } regions[] = {{"idle", "#EAF1F7"}, {"under-saturated", "#FFFFFF"}, {"saturated", "#FBF3E2"}};
    const double at[] = {x->lo, clip(nsm, x->lo, x->hi), clip(k * nsm, x->lo, x->hi), x->hi};
    for (int i = 0; i < 3; i++) {
        if (at[i + 1] <= at[i]) continue;
        lp_text_addf(out,
                     "set object %d rect from %.6g, graph 0 to %.6g, graph 1 behind fc rgb '%s' fs "
                     "solid 1 noborder\n",
                     i + 1, at[i], at[i + 1], regions[i].fill);
        if (!n || log10(at[i + 1] / at[i]) <= 0.5) continue;
        lp_text_addf(out,
                     "set label %d '%s' at %.6g, graph 1.085 center\n"
                     "set label %d 'n = %lld' at %.6g, graph 1.035 center textcolor rgb "
                     "'#5A5A5A'\n",
                     i + 1, regions[i].words, sqrt(at[i] * at[i + 1]), i + 4, (long long)n[i],
                     sqrt(at[i] * at[i + 1]));
    }
    add_borders(out, x, nsm, k, n != NULL);
}
