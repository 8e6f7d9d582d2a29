/* Whether the device stayed the same: sentinels over the campaign, and its runs.
 *
 * In: the tables sentinel and run. Out: each sentinel's time relative to its median, over time; a
 * row a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"
#include "report/quality.h"

/* Beyond this a sentinel has moved, and what was timed since is timed again. */
static const double moved_per_cent = 2;

static const char *const names[] = {"compute", "bandwidth", "latency"};
enum { N_NAMES = sizeof names / sizeof *names };

typedef struct look {
    int name;
    int64_t run, epoch;
    double at_s; /* since the first run began, runs one behind the other */
    double ns;
} look;

typedef struct looks {
    look *v;
    size_t n, cap;
    double median[N_NAMES];
    int64_t count[N_NAMES];
} looks;

static int name_of(const char *word) {
    for (int i = 0; i < N_NAMES; i++)
        if (strcmp(word, names[i]) == 0) return i;
    return 0;
}

/* A run that was killed has no length: its last look stands for it. Where a run begins is summed
 * up once, and as reals, which do not overflow. */
static const char looks_sql[] =
    "WITH begun AS MATERIALIZED (SELECT p.id, coalesce(sum(max(p.wall_ns, coalesce((SELECT"
    " max(at_ns) FROM sentinel WHERE run_id = p.id), 0)) / 1e9) OVER (ORDER BY p.id ROWS BETWEEN"
    " UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS at_s FROM run p WHERE p.device_id = ?)"
    " SELECT s.name, s.run_id, s.epoch, s.at_ns / 1e9, s.time_ns, b.at_s FROM sentinel s JOIN begun"
    " b ON b.id = s.run_id WHERE s.time_ns > 0 AND s.at_ns >= 0 ORDER BY s.run_id, s.seq";

static int read_looks(rep *r, looks *out, lp_err *e) {
    sqlite3_stmt *s = db_stmt(r->d, looks_sql, e);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "i", r->devices[0].id);
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        out->v = lp_grow(out->v, &out->cap, out->n + 1, sizeof *out->v);
        out->v[out->n++] = (look){
            name_of(db_col_text(s, 0)), sqlite3_column_int64(s, 1), sqlite3_column_int64(s, 2),
            sqlite3_column_double(s, 3) + sqlite3_column_double(s, 5), sqlite3_column_double(s, 4)};
    }
    return rc;
}

/* Times of one sentinel in ascending order; the caller frees. */
static double *times_of(const looks *l, int name, size_t *n) {
    double *v = lp_alloc(l->n + 1, sizeof *v);
    *n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].name == name) v[(*n)++] = l->v[i].ns;
    db_sort_values(v, *n);
    return v;
}

static void add_table(looks *l, lp_text *out) {
    static const rep_column columns[] = {{"sentinel", false}, {"looks", true},
                                         {"shortest", true},  {"median", true},
                                         {"longest", true},   {"range, % of the median", true}};
    rep_table_begin(out, NULL, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < N_NAMES; k++) {
        size_t n;
        double *v = times_of(l, k, &n);
        l->median[k] = n ? db_quantile(v, n, 0.5) : NAN;
        l->count[k] = (int64_t)n;
        rep_row_begin(out);
        rep_cell(out, names[k]);
        rep_cell_int(out, (int64_t)n);
        rep_cell_ns(out, n ? v[0] : NAN);
        rep_cell_ns(out, l->median[k]);
        rep_cell_ns(out, n ? v[n - 1] : NAN);
        rep_cell_num(out, n ? 100 * (v[n - 1] - v[0]) / l->median[k] : NAN, 2);
        rep_row_end(out);
        free(v);
    }
    rep_table_end(out);
}

/* Lines where a run or an epoch begins. Returns the number of epochs. */
static int add_borders(const looks *l, double unit_s, lp_text *script) {
    int epochs = 0;
    for (size_t i = 0; i < l->n; i++) {
        bool run = i > 0 && l->v[i].run != l->v[i - 1].run;
        bool epoch = i == 0 || l->v[i].epoch != l->v[i - 1].epoch;
        epochs += epoch;
        if (i == 0 || epochs > 40 || !(run || epoch)) continue;
        double at = (l->v[i].at_s + l->v[i - 1].at_s) / 2 / unit_s;
        lp_text_addf(script,
                     "set arrow from %.6g, graph 0 to %.6g, graph 1 nohead %s lc rgb '#444444'\n",
                     at, at, run ? "lw 1.6" : "lw 1 dt 3");
        lp_text_addf(script,
                     "set label '%s' at %.6g, graph 1.05 center textcolor rgb "
                     "'#5A5A5A'\n",
                     run ? "next run" : "next epoch", at);
    }
    return epochs;
}

