/* How sharp a single timing is: the interval of its median, and its flags.
 *
 * In: the warm timings. Out: precision against time; the share of flagged samples against time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"
#include "report/plot.h"
#include "report/quality.h"

enum { CELLS = 8, MEDIAN_CELLS = 5, FLAG_CELLS = 3, LEAST = 20 };

/* Widths below are drawn here: an interval of no width has no place on a log axis. */
static const double least_width = 0.01; /* per cent */

static double half_width(const rep_time *t) {
    return 50 * ((double)t->hi_ns - (double)t->lo_ns) / (double)t->ns;
}

int rep_quality_precision(rep *r, lp_text *out, lp_err *e) {
    rep_points p = {0};
    lp_text script = {0}, read = {0};
    size_t sharp = 0;
    double target = 100 * r->campaign->ci_target;
    for (size_t i = 0; i < r->n_times; i++) {
        double w = half_width(&r->times[i]);
        sharp += w <= target;
        rep_points_add(&p, (double)r->times[i].ns, fmax(w, least_width));
    }
    rep_cloud c = {.x = rep_log_axis(p.x, p.n, CELLS), .y = rep_log_axis(p.y, p.n, CELLS)};
    rep_cloud_blocks(&script, &c, 0, &p, MEDIAN_CELLS, 10);
    rep_set_log_axis(&script, "x", &c.x, REP_TIMES);
    rep_set_log_axis(&script, "y", &c.y, REP_COUNTS);
    lp_text_addf(
        &script,
        "set xlabel 'time, median of a sample'\nset ylabel 'half-width of the interval, %% "
        "of the time'\nset ytics ('0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10, '100' 100)\nset arrow 1 "
        "from graph 0, first %.6g to graph 1, first %.6g nohead dt 2 "
        "lw 1.2 lc rgb '#444444' front\nset style textbox opaque noborder fc rgb 'white' "
        "margins 0.6,0.6\nset label 1 'target: %g %%' at graph 0.99, first %.6g right "
        "offset 0,0.7 front boxed\n",
        target, target, target, target);
    rep_cloud_plot(&script, &c, 0, true);
    lp_text_addf(
        &read,
        "%s (n = %zu). The interval holds the median with 95 %% "
        "confidence, whatever the distribution of the repetitions; repeating ends at the "
        "target, after %lld repetitions, or when the sample's time is used up. %zu samples "
        "(%.1f %%) reached the target. The lowest row has widths of %g %% and less; bands "
        "are whole ticks of the device's clock (%lld ns).",
        rep_cloud_words(&c), p.n, (long long)r->campaign->reps_max, sharp,
        100 * (double)sharp / (double)(p.n ? p.n : 1), least_width,
        (long long)lp_json_i64(rep_device_stats(r), "tick_ns", 0));
    const rep_figure f = {"quality-precision",
                          "Precision of a timing against its time",
                          "Samples: time from left to right, relative half-width of the "
                          "median's interval upwards, both logarithmic, with the median and the "
                          "quartiles and a line at the target.",
                          read.s,
                          1120,
                          480};
    int rc = rep_draw(r, out, "", &f, &script, e);
    rep_points_free(&p);
    lp_text_free(&script);
    lp_text_free(&read);
    return rc;
}

/* ---- flags ---- */

static const struct {
    unsigned bit;
    const char *name, *words;
} flags[] = {
    {REP_NOISY, "noisy", "the interval is wider than the target at the limit of repetitions"},
    {REP_OUTLIERS, "outliers", "more than a tenth of the repetitions are severe outliers"},
    {REP_DRIFT, "drift", "the medians of both halves differ by 3 % or more"},
    {REP_BIMODAL, "bimodal", "the repetitions fall into two groups"}};
enum { N_FLAGS = sizeof flags / sizeof *flags };

