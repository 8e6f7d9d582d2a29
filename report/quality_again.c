/* Samples that were timed twice: again in a fresh process, and with a cold cache.
 *
 * In: pairs of timings of one sample. Out: their differences against time, as distributions and as
 * tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"
#include "report/plot.h"
#include "report/quality.h"

enum { CELLS = 8, MEDIAN_CELLS = 4, STEPS = 200 };

/* x: the warm time; y: the other one. */
static int read_pairs(rep *r, const char *policy, rep_points *out, lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(r->d,
                "SELECT w.median_ns, a.median_ns FROM timing a JOIN timing w ON w.sample_id ="
                " a.sample_id AND w.device_id = a.device_id AND w.policy = 'warm' WHERE"
                " a.device_id = ? AND a.policy = ? AND w.median_ns > 0 AND a.median_ns > 0"
                " ORDER BY w.median_ns, a.median_ns",
                e);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "it", r->devices[0].id, policy);
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1)
        rep_points_add(out, sqlite3_column_double(s, 0), sqlite3_column_double(s, 1));
    return rc;
}

/* ---- timed again ---- */

/* Signed differences in per cent, of one range of times or (range < 0) of all; the caller frees. */
static double *differences(const rep_points *pairs, int range, bool absolute, size_t *n) {
    double *v = lp_alloc(pairs->n + 1, sizeof *v);
    *n = 0;
    for (size_t i = 0; i < pairs->n; i++) {
        if (range >= 0 && rep_range_of(pairs->x[i]) != range) continue;
        double d = 100 * (pairs->y[i] / pairs->x[i] - 1);
        v[(*n)++] = absolute ? fabs(d) : d;
    }
    db_sort_values(v, *n);
    return v;
}

static double share_below(const double *sorted, size_t n, double limit) {
    size_t k = 0;
    while (k < n && sorted[k] <= limit) k++;
    return n ? 100 * (double)k / (double)n : NAN;
}

static void add_again_table(const rep_points *pairs, lp_text *out) {
    static const rep_column columns[] = {
        {"time", false},        {"samples", true},    {"median difference %", true},
        {"95 % below %", true}, {"within 2 %", true}, {"median signed difference %", true}};
    rep_table_begin(out, "Differences between the first timing and the one in a fresh process",
                    columns, sizeof columns / sizeof *columns);
    for (int k = -1; k < REP_RANGES; k++) {
        size_t n, m;
        double *off = differences(pairs, k, true, &n),
               *with_sign = differences(pairs, k, false, &m);
        rep_row_begin(out);
        rep_cell(out, k < 0 ? "all" : rep_ranges[k].words);
        rep_cell_int(out, (int64_t)n);
        rep_cell_num(out, n ? db_quantile(off, n, 0.5) : NAN, 2);
        rep_cell_num(out, n ? db_quantile(off, n, 0.95) : NAN, 2);
        rep_cell_num(out, share_below(off, n, 2), 1);
        rep_cell_num(out, n ? db_quantile(with_sign, n, 0.5) : NAN, 2);
        rep_row_end(out);
        free(off);
        free(with_sign);
    }
    rep_table_end(out);
}

/* A scale in per cent that holds all but the farthest hundredth. */
static double scale_of(const rep_points *pairs) {
    static const double scales[] = {1, 2, 5, 10, 20, 50, 100};
    size_t n, i = 0;
    double *off = differences(pairs, -1, true, &n);
    double far = n ? db_quantile(off, n, 0.99) : 1;
    free(off);
    while (i + 1 < sizeof scales / sizeof *scales && scales[i] < far) i++;
    return scales[i];
}

/* Steps of the distribution of |difference|, from the left border of the axis. */
static void add_distribution(lp_text *script, const rep_points *pairs, int range, double least) {
    size_t n;
    double *off = differences(pairs, range, true, &n);
    lp_text_addf(script, "$range%d << EOD\n", range);
    if (n > 0) lp_text_addf(script, "%g %.3f\n", least, share_below(off, n, least));
    for (int k = 0; n > 0 && k <= STEPS; k++) {
        double v = db_quantile(off, n, (double)k / STEPS);
        if (v > least) lp_text_addf(script, "%.4g %.3f\n", v, 100.0 * k / STEPS);
    }
    lp_text_add(script, "EOD\n");
    free(off);
}

static void add_difference_panel(lp_text *plots, const rep_cloud *c) {
    rep_set_log_axis(plots, "x", &c->x, REP_TIMES);
    lp_text_addf(plots,
                 "set yrange [%g:%g]\nset title 'Difference of the second timing'\nset xlabel "
                 "'time, first timing'\nset ylabel 'second timing longer by, %%'\n",
                 c->y.lo, c->y.hi);
    rep_cloud_plot(plots, c, 0, true);
}

static void add_distribution_panel(lp_text *plots, const rep_points *pairs, double least) {
    const char *comma = "";
    lp_text_addf(plots,
                 "set title 'Distribution of the difference'\nset logscale x\nset xrange "
                 "[%g:100]\nset xtics ('0.01 %%%%' 0.01, '0.1 %%%%' 0.1, '1 %%%%' 1, '10 %%%%' 10, "
                 "'100 %%%%' "
                 "100)\nset yrange [0:100]\nset ytics 0,25,100\nset xlabel 'difference, without "
                 "its sign'\nset ylabel 'samples that differ by at most that, %%'\n"
                 "plot ",
                 least);
    for (int k = 0; k < REP_RANGES; k++) {
        size_t n;
        double *off = differences(pairs, k, true, &n);
        free(off);
        if (n == 0) continue;
        lp_text_addf(plots, "%s$range%d with lines lw 2.2 dt %d lc rgb '%s' title '%s (n = %zu)'",
                     comma, k, k + 1, lp_gnuplot_colour[k], rep_ranges[k].words, n);
        comma = ", ";
    }
    lp_text_addc(plots, '\n');
}

