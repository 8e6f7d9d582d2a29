/* The curves of a kernel's page.
 *
 * In: its launches, measured and predicted. Out: pictures by gnuplot. Decides no connection
 * (curves.c). */
#include <math.h>
#include <stdlib.h>

#include "report/page_kernel.h"
#include "report/plot.h"

enum {
    MOST_CURVES = 6,
    WIDTH = 860,
    HEIGHT = 490,
    MOST_POINTS = 400,
    LABEL_MAX = 44,
    KEY_COLUMNS = 3
};

/* Shapes by curve: filled where measured, open where predicted. */
static const int filled[MOST_CURVES] = {7, 5, 9, 11, 13, 15};
static const int hollow[MOST_CURVES] = {6, 4, 8, 10, 12, 14};

#define MEASURED "#0072B2"
#define PREDICTED "#D55E00"
#define INTERVAL "#F2C29B"

typedef struct frame {
    double x_lo, x_hi, y_lo, y_hi;
    bool said, intervals; /* some launch is predicted, with an interval */
} frame;

static double groups_of(const rep_launch *l) {
    int64_t groups = l->global_size / l->local_size;
    return (double)groups;
}

static void widen(double v, double *lo, double *hi) {
    if (!(v > 0) || !isfinite(v)) return;
    *lo = fmin(*lo, v);
    *hi = fmax(*hi, v);
}

/* At least a factor `least`, and some room around. */
static void add_room(double *lo, double *hi, double room, double least) {
    *lo /= room;
    *hi *= room;
    double more = sqrt(least * *lo / *hi);
    if (more > 1) {
        *lo /= more;
        *hi *= more;
    }
}

static frame frame_of(const rep_launches *l, const rep_curves *c, size_t n, bool over_local) {
    frame f = {INFINITY, 0, INFINITY, 0, false, false};
    for (size_t i = 0; i < n; i++) {
        const rep_launch *v = &l->v[c->order[i]];
        widen(over_local ? (double)v->local_size : groups_of(v), &f.x_lo, &f.x_hi);
        widen(v->ns, &f.y_lo, &f.y_hi); /* its interval may be anything */
        widen(v->lo_ns, &f.y_lo, &f.y_hi);
        widen(v->hi_ns, &f.y_lo, &f.y_hi);
        widen(v->said_ns, &f.y_lo, &f.y_hi);
        widen(v->said_lo_ns, &f.y_lo, &f.y_hi);
        widen(v->said_hi_ns, &f.y_lo, &f.y_hi);
        f.said = f.said || !isnan(v->said_ns);
        f.intervals = f.intervals || !isnan(v->said_lo_ns);
    }
    add_room(&f.x_lo, &f.x_hi, 1.4, 4);
    add_room(&f.y_lo, &f.y_hi, 1.3, 8);
    return f;
}

/* $NAMEn: x measured lo hi, and predicted ones. */
static void add_data(const rep_launches *l, const rep_curves *c, size_t first, size_t n, int at,
                     bool over_local, lp_text *s) {
    for (int said = 0; said < 2; said++) {
        lp_text_addf(s, "$%c%d << EOD\n", said ? 's' : 'm', at);
        for (size_t i = first; i < first + n; i++) {
            const rep_launch *v = &l->v[c->order[i]];
            double x = over_local ? (double)v->local_size : groups_of(v);
            double lo = isnan(v->said_lo_ns) ? v->said_ns : v->said_lo_ns;
            double hi = isnan(v->said_hi_ns) ? v->said_ns : v->said_hi_ns;
            if (!said)
                lp_text_addf(s, "%.9g %.9g %.9g %.9g\n", x, v->ns, v->lo_ns, v->hi_ns);
            else if (!isnan(v->said_ns))
                lp_text_addf(s, "%.9g %.9g %.9g %.9g\n", x, v->said_ns, lo, hi);
        }
        lp_text_add(s, "EOD\n");
    }
}

static bool is_said(const rep_launches *l, const rep_curves *c, size_t first, size_t n) {
    for (size_t i = first; i < first + n; i++)
        if (!isnan(l->v[c->order[i]].said_ns)) return true;
    return false;
}

