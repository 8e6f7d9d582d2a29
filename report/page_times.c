/* times.html: how long launches take.
 *
 * In: the warm timings of one device. Out: a page: time against work-groups with the regions of
 * saturation, all samples and by access pattern; histograms before and after balancing; tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"
#include "report/plot.h"
#include "report/report.h"

enum {
    CELLS = 9,        /* a decade, of the large plot */
    SMALL_CELLS = 4,  /* of the small ones, along work-groups */
    SMALL_HIGH = 3,   /* and times */
    MEDIAN_CELLS = 5, /* a decade of work-groups for the median */
    PANELS = 9,
    PANEL_LEAST = 20 /* samples that a pattern needs for a panel */
};

/* ---- patterns, the most frequent first ---- */

typedef struct pattern {
    const char *name;
    size_t n; /* timings */
} pattern;

static int by_name(const void *a, const void *b) {
    return strcmp(((const pattern *)a)->name, ((const pattern *)b)->name);
}

static int by_number(const void *a, const void *b) {
    const pattern *x = a, *y = b;
    return x->n != y->n ? (x->n < y->n ? 1 : -1) : strcmp(x->name, y->name);
}

/* Patterns of timed kernels; the caller frees the list. */
static pattern *patterns_of(const rep *r, size_t *n) {
    pattern *v = lp_alloc(r->n_kernels + 1, sizeof *v);
    size_t kept = 0;
    for (size_t i = 0; i < r->n_kernels; i++)
        v[i] = (pattern){r->kernels[i].pattern, r->kernels[i].n};
    if (r->n_kernels) qsort(v, r->n_kernels, sizeof *v, by_name);
    for (size_t i = 0; i < r->n_kernels; i++) {
        if (kept && strcmp(v[kept - 1].name, v[i].name) == 0)
            v[kept - 1].n += v[i].n;
        else
            v[kept++] = v[i];
    }
    if (kept) qsort(v, kept, sizeof *v, by_number);
    while (kept && v[kept - 1].n == 0) kept--;
    *n = kept;
    return v;
}

/* Work-groups and times of a pattern; NULL: of all. */
static rep_points points_of(const rep *r, const char *pattern_name) {
    rep_points p = {0};
    for (size_t i = 0; i < r->n_times; i++) {
        const rep_time *t = &r->times[i];
        if (pattern_name && strcmp(r->kernels[t->kernel].pattern, pattern_name) != 0) continue;
        rep_points_add(&p, (double)rep_groups(t), (double)t->ns);
    }
    return p;
}

/* ---- time against work-groups ---- */

static void count_classes(const rep *r, int64_t n[REP_N_CLASSES]) {
    memset(n, 0, REP_N_CLASSES * sizeof *n);
    for (size_t i = 0; i < r->n_times; i++) n[r->times[i].class_]++;
}

static int add_all(rep *r, const rep_points *p, lp_text *out, lp_err *e) {
    lp_text script = {0}, read = {0};
    int64_t n[REP_N_CLASSES];
    double nsm = (double)r->devices[0].compute_units, k = r->campaign->saturation_k;
    rep_cloud c = {.x = rep_log_axis(p->x, p->n, CELLS), .y = rep_log_axis(p->y, p->n, CELLS)};
    c.x.whole = true;
    count_classes(r, n);
    rep_cloud_blocks(&script, &c, 0, p, MEDIAN_CELLS, 10);
    rep_set_log_axis(&script, "x", &c.x, REP_COUNTS);
    rep_set_log_axis(&script, "y", &c.y, REP_TIMES);
    rep_regions(&script, &c.x, nsm, k, n);
    lp_text_add(&script, "set tmargin 4.5\nset xlabel 'work-groups (global size / local size)'\n"
                         "set ylabel 'time, median of a sample'\n");
    rep_cloud_plot(&script, &c, 0, true);
    lp_text_addf(
        &read,
        "%s (n = %zu)%s. Left of NSM (the %.0f compute units) some of them idle, right of "
        "%g NSM all have plenty of work. Columns mix kernels: they show what the data hold, "
        "not how one kernel scales.",
        rep_cloud_words(&c), p->n,
        c.line ? "; the line is the median of a fifth of a decade that holds ten samples or "
                 "more"
               : "",
        nsm, k);
    const rep_figure f = {"times-groups",
                          "Time against work-groups",
                          "All samples on log-log axes, work-groups from left to right, "
                          "time upwards, with the median and the quartiles; the regions idle, "
                          "under-saturated and saturated are shaded.",
                          read.s,
                          1120,
                          600};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    lp_text_free(&read);
    return rc;
}