static int add_again_plot(rep *r, const rep_points *pairs, lp_text *out, lp_err *e) {
    const double least = 0.01;
    lp_text script = {0}, plots = {0}, read = {0};
    rep_points p = {0};
    double scale = scale_of(pairs);
    for (size_t i = 0; i < pairs->n; i++)
        rep_points_add(&p, pairs->x[i], 100 * (pairs->y[i] / pairs->x[i] - 1));
    rep_cloud c = {.x = rep_log_axis(p.x, p.n, CELLS),
                   .y = {.lo = -scale, .hi = scale, .cells = 41}};
    rep_cloud_blocks(&script, &c, 0, &p, MEDIAN_CELLS, 10);
    for (int k = 0; k < REP_RANGES; k++) add_distribution(&script, pairs, k, least);
    add_difference_panel(&plots, &c);
    add_distribution_panel(&plots, pairs, least);
    lp_text_addf(&script, "set multiplot layout 1,2\nset bmargin 6.4\n%s", plots.s);
    lp_text_addf(&read,
                 "%zu samples, a seeded choice, were timed again in a "
                 "fresh process. Left: zero is perfect repetition; %zu lie "
                 "outside of the axis. Right: a curve farther to the left repeats better; read the "
                 "median at 50 %%.",
                 pairs->n, c.outside);
    const rep_figure f = {
        "quality-again",
        "Timed again in a fresh process",
        "Two panels: the signed difference between two timings of a sample against "
        "its time, and the cumulative distribution of the difference for four "
        "ranges of times.",
        read.s,
        1120,
        460};
    int rc = rep_draw(r, out, "", &f, &script, e);
    rep_points_free(&p);
    lp_text_free(&script);
    lp_text_free(&plots);
    lp_text_free(&read);
    return rc;
}

int rep_quality_again(rep *r, lp_text *out, lp_err *e) {
    rep_points pairs = {0};
    int rc = read_pairs(r, "retime", &pairs, e);
    if (rc == 0 && pairs.n == 0)
        rep_absent(out, "There is no plot of repeatability: no sample was timed again in a fresh "
                        "process (profile.retime_share of the campaign).");
    if (rc == 0 && pairs.n > 0) {
        rc = add_again_plot(r, &pairs, out, e);
        if (rc == 0) add_again_table(&pairs, out);
    }
    rep_points_free(&pairs);
    return rc;
}

/* ---- cold ---- */

static void add_cold_table(const rep_points *ratio, lp_text *out) {
    static const rep_column columns[] = {
        {"warm time", false}, {"samples", true}, {"5 %", true}, {"median", true}, {"95 %", true}};
    rep_table_begin(out, "Cold time divided by warm time, quantiles over samples", columns,
                    sizeof columns / sizeof *columns);
    for (int k = 0; k < REP_RANGES; k++) {
        static const double share[] = {0.05, 0.5, 0.95};
        double *v = lp_alloc(ratio->n + 1, sizeof *v);
        size_t n = 0;
        for (size_t i = 0; i < ratio->n; i++)
            if (rep_range_of(ratio->x[i]) == k) v[n++] = ratio->y[i];
        db_sort_values(v, n);
        rep_row_begin(out);
        rep_cell(out, rep_ranges[k].words);
        rep_cell_int(out, (int64_t)n);
        for (size_t q = 0; q < sizeof share / sizeof *share; q++)
            rep_cell_num(out, n ? db_quantile(v, n, share[q]) : NAN, 3);
        rep_row_end(out);
        free(v);
    }
    rep_table_end(out);
}

static int add_cold_plot(rep *r, const rep_points *p, lp_text *out, lp_err *e) {
    lp_text script = {0}, read = {0};
    rep_cloud c = {.x = rep_log_axis(p->x, p->n, CELLS), .y = rep_log_axis(p->y, p->n, 48)};
    rep_cloud_blocks(&script, &c, 0, p, MEDIAN_CELLS, 10);
    rep_set_log_axis(&script, "x", &c.x, REP_TIMES);
    lp_text_addf(
        &script,
        "set logscale y\nset yrange [%.6g:%.6g]\nset ytics (0.1, 0.2, 0.5, 0.7, 1, 1.5, 2, 3, "
        "5, 10, 20, 50, 100)\nset xlabel 'warm time'\nset ylabel 'cold time / warm time'\n",
        c.y.lo, c.y.hi);
    rep_cloud_plot(&script, &c, 0, true);
    lp_text_addf(&read,
                 "%s (n = %zu), timed with warm caches and again "
                 "after twice the size of the last-level cache had been overwritten before each "
                 "repetition. At 1 the cache makes no difference.",
                 rep_cloud_words(&c), p->n);
    const rep_figure f = {"quality-cold",
                          "Cold against warm cache",
                          "Samples: warm time from left to right, the ratio of cold to "
                          "warm time upwards, with the median and the quartiles.",
                          read.s,
                          1120,
                          440};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    lp_text_free(&read);
    return rc;
}

int rep_quality_cold(rep *r, lp_text *out, lp_err *e) {
    rep_points p = {0};
    int rc = read_pairs(r, "cold", &p, e);
    for (size_t i = 0; i < p.n; i++) p.y[i] /= p.x[i];
    if (rc == 0 && p.n == 0)
        rep_absent(out, "There is no plot of cold against warm: no sample was timed with a cold "
                        "cache (profile.cold_share of the campaign).");
    if (rc == 0 && p.n > 0) {
        rc = add_cold_plot(r, &p, out, e);
        if (rc == 0) add_cold_table(&p, out);
    }
    rep_points_free(&p);
    return rc;
}