/* entries: of the key, which stands below in three columns. */
static void add_frame(const frame *f, size_t entries, lp_text *s) {
    size_t rows = (entries + KEY_COLUMNS - 1) / KEY_COLUMNS;
    lp_text_addf(s,
                 "set logscale xy\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n"
                 "set bmargin %.1f\n"
                 "set key bmargin center horizontal Left reverse samplen 2 width -3 maxcols %d\n"
                 "set ylabel 'time'\nset bars 0.6\n",
                 f->x_lo, f->x_hi, f->y_lo, f->y_hi, 3.6 + 1.25 * (double)rows, KEY_COLUMNS);
    lp_gnuplot_time_tics(s, "y", f->y_lo, f->y_hi);
}

/* ---- against work-groups ---- */

static void curve_words(const rep_launch *l, size_t n, lp_text *s) {
    lp_text words = {0};
    lp_text_addf(&words, "local %lld", (long long)l->local_size);
    if (l->fixed.len > 0) lp_text_addf(&words, ", %s", l->fixed.s);
    if (words.len > LABEL_MAX) {
        words.len = LABEL_MAX;
        words.s[LABEL_MAX] = 0;
        lp_text_add(&words, "...");
    }
    lp_text_addf(&words, " (%zu)", n);
    lp_gnuplot_quote(s, words.s);
    lp_text_free(&words);
}

static void sweep_words(const rep_launch *l, lp_text *s) {
    char shown[32];
    lp_text words = {0};
    rep_format_int(shown, l->global_size);
    lp_text_addf(&words, "global %s", shown);
    lp_gnuplot_quote(s, words.s);
    lp_text_free(&words);
}

/* Everything of one kind: intervals below, then predictions, then what was measured. */
static void plot_groups(const rep_launches *l, const rep_curves *c, size_t n, const frame *f,
                        lp_text *s) {
    size_t sets = c->n + (c->on < n);
    lp_text_add(s, "plot ");
    for (int layer = 0; layer < 3; layer++)
        for (size_t i = 0; i < sets; i++) {
            bool on = i < c->n;
            size_t first = on ? c->v[i].first : c->on, len = on ? c->v[i].n : n - c->on;
            if (layer < 2 && !is_said(l, c, first, len)) continue;
            if (layer == 0 && f->intervals)
                lp_text_addf(s,
                             "$s%zu using 1:2:3:4 with yerrorbars pt 0 lw 2.5 lc rgb '" INTERVAL
                             "' notitle, ",
                             i);
            if (layer == 1)
                lp_text_addf(s,
                             "$s%zu using 1:2 with %s pt %d ps 0.75 dt 2 lw 1.3 lc rgb '" PREDICTED
                             "' notitle, ",
                             i, on ? "linespoints" : "points", hollow[on ? i : 0]);
            if (layer == 2 && on)
                lp_text_addf(s, "$m%zu using 1:2 with lines lw 1.3 lc rgb '" MEASURED "' notitle, ",
                             i);
            if (layer == 2)
                lp_text_addf(
                    s,
                    "$m%zu using 1:2:3:4 with yerrorbars pt %d ps 0.6 lw 1.2 lc rgb '" MEASURED
                    "' notitle, ",
                    i, filled[on ? i : 0]);
        }
}

static void plot_keys(const rep_launches *l, const rep_curves *c, const frame *f, double interval,
                      bool sweeps, lp_text *s) {
    const char *with = c->n > 0 ? "linespoints" : "points";
    lp_text_addf(
        s, "NaN with %s pt 7 ps 0.6 lw 1.3 lc rgb '" MEASURED "' title 'measured, 95 %% interval'",
        with);
    if (f->said)
        lp_text_addf(
            s, ", NaN with %s pt 6 ps 0.75 dt 2 lw 1.3 lc rgb '" PREDICTED "' title 'predicted'",
            with);
    if (f->intervals) {
        lp_text_add(s, ", NaN with lines lw 2.5 lc rgb '" INTERVAL "' title 'predicted: ");
        if (isnan(interval))
            lp_text_add(s, "interval'");
        else
            lp_text_addf(s, "%.3g %% interval'", 100 * interval);
    }
    for (size_t i = 0; i < c->n; i++) {
        lp_text_addf(s, ", NaN with points pt %d ps 0.8 lc rgb '#555555' title ", filled[i]);
        if (sweeps)
            sweep_words(&l->v[c->order[c->v[i].first]], s);
        else
            curve_words(&l->v[c->order[c->v[i].first]], c->v[i].n, s);
    }
    lp_text_add(s, "\n");
}