static void add_flag_table(const rep *r, lp_text *out) {
    rep_column columns[3 + REP_RANGES + 1] = {
        {"flag", false}, {"samples", true}, {"% of all", true}};
    int64_t in_range[REP_RANGES] = {0};
    lp_text titles[REP_RANGES] = {{0}};
    for (size_t i = 0; i < r->n_times; i++) in_range[rep_range_of((double)r->times[i].ns)]++;
    for (int k = 0; k < REP_RANGES; k++) {
        lp_text_addf(&titles[k], "%% %s", rep_ranges[k].words);
        columns[3 + k] = (rep_column){titles[k].s, true};
    }
    columns[3 + REP_RANGES] = (rep_column){"meaning", false};
    rep_table_begin(out, "Flags are remarks: nothing is left out because of one.", columns,
                    3 + REP_RANGES + 1);
    for (int f = 0; f < N_FLAGS; f++) {
        int64_t n = 0, there[REP_RANGES] = {0};
        for (size_t i = 0; i < r->n_times; i++) {
            if (!(r->times[i].flags & flags[f].bit)) continue;
            n++;
            there[rep_range_of((double)r->times[i].ns)]++;
        }
        rep_row_begin(out);
        rep_cell(out, flags[f].name);
        rep_cell_int(out, n);
        rep_cell_num(out, 100 * (double)n / (double)r->n_times, 2);
        for (int k = 0; k < REP_RANGES; k++)
            rep_cell_num(out, in_range[k] ? 100 * (double)there[k] / (double)in_range[k] : NAN, 2);
        rep_cell(out, flags[f].words);
        rep_row_end(out);
    }
    rep_table_end(out);
    for (int k = 0; k < REP_RANGES; k++) lp_text_free(&titles[k]);
}

/* A block for each flag: middle of the cell, per cent. Returns the cells that have enough. */
static int add_flag_blocks(const rep *r, const rep_axis *x, lp_text *script) {
    int64_t *all = lp_alloc((size_t)x->cells, sizeof *all);
    int64_t *flagged = lp_alloc((size_t)x->cells, sizeof *flagged);
    int shown = 0;
    for (size_t i = 0; i < r->n_times; i++) all[rep_axis_cell(x, (double)r->times[i].ns)]++;
    for (int f = 0; f < N_FLAGS; f++) {
        memset(flagged, 0, (size_t)x->cells * sizeof *flagged);
        for (size_t i = 0; i < r->n_times; i++)
            if (r->times[i].flags & flags[f].bit)
                flagged[rep_axis_cell(x, (double)r->times[i].ns)]++;
        lp_text_addf(script, "$flag%d << EOD\n", f);
        for (int c = 0; c < x->cells; c++) {
            if (all[c] < LEAST) continue;
            shown += f == 0;
            lp_text_addf(script, "%.6g %.4f\n", sqrt(rep_axis_at(x, c) * rep_axis_at(x, c + 1)),
                         100 * (double)flagged[c] / (double)all[c]);
        }
        lp_text_add(script, "EOD\n");
    }
    free(all);
    free(flagged);
    return shown;
}

static int add_flag_plot(rep *r, lp_text *out, lp_err *e) {
    static const int shape[N_FLAGS] = {7, 5, 9, 13};
    lp_text script = {0}, read = {0};
    rep_points p = {0};
    for (size_t i = 0; i < r->n_times; i++) rep_points_add(&p, (double)r->times[i].ns, 0);
    const rep_axis x = rep_log_axis(p.x, p.n, FLAG_CELLS);
    rep_points_free(&p);
    if (add_flag_blocks(r, &x, &script) < 2) {
        lp_text_free(&script);
        rep_absent(out,
                   "There is no plot of flags against time: fewer than two ranges of times "
                   "hold %d samples.",
                   LEAST);
        return 0;
    }
    rep_set_log_axis(&script, "x", &x, REP_TIMES);
    lp_text_add(&script, "set yrange [0:*]\nset xlabel 'time, median of a sample'\n"
                         "set ylabel 'samples with the flag, %'\nplot ");
    for (int f = 0; f < N_FLAGS; f++)
        lp_text_addf(&script,
                     "%s$flag%d with linespoints lw 2 dt %d pt %d ps 0.7 lc rgb '%s' "
                     "title '%s'",
                     f ? ", " : "", f, f + 1, shape[f], lp_gnuplot_colour[f], flags[f].name);
    lp_text_addc(&script, '\n');
    lp_text_addf(
        &read,
        "A point is the share of flagged samples in a third of a decade that holds %d "
        "samples or more (n = %zu). Near the floor of the clock one tick is per cents of the "
        "time, and flags are frequent.",
        LEAST, r->n_times);
    const rep_figure f = {
        "quality-flags",
        "Flags against time",
        "A line for each of the flags noisy, outliers, drift and bimodal: time from "
        "left to right, per cent of the samples upwards.",
        read.s,
        1120,
        400};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    lp_text_free(&read);
    return rc;
}

int rep_quality_flags(rep *r, lp_text *out, lp_err *e) {
    add_flag_table(r, out);
    return add_flag_plot(r, out, e);
}