static int add_plot(rep *r, const looks *l, lp_text *out, lp_err *e) {
    static const int shape[N_NAMES] = {7, 5, 9};
    lp_text script = {0}, read = {0};
    double most = 1.25 * moved_per_cent, end_s = fmax(l->v[l->n - 1].at_s, 1);
    double unit_s = end_s < 300 ? 1 : end_s < 4 * 3600 ? 60 : 3600;
    for (int k = 0; k < N_NAMES; k++) {
        lp_text_addf(&script, "$s%d << EOD\n", k);
        for (size_t i = 0; i < l->n; i++) {
            if (l->v[i].name != k) continue;
            double off = 100 * (l->v[i].ns / l->median[k] - 1);
            most = fmax(most, 1.15 * fabs(off));
            lp_text_addf(&script, "%.6g %.5g\n", l->v[i].at_s / unit_s, off);
        }
        lp_text_add(&script, "EOD\n");
    }
    int epochs = add_borders(l, unit_s, &script);
    lp_text_addf(&script,
                 "set tmargin 2.4\nset xrange [0:%.6g]\nset yrange [%.5g:%.5g]\nset xlabel 'time "
                 "of the profiling "
                 "runs, %s'\nset ylabel 'difference from the median, %%'\n",
                 1.02 * end_s / unit_s, -most, most,
                 unit_s < 60     ? "s"
                 : unit_s < 3600 ? "minutes"
                                 : "hours");
    for (int side = -1; side <= 1; side += 2)
        lp_text_addf(&script,
                     "set arrow from graph 0, first %g to graph 1, first %g nohead dt 2 lc rgb "
                     "'#444444'\n",
                     side * moved_per_cent, side * moved_per_cent);
    lp_text_add(&script, "plot ");
    for (int k = 0; k < N_NAMES; k++)
        lp_text_addf(&script,
                     "%s$s%d with linespoints lw 1.6 dt %d pt %d ps 0.7 lc rgb '%s' title '%s (n = "
                     "%lld)'",
                     k ? ", " : "", k, k + 1, shape[k], lp_gnuplot_colour[k], names[k],
                     (long long)l->count[k]);
    lp_text_addc(&script, '\n');
    lp_text_addf(&read,
                 "Three kernels that never change were timed every %g s; a flat line is a device "
                 "that stayed the same. A sentinel that moves by more than %g %% (dashed) from the "
                 "start of its epoch ends it, and what was timed since the last look is timed "
                 "again. Runs begin "
                 "epochs too: there are %d.",
                 r->campaign->sentinel_every_s, moved_per_cent, epochs);
    const rep_figure f = {
        "quality-drift",
        "Sentinels over the campaign",
        "A line for each of the sentinels compute, bandwidth and latency: time of "
        "the campaign from left to right, difference from its median upwards.",
        read.s,
        1120,
        420};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    lp_text_free(&read);
    return rc;
}

int rep_quality_drift(rep *r, lp_text *out, lp_err *e) {
    looks l = {0};
    lp_text table = {0};
    int rc = read_looks(r, &l, e);
    if (rc == 0 && l.n == 0)
        rep_absent(out, "There is no plot of drift: no sentinel was timed "
                        "(profile.sentinel_every_s of the campaign).");
    if (rc == 0 && l.n > 0) {
        add_table(&l, &table);
        if (l.n <= N_NAMES)
            rep_absent(out, "There is no plot of drift: the sentinels were timed once only.");
        else
            rc = add_plot(r, &l, out, e);
        lp_text_addn(out, lp_text_str(&table), table.len);
    }
    free(l.v);
    lp_text_free(&table);
    return rc;
}

/* ---- runs ---- */

static const char runs_sql[] =
    "SELECT v.name, r.started, r.shard, r.planned, r.timed, r.failed, r.wall_ns, r.busy_ns, r.ended"
    " FROM run r JOIN device v ON v.id = r.device_id ORDER BY r.started, r.id";

static void add_run(sqlite3_stmt *s, lp_text *out) {
    double wall = sqlite3_column_double(s, 6), busy = sqlite3_column_double(s, 7);
    rep_row_begin(out);
    rep_cell(out, db_col_text(s, 0));
    rep_cell(out, db_col_text(s, 1));
    rep_cell(out, db_col_text(s, 2));
    for (int i = 3; i <= 5; i++) rep_cell_int(out, sqlite3_column_int64(s, i));
    rep_cell_ns(out, wall > 0 ? wall : NAN);
    rep_cell_num(out, wall > 0 ? 100 * busy / wall : NAN, 1);
    rep_cell(out, sqlite3_column_type(s, 8) == SQLITE_NULL ? "was killed" : "ended");
    rep_row_end(out);
}

int rep_quality_runs(rep *r, lp_text *out, lp_err *e) {
    static const rep_column columns[] = {
        {"device", false}, {"started (UTC)", false}, {"shard", false},
        {"planned", true}, {"timed", true},          {"failed", true},
        {"took", true},    {"device busy %", true},  {"how it ended", false}};
    sqlite3_stmt *s = db_stmt(r->d, runs_sql, e);
    lp_text rows = {0};
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) add_run(s, &rows);
    if (rc == 0 && rows.len == 0) rep_absent(out, "Nothing was profiled yet.");
    if (rc == 0 && rows.len > 0) {
        rep_table_begin(out,
                        "Busy is the share of a run's time that the device spent inside timed "
                        "kernels; timings of all cache policies count.",
                        columns, sizeof columns / sizeof *columns);
        lp_text_addn(out, rows.s, rows.len);
        rep_table_end(out);
    }
    lp_text_free(&rows);
    return rc;
}