/* Launches that are drawn: those on curves, and others as long as there is room. */
static size_t drawn(const rep_launches *l, const rep_curves *c) {
    size_t n = l->n < MOST_POINTS ? l->n : MOST_POINTS;
    return n > c->on ? n : c->on;
}

static void groups_script(const rep *r, const rep_launches *l, const rep_curves *c, bool sweeps,
                          const int64_t *n_classes, lp_text *s) {
    size_t n = drawn(l, c);
    frame f = frame_of(l, c, n, false);
    const rep_axis x = {.log = true, .lo = f.x_lo, .hi = f.x_hi, .cells = 1};
    for (size_t i = 0; i < c->n; i++) add_data(l, c, c->v[i].first, c->v[i].n, (int)i, false, s);
    if (c->on < n) add_data(l, c, c->on, n - c->on, (int)c->n, false, s);
    add_frame(&f, 1 + f.said + f.intervals + c->n, s);
    rep_set_log_axis(s, "x", &x, REP_COUNTS);
    lp_text_add(s, "set xlabel 'work-groups' offset 0,0.5\nset tmargin 3.6\n");
    rep_regions(s, &x, (double)r->devices[0].compute_units, r->campaign->saturation_k, n_classes);
    plot_groups(l, c, n, &f, s);
    plot_keys(l, c, &f, r->said.interval, sweeps, s);
}

static void groups_words(const rep *r, const rep_launches *l, const rep_curves *c, bool sweeps,
                         lp_text *read) {
    size_t n = drawn(l, c);
    lp_text_addf(read,
                 "Device time of %zu launches on %s. Idle: fewer work-groups than the %lld compute"
                 " units; saturated: more than %.0f times as many. ",
                 n, r->devices[0].name, (long long)r->devices[0].compute_units,
                 r->campaign->saturation_k);
    if (c->n > 0 && sweeps)
        lp_text_add(read, "Lines connect launches that differ in the local size alone.");
    else if (c->n > 0)
        lp_text_add(read, "Lines connect launches of the same local size and the same scalars but"
                          " those that follow the global size; how many is in brackets.");
    else
        lp_text_add(read, "Points are not connected: launches differ in other things too.");
    if (l->n > n) lp_text_addf(read, " %zu more are not drawn.", l->n - n);
}

static int draw_groups(rep *r, const rep_kernel *k, const rep_launches *l, lp_text *out,
                       lp_err *e) {
    char name[32];
    lp_text s = {0}, alt = {0}, read = {0};
    rep_curves c = rep_curves_of_groups(l, MOST_CURVES);
    bool sweeps = c.n == 0;
    if (sweeps) {
        rep_curves_free(&c);
        c = rep_curves_of_local(l, MOST_CURVES);
    }
    int64_t n_classes[REP_N_CLASSES] = {0};
    for (size_t i = 0; i < k->n; i++) n_classes[r->times[k->first + i].class_]++;
    snprintf(name, sizeof name, "kernel-%04d", k->page);
    groups_script(r, l, &c, sweeps, n_classes, &s);
    groups_words(r, l, &c, sweeps, &read);
    lp_text_addf(&alt, "%zu launches of the kernel on logarithmic axes: time against work-groups%s",
                 drawn(l, &c), isnan(k->mape) ? "" : ", measured and predicted");
    const rep_figure fig = {name, "Time against work-groups", alt.s, read.s, WIDTH, HEIGHT};
    int rc = rep_draw(r, out, "../", &fig, &s, e);
    lp_text_free(&read);
    lp_text_free(&alt);
    lp_text_free(&s);
    rep_curves_free(&c);
    return rc;
}

/* ---- against the local size ---- */