static void add_panel(lp_text *blocks, lp_text *plots, const rep *r, const pattern *v, int tag,
                      rep_cloud *c) {
    lp_text title = {0};
    rep_points p = points_of(r, v->name);
    rep_cloud_blocks(blocks, c, tag, &p, 3, 5);
    lp_text_addf(&title, "%s (n = %zu)", v->name, p.n);
    lp_text_add(plots, "set title ");
    lp_gnuplot_quote(plots, title.s);
    lp_text_add(plots, " offset 0,-0.6\n");
    rep_cloud_plot(plots, c, tag, false);
    lp_text_free(&title);
    rep_points_free(&p);
}

static int add_patterns(rep *r, const rep_points *all, const pattern *v, size_t n, lp_text *out,
                        lp_err *e) {
    lp_text script = {0}, plots = {0};
    rep_cloud c = {.x = rep_log_axis(all->x, all->n, SMALL_CELLS),
                   .y = rep_log_axis(all->y, all->n, SMALL_HIGH)};
    int panels = 0;
    c.x.whole = true;
    while (panels < PANELS && (size_t)panels < n && v[panels].n >= PANEL_LEAST) panels++;
    if (panels < 2) return 0;
    int rows = (panels + 2) / 3;
    for (int i = 0; i < panels; i++) add_panel(&script, &plots, r, &v[i], i, &c);
    rep_set_log_axis(&script, "x", &c.x, REP_COUNTS);
    rep_set_log_axis(&script, "y", &c.y, REP_TIMES);
    rep_regions(&script, &c.x, (double)r->devices[0].compute_units, r->campaign->saturation_k,
                NULL);
    lp_text_addf(&script,
                 "set xlabel 'work-groups' offset 0,0.4\n"
                 "set multiplot layout %d,3\nset lmargin 9\nset rmargin 2\nset bmargin 3.6\nset "
                 "tmargin 2\n%s",
                 rows, plots.s);
    const rep_figure f = {
        "times-patterns",
        "The same by access pattern",
        "A panel for each access pattern: its samples, work-groups from left to right, "
        "time upwards, with the median.",
        "Axes, regions and dashed lines are those of the plot above; cells are coloured up to the "
        "fullest of a panel, on a log scale. Patterns with fewer than 20 samples are in the "
        "table only.",
        1120,
        290 * rows};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    lp_text_free(&plots);
    return rc;
}

/* ---- histogram ---- */

typedef struct bin {
    int64_t n[REP_UNBALANCED + 1];
} bin;

static bin *count_bins(const rep *r, int *first, int *last) {
    int64_t a_decade = r->campaign->balance_bins;
    int n = db_bin_of(INT64_MAX, a_decade) + 1;
    bin *v = lp_alloc((size_t)n, sizeof *v);
    *first = n;
    *last = -1;
    for (size_t i = 0; i < r->n_times; i++) {
        int b = db_bin_of(r->times[i].ns, a_decade);
        v[b].n[r->times[i].weight]++;
        if (b < *first) *first = b;
        if (b > *last) *last = b;
    }
    return v;
}

/* Stacked: what is kept below, what balancing leaves out above. */
static const struct {
    const char *words;
    rep_weight weight;
    int colour;
} stack[] = {{"kept", REP_KEPT, LP_GNUPLOT_BLUE},
             {"not balanced yet", REP_UNBALANCED, LP_GNUPLOT_SKY},
             {"left out: outlier of its kernel and class", REP_OUTLIER, LP_GNUPLOT_VERMILION},
             {"left out: its time range is over-full", REP_CAPPED, LP_GNUPLOT_GREY}};
enum { N_STACK = sizeof stack / sizeof *stack };

/* Returns the height of the highest bar. */
static int64_t add_stack(const rep *r, lp_text *script, int64_t total[N_STACK], rep_axis *x) {
    int first, last;
    int64_t most = 0;
    int64_t a_decade = r->campaign->balance_bins;
    bin *v = count_bins(r, &first, &last);
    for (int s = 0; s < N_STACK; s++) {
        total[s] = 0;
        lp_text_addf(script, "$stack%d << EOD\n", s);
        for (int b = first; b <= last; b++) {
            int64_t below = 0, here = v[b].n[stack[s].weight];
            for (int under = 0; under < s; under++) below += v[b].n[stack[under].weight];
            total[s] += here;
            if (below + here > most) most = below + here;
            if (here == 0) continue;
            double lo = pow(10, (double)b / (double)a_decade);
            double hi = pow(10, (double)(b + 1) / (double)a_decade);
            lp_text_addf(script, "%.6g %lld %.6g %.6g %lld %lld\n", sqrt(lo * hi), (long long)below,
                         lo * pow(hi / lo, 0.04), hi / pow(hi / lo, 0.04), (long long)below,
                         (long long)below + (long long)here);
        }
        lp_text_add(script, "EOD\n");
    }
    *x = (rep_axis){.log = true,
                    .lo = pow(10, (double)(first - 1) / (double)a_decade),
                    .hi = pow(10, (double)(last + 2) / (double)a_decade),
                    .cells = 1};
    free(v);
    return most;
}

