/* Samples that have no time, and kernels that the probe refused, by reason.
 *
 * In: the tables failure and probe. Out: bars, and a table with an example of each reason. */
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"
#include "report/plot.h"
#include "report/quality.h"

typedef struct reason {
    char *name, *kernel, *launch, *detail; /* the last three: of the first with that reason */
    int64_t n, kernels;
} reason;

typedef struct reasons {
    reason *v;
    size_t n, cap;
} reasons;

static void free_reasons(reasons *v) {
    for (size_t i = 0; i < v->n; i++) {
        free(v->v[i].name);
        free(v->v[i].kernel);
        free(v->v[i].launch);
        free(v->v[i].detail);
    }
    free(v->v);
}

static int64_t count_all(const reasons *v) {
    int64_t n = 0;
    for (size_t i = 0; i < v->n; i++) n += v->v[i].n;
    return n;
}

/* The columns beside min() are of the row that holds the smallest id: SQLite's rule. */
static const char failures_sql[] =
    "SELECT f.reason, count(*), count(DISTINCT s.kernel_id), k.path || ': ' || k.name,"
    " 'global ' || s.global_size || ', local ' || s.local_size, f.detail, min(f.id)"
    " FROM failure f JOIN sample s ON s.id = f.sample_id JOIN kernel k ON k.id = s.kernel_id"
    " GROUP BY 1 ORDER BY 2 DESC, 1";
static const char probes_sql[] =
    "SELECT p.reason, count(*), count(DISTINCT p.kernel_id), k.path || ': ' || k.name, '',"
    " coalesce(p.detail, ''), min(p.kernel_id) FROM probe p JOIN kernel k ON k.id = p.kernel_id"
    " WHERE p.status = 'quarantined' GROUP BY 1 ORDER BY 2 DESC, 1";

static int read_reasons(rep *r, const char *sql, reasons *out, lp_err *e) {
    sqlite3_stmt *s = db_stmt(r->d, sql, e);
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        out->v = lp_grow(out->v, &out->cap, out->n + 1, sizeof *out->v);
        out->v[out->n++] = (reason){.name = lp_strdup(db_col_text(s, 0)),
                                    .n = sqlite3_column_int64(s, 1),
                                    .kernels = sqlite3_column_int64(s, 2),
                                    .kernel = lp_strdup(db_col_text(s, 3)),
                                    .launch = lp_strdup(db_col_text(s, 4)),
                                    .detail = lp_strdup(db_col_text(s, 5))};
    }
    return rc;
}

static void add_table(const reasons *v, const char *what, int64_t of, bool launches, lp_text *out) {
    rep_column columns[] = {{"reason", false},
                            {what, true},
                            {"%", true},
                            {"kernels", true},
                            {"first of them", false},
                            {"launch", false},
                            {"what was said", false}};
    size_t n = sizeof columns / sizeof *columns;
    if (!launches) { /* a probe's outcome belongs to a kernel: no launch, and no second count */
        columns[3] = columns[4];
        columns[4] = columns[6];
        n = 5;
    }
    rep_table_begin(out, NULL, columns, n);
    for (size_t i = 0; i < v->n; i++) {
        const reason *a = &v->v[i];
        rep_row_begin(out);
        rep_cell(out, a->name);
        rep_cell_int(out, a->n);
        rep_cell_num(out, of > 0 ? 100 * (double)a->n / (double)of : 0, 3);
        if (launches) rep_cell_int(out, a->kernels);
        rep_cell_code(out, a->kernel);
        if (launches) rep_cell(out, a->launch);
        rep_cell(out, a->detail);
        rep_row_end(out);
    }
    rep_table_end(out);
}

static int add_bars(rep *r, const reasons *v, lp_text *out, lp_err *e) {
    enum { MOST = 16 };
    lp_text script = {0};
    int n = v->n < MOST ? (int)v->n : MOST;
    lp_text_add(&script, "$bars << EOD\n");
    for (int i = 0; i < n; i++)
        lp_text_addf(&script, "%lld %d 0 %lld %g %g\n", (long long)v->v[i].n, n - i,
                     (long long)v->v[i].n, n - i - 0.35, n - i + 0.35);
    lp_text_add(&script, "EOD\nset ytics scale 0 (");
    for (int i = 0; i < n; i++) {
        if (i) lp_text_add(&script, ", ");
        lp_gnuplot_quote_tic(&script, v->v[i].name);
        lp_text_addf(&script, " %d", n - i);
    }
    lp_text_add(&script, ")\n");
    rep_set_number_axis(&script, "x", v->v[0].n);
    lp_text_addf(&script,
                 "set yrange [0.3:%g]\nset grid noytics\nset bmargin "
                 "3.6\nset xlabel 'samples'\n"
                 "plot $bars using 1:2:3:4:5:6 with boxxyerror fc rgb '%s' notitle, $bars using "
                 "1:2:1 with labels left offset 0.6,0 notitle\n",
                 n + 0.7, lp_gnuplot_colour[LP_GNUPLOT_BLUE]);
    const rep_figure f = {"quality-failures",
                          "Samples that failed, by reason",
                          "A bar for each reason, as long as its number of samples.",
                          v->n > MOST ? "The most frequent reasons; the table has all of them."
                                      : "A failed sample stays in the campaign as a row with its "
                                        "reason: nothing is lost silently.",
                          1120,
                          110 + 34 * n};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    return rc;
}

/* Samples that were tried, on all devices. */
static int64_t tried(const rep *r) {
    const json_t *devices = json_object_get(r->stats, "devices");
    int64_t n = 0;
    for (size_t i = 0; i < json_array_size(devices); i++) {
        const json_t *s = json_object_get(json_array_get(devices, i), "samples");
        n += lp_json_i64(s, "timed", 0) + lp_json_i64(s, "failed", 0);
    }
    return n;
}

static int add_probes(rep *r, lp_text *out, lp_err *e) {
    reasons v = {0};
    int64_t probed = 0, repaired = 0;
    int rc = read_reasons(r, probes_sql, &v, e);
    if (rc == 0) rc = db_get_i64(r->d, e, &probed, 0, "SELECT count(*) FROM probe", "");
    if (rc == 0)
        rc = db_get_i64(r->d, e, &repaired, 0,
                        "SELECT count(*) FROM probe WHERE status = 'repaired'", "");
    if (rc == 0 && probed > 0)
        rep_para(
            out,
            "Before a kernel is timed it runs with every access checked: %lld kernels did, %lld "
            "got longer buffers for that, %lld were refused.",
            (long long)probed, (long long)repaired, (long long)count_all(&v));
    if (rc == 0 && v.n > 0) add_table(&v, "kernels refused", probed, false, out);
    free_reasons(&v);
    return rc;
}

int rep_quality_failures(rep *r, lp_text *out, lp_err *e) {
    reasons v = {0};
    int64_t n = tried(r);
    int rc = read_reasons(r, failures_sql, &v, e);
    if (rc == 0 && n == 0)
        rep_absent(out, "There are no failures to show: no sample was tried yet.");
    else if (rc == 0 && v.n == 0)
        rep_absent(out, "There is no plot of failures: none of %lld samples failed.", (long long)n);
    if (rc == 0 && v.n > 0) {
        rep_para(out, "%lld of %lld samples failed.", (long long)count_all(&v), (long long)n);
        rc = add_bars(r, &v, out, e);
        if (rc == 0) add_table(&v, "samples", n, true, out);
    }
    free_reasons(&v);
    return rc == 0 ? add_probes(r, out, e) : rc;
}