static void plot_sweeps(const rep_launches *l, const rep_curves *c, const frame *f, lp_text *s) {
    lp_text_add(s, "plot ");
    for (int layer = 0; layer < 2; layer++)
        for (size_t i = 0; i < c->n; i++) {
            const char *colour = lp_gnuplot_colour[i];
            if (layer == 0 && is_said(l, c, c->v[i].first, c->v[i].n))
                lp_text_addf(s,
                             "$s%zu using 1:2 with linespoints pt %d ps 0.75 dt 2 lw 1.3 lc rgb"
                             " '%s' notitle, ",
                             i, hollow[i], colour);
            if (layer == 1) {
                lp_text_addf(s,
                             "$m%zu using 1:2:3:4 with yerrorbars pt %d ps 0.7 lw 1.2 lc rgb '%s'"
                             " notitle, $m%zu using 1:2 with lines lw 1.6 lc rgb '%s' notitle, ",
                             i, filled[i], colour, i, colour);
                lp_text_addf(s, "NaN with linespoints pt %d ps 0.7 lw 1.6 lc rgb '%s' title ",
                             filled[i], colour);
                sweep_words(&l->v[c->order[c->v[i].first]], s);
                lp_text_add(s, ", ");
            }
        }
    lp_text_add(s, "NaN with lines lw 1.6 lc rgb '#555555' title 'measured'");
    if (f->said) lp_text_add(s, ", NaN with lines dt 2 lw 1.3 lc rgb '#555555' title 'predicted'");
    lp_text_add(s, "\n");
}

static void local_tics(const rep_launches *l, const rep_curves *c, lp_text *s) {
    const char *comma = "";
    int64_t last = 0;
    lp_text_add(s, "set xtics (");
    /* Each size once: the smallest that is larger than the last. */
    for (;;) {
        int64_t next = INT64_MAX;
        for (size_t i = 0; i < c->on; i++) {
            int64_t v = l->v[c->order[i]].local_size;
            if (v > last && v < next) next = v;
        }
        if (next == INT64_MAX) break;
        if (last > 0 && (double)next / (double)last < 1.25) /* no room for its number */
            lp_text_addf(s, "%s'' %lld", comma, (long long)next);
        else
            lp_text_addf(s, "%s'%lld' %lld", comma, (long long)next, (long long)next);
        comma = ", ";
        last = next;
    }
    lp_text_add(s, ")\n");
}

static int draw_sweeps(rep *r, const rep_kernel *k, const rep_launches *l, const rep_curves *c,
                       lp_text *out, lp_err *e) {
    char name[32];
    lp_text s = {0}, alt = {0}, read = {0};
    frame f = frame_of(l, c, c->on, true);
    snprintf(name, sizeof name, "kernel-%04d-local", k->page);
    for (size_t i = 0; i < c->n; i++) add_data(l, c, c->v[i].first, c->v[i].n, (int)i, true, &s);
    add_frame(&f, 1 + f.said + c->n, &s);
    local_tics(l, c, &s);
    lp_text_add(&s, "set xlabel 'local size, work-items' offset 0,0.5\n");
    plot_sweeps(l, c, &f, &s);
    lp_text_addf(&alt, "%zu curves of time against the local size%s", c->n,
                 f.said ? ", measured and predicted" : "");
    lp_text_add(&read, "Each curve is one launch with different local sizes: global size, scalars"
                       " and contents are the same. The lowest point is the best local size.");
    const rep_figure fig = {name, "Time against the local size", alt.s, read.s, WIDTH, HEIGHT};
    int rc = rep_draw(r, out, "../", &fig, &s, e);
    lp_text_free(&read);
    lp_text_free(&alt);
    lp_text_free(&s);
    return rc;
}

int rep_kernel_curves(rep *r, const rep_kernel *k, const rep_launches *l, lp_text *out, lp_err *e) {
    if (l->n == 0) return 0;
    if (draw_groups(r, k, l, out, e) != 0) return -1;
    rep_curves c = rep_curves_of_local(l, MOST_CURVES);
    int rc = c.n > 0 ? draw_sweeps(r, k, l, &c, out, e) : 0;
    rep_curves_free(&c);
    return rc;
}