static int add_histogram(rep *r, lp_text *out, lp_err *e) {
    lp_text script = {0}, read = {0};
    int64_t total[N_STACK];
    rep_axis x;
    const char *comma = "";
    rep_set_number_axis(&script, "y", add_stack(r, &script, total, &x));
    rep_set_log_axis(&script, "x", &x, REP_TIMES);
    lp_text_add(&script, "set xlabel 'time, median of a sample'\n"
                         "set ylabel 'samples in a bin'\nplot ");
    for (int s = 0; s < N_STACK; s++) {
        if (total[s] == 0) continue;
        lp_text_addf(&script,
                     "%s$stack%d using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '%s' "
                     "title '%s (n = %lld)'",
                     comma, s, lp_gnuplot_colour[stack[s].colour], stack[s].words,
                     (long long)total[s]);
        comma = ", ";
    }
    lp_text_addc(&script, '\n');
    lp_text_addf(
        &read,
        "%lld bins a decade (n = %zu). The full height of a bar is what was measured, its "
        "lowest part is what the balanced data set keeps: outliers are beyond %g times the "
        "inter-quartile range of their kernel and class, and a bin holds at most the third "
        "quartile of the bins' counts plus %g times their inter-quartile range.",
        (long long)r->campaign->balance_bins, r->n_times, r->campaign->iqr_factor,
        r->campaign->iqr_factor);
    const rep_figure f = {"times-histogram",
                          "Times before and after balancing",
                          "Histogram of the times on a log axis; each bar is divided into what is "
                          "kept and what balancing leaves out.",
                          read.s,
                          1120,
                          460};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    lp_text_free(&read);
    return rc;
}

/* ---- tables ---- */

static void add_row(lp_text *out, const char *name, rep_points *p) {
    rep_row_begin(out);
    rep_cell(out, name);
    rep_cell_int(out, (int64_t)p->n);
    db_sort_values(p->y, p->n);
    static const double share[] = {0.05, 0.25, 0.5, 0.75, 0.95, 1};
    for (size_t q = 0; q < sizeof share / sizeof *share; q++)
        rep_cell_ns(out, p->n ? db_quantile(p->y, p->n, share[q]) : NAN);
    rep_row_end(out);
}

static const char *const quantile_words =
    "Quantiles over samples: 5 % of them are at most as long as the first, half as the median";

static void begin_table(lp_text *out, const char *first) {
    const rep_column columns[] = {{first, false}, {"samples", true}, {"5 %", true},
                                  {"25 %", true}, {"median", true},  {"75 %", true},
                                  {"95 %", true}, {"longest", true}};
    rep_table_begin(out, quantile_words, columns, sizeof columns / sizeof *columns);
}

static void add_class_table(const rep *r, lp_text *out) {
    static const char *const words[REP_N_CLASSES] = {"idle", "under-saturated", "saturated"};
    begin_table(out, "region");
    for (int c = 0; c < REP_N_CLASSES; c++) {
        rep_points p = {0};
        for (size_t i = 0; i < r->n_times; i++)
            if ((int)r->times[i].class_ == c) rep_points_add(&p, 0, (double)r->times[i].ns);
        add_row(out, words[c], &p);
        rep_points_free(&p);
    }
    rep_table_end(out);
}

static void add_pattern_table(const rep *r, const pattern *v, size_t n, lp_text *out) {
    begin_table(out, "access pattern");
    for (size_t i = 0; i < n; i++) {
        rep_points p = points_of(r, v[i].name);
        add_row(out, v[i].name, &p);
        rep_points_free(&p);
    }
    rep_table_end(out);
}

int rep_page_times(rep *r, lp_text *out, lp_err *e) {
    if (r->n_times == 0) {
        rep_absent(out, "There is no plot of times: nothing is timed yet. `llmperf profile` times "
                        "the planned samples.");
        return 0;
    }
    size_t n;
    rep_points all = points_of(r, NULL);
    pattern *v = patterns_of(r, &n);
    rep_para(out,
             "Warm timings of %s. A sample is one launch of one kernel, repeated; its time is "
             "the median of the repetitions.",
             r->devices[0].name);
    rep_section(out, "Work-groups");
    int rc = add_all(r, &all, out, e);
    if (rc == 0) rc = add_patterns(r, &all, v, n, out, e);
    if (rc == 0) {
        add_class_table(r, out);
        add_pattern_table(r, v, n, out);
        rep_section(out, "Balance");
        rc = add_histogram(r, out, e);
    }
    rep_points_free(&all);
    free(v);
    return rc;
}
