/* kernels/NNNN.html: one kernel, from its source to its times.
 *
 * In: the loaded campaign and a kernel's record. Out: a page. The static half is written by
 * kernel_source.c, curves are drawn by kernel_curves.c. */
#include "report/page_kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/intr.h"
#include "db/ops.h"

enum { MOST_ROWS = 200 };

static const char *const why_words[REP_PAGE_N] = {
    [REP_PAGE_WORST] = "It has a page because the model predicts it worse than others.",
    [REP_PAGE_HELD_OUT] = "It has a page because it is held out from training.",
};

/* ---- launches ---- */

static int by_id(const void *a, const void *b) {
    const rep_launch *x = *(rep_launch *const *)a, *y = *(rep_launch *const *)b;
    return (x->sample_id > y->sample_id) - (x->sample_id < y->sample_id);
}

static rep_launch launch_of(const rep *r, const rep_time *t) {
    const rep_prediction *p = rep_predictions_find(&r->said, t->sample_id);
    const double ns = 1000;
    return (rep_launch){.sample_id = t->sample_id,
                        .global_size = t->global_size,
                        .local_size = t->local_size,
                        .ns = (double)t->ns,
                        .lo_ns = (double)t->lo_ns,
                        .hi_ns = (double)t->hi_ns,
                        .said_ns = p ? ns * p->median_us : NAN,
                        .said_lo_ns = p ? ns * p->lo_us : NAN,
                        .said_hi_ns = p ? ns * p->hi_us : NAN};
}

static const char *role_of(const db_kernel *k, int idx) {
    for (int i = 0; i < k->n_args; i++)
        if (k->args[i].idx == idx) return k->args[i].role;
    return NULL;
}

static const char *name_of(const db_kernel *k, int idx) {
    for (int i = 0; i < k->n_args; i++)
        if (k->args[i].idx == idx) return k->args[i].name;
    return "?";
}

/* Seeds and scalars of the launches, found by their sample in by_sample. */
static int load_scalars(rep *r, const db_kernel *k, rep_launch **by_sample, size_t n, lp_err *e) {
    static const char sql[] =
        "SELECT s.id, s.fill_seed, a.idx, a.value FROM sample s LEFT JOIN sample_arg a ON"
        " a.sample_id = s.id AND a.value IS NOT NULL WHERE s.kernel_id = ? ORDER BY s.id, a.idx";
    sqlite3_stmt *s = db_stmt(r->d, sql, e);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "i", k->id);
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        const rep_launch like = {.sample_id = sqlite3_column_int64(s, 0)}, *key = &like;
        rep_launch **found = bsearch(&key, by_sample, n, sizeof *by_sample, by_id);
        if (!found) continue; /* not timed on this device */
        (*found)->fill_seed = sqlite3_column_int64(s, 1);
        int idx = sqlite3_column_int(s, 2);
        if (sqlite3_column_type(s, 3) != SQLITE_NULL)
            rep_launch_scalar(*found, name_of(k, idx), role_of(k, idx), db_col_text(s, 3));
    }
    return rc;
}

static int load_launches(rep *r, const rep_kernel *k, const db_kernel *record, rep_launches *l,
                         lp_err *e) {
    l->v = lp_alloc(k->n + 1, sizeof *l->v);
    l->n = k->n;
    rep_launch **by_sample = lp_alloc(k->n + 1, sizeof(rep_launch *));
    for (size_t i = 0; i < k->n; i++) {
        l->v[i] = launch_of(r, &r->times[k->first + i]);
        by_sample[i] = &l->v[i];
    }
    if (k->n) qsort(by_sample, k->n, sizeof *by_sample, by_id);
    int rc = k->n ? load_scalars(r, record, by_sample, k->n, e) : 0;
    free(by_sample);
    return rc;
}

/* ---- what is known of it ---- */

static void add_facts(const rep *r, const rep_kernel *k, const db_kernel *record, lp_text *out) {
    char shown[32];
    lp_text t = {0};
    rep_tiles_begin(out);
    rep_tile(out, k->pattern, "access pattern");
    rep_format_int(shown, (int64_t)k->n);
    rep_tile(out, shown, "launches timed");
    if (k->n > 0) {
        double *v = rep_sorted_ns(r, k->first, k->n);
        db_add_ns(&t, db_quantile(v, k->n, 0.5));
        rep_tile(out, t.s, "median of the times");
        free(v);
    }
    if (!isnan(k->mape)) {
        lp_text_clear(&t);
        lp_text_addf(&t, "%.1f %%", k->mape);
        rep_tile(out, t.s, "mean error of the model");
    }
    if (*k->part) rep_tile(out, k->part, "part of the split");
    if (record->reqd_local > 0) {
        rep_format_int(shown, record->reqd_local);
        rep_tile(out, shown, "local size that it requires");
    }
    rep_tiles_end(out);
    lp_text_free(&t);
}

static void add_heading(const rep_kernel *k, const db_kernel *record, lp_text *out) {
    lp_text_add(out, "<p>Kernel <code>");
    rep_escape(out, k->name);
    lp_text_add(out, "</code> of <code>");
    rep_escapef(out, "%s:%lld", k->path, (long long)record->line);
    lp_text_add(out, "</code>");
    rep_escapef(out, "%s%s, family ", record->std ? ", " : "", record->std ? record->std : "");
    lp_text_add(out, "<code>");
    rep_escapef(out, "%.8s", k->family);
    lp_text_add(out, "</code>.");
    if (k->synthesised) lp_text_add(out, " It is synthesised.");
    if (k->held_out)
        lp_text_add(out, " It is held out: no model of this campaign is trained on it.");
    if (why_words[k->why]) lp_text_addf(out, " %s", why_words[k->why]);
    lp_text_add(out, "</p>\n");
}

static int add_probe(rep *r, const rep_kernel *k, const db_kernel *record, lp_text *out,
                     lp_err *e) {
    static const char sql[] = "SELECT status, coalesce(reason, ''), coalesce(detail, ''), launches"
                              " FROM probe WHERE kernel_id = ? AND device_id = ?";
    sqlite3_stmt *s = db_stmt(r->d, sql, e);
    if (!s) return -1;
    db_bind(s, "ii", k->id, r->n_devices ? r->devices[0].id : 0);
    int rc = db_step(r->d, s, e);
    rep_section(out, "Probe");
    if (rc == 0) rep_absent(out, "The kernel was not probed on this device.");
    if (rc == 1) {
        const char *status = db_col_text(s, 0), *reason = db_col_text(s, 1);
        const char *detail = db_col_text(s, 2);
        rep_para(out, "%lld small launches with every access checked: %s%s%s%s%s.",
                 (long long)sqlite3_column_int64(s, 3),
                 strcmp(status, "clean") == 0 ? "none left its buffers" : status,
                 *reason ? ", " : "", reason, *detail ? ": " : "", detail);
    }
    sqlite3_reset(s);
    if (rc >= 0 && record->probe_gap)
        rep_para(out, "The checks do not reach everything: %s.", record->probe_gap);
    return rc < 0 ? -1 : 0;
}

/* ---- samples ---- */

static void cell_flags(lp_text *out, unsigned flags) {
    static const char *const words[] = {"noisy", "outliers", "drift", "bimodal"};
    lp_text t = {0};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (flags & 1u << i) lp_text_addf(&t, "%s%s", t.len ? " " : "", words[i]);
    rep_cell(out, t.len ? t.s : "-");
    lp_text_free(&t);
}

static void launch_row(const rep *r, const rep_time *t, const rep_launch *l, lp_text *out) {
    const lp_predicted row = {.measured_us = l->ns, .median_us = l->said_ns};
    rep_row_begin(out);
    rep_cell(out, rep_class_names[t->class_]);
    rep_cell_int(out, t->global_size);
    rep_cell_int(out, t->local_size);
    rep_cell_int(out, rep_groups(t));
    rep_cell_ns(out, l->ns);
    rep_cell_interval(out, l->lo_ns, l->hi_ns);
    if (r->judged.n > 0) {
        rep_cell_ns(out, l->said_ns);
        rep_cell_interval(out, l->said_lo_ns, l->said_hi_ns);
        rep_cell_num(out, lp_ape_of(&row), 1);
    }
    rep_cell_int(out, t->reps);
    cell_flags(out, t->flags);
    rep_cell_name(out, l->scalars.len ? l->scalars.s : "-");
    rep_row_end(out);
}

static void add_launches(const rep *r, const rep_kernel *k, const rep_launches *l, lp_text *out) {
    static const rep_column all[] = {
        {"class", false},   {"global", true},        {"local", true},     {"work-groups", true},
        {"measured", true}, {"95 % interval", true}, {"predicted", true}, {"its interval", true},
        {"error %", true},  {"repetitions", true},   {"flags", false},    {"scalars", false}};
    enum { ALL = sizeof all / sizeof *all, SAID = 6, N_SAID = 3 };
    rep_column columns[ALL];
    size_t n_columns = 0;
    for (int i = 0; i < ALL; i++)
        if (r->judged.n > 0 || i < SAID || i >= SAID + N_SAID) columns[n_columns++] = all[i];
    size_t n = k->n < MOST_ROWS ? k->n : MOST_ROWS;
    rep_section(out, "Launches");
    if (n == 0) {
        rep_absent(out, "No launch of it is timed.");
        return;
    }
    if (n < k->n)
        rep_para(out, "%zu of %zu launches, evenly over the numbers of work-groups.", n, k->n);
    rep_table_begin(out, NULL, columns, n_columns);
    for (size_t i = 0; i < n; i++) {
        size_t at = i * k->n / n;
        launch_row(r, &r->times[k->first + at], &l->v[at], out);
    }
    rep_table_end(out);
}

static int add_failures(rep *r, const rep_kernel *k, lp_text *out, lp_err *e) {
    static const rep_column columns[] = {
        {"global", true}, {"local", true}, {"reason", false}, {"detail", false}};
    static const char sql[] =
        "SELECT global_size, local_size, reason, detail FROM failure f JOIN sample s ON s.id ="
        " f.sample_id WHERE s.kernel_id = ? AND f.device_id = ? ORDER BY s.idx LIMIT ?";
    sqlite3_stmt *s = db_stmt(r->d, sql, e);
    int rc = s ? 1 : -1;
    size_t n = 0;
    if (s) db_bind(s, "iii", k->id, r->n_devices ? r->devices[0].id : 0, (int64_t)MOST_ROWS);
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        if (n++ == 0) {
            rep_section(out, "Failures");
            rep_table_begin(out, NULL, columns, sizeof columns / sizeof *columns);
        }
        rep_row_begin(out);
        rep_cell_int(out, sqlite3_column_int64(s, 0));
        rep_cell_int(out, sqlite3_column_int64(s, 1));
        rep_cell(out, db_col_text(s, 2));
        rep_cell(out, db_col_text(s, 3));
        rep_row_end(out);
    }
    if (n > 0) rep_table_end(out);
    if (n == MOST_ROWS) rep_para(out, "The first %d failures.", MOST_ROWS);
    return rc;
}

/* ---- the page ---- */

static int add_static(rep *r, const db_kernel *record, lp_text *out, lp_err *e) {
    int64_t *repairs = lp_alloc((size_t)record->n_args + 1, sizeof *repairs);
    int rc = db_load_repairs(r->d, record->id, record->n_args, repairs, e);
    if (rc == 0) {
        rep_kernel_source(record, out);
        rep_kernel_accesses(record, out);
        rep_kernel_arguments(record, repairs, out);
    }
    free(repairs);
    return rc;
}

static int add_all(rep *r, const rep_kernel *k, const db_kernel *record, lp_text *out, lp_err *e) {
    rep_launches l = {0};
    int rc = load_launches(r, k, record, &l, e);
    if (rc == 0) {
        add_heading(k, record, out);
        add_facts(r, k, record, out);
        rc = rep_kernel_curves(r, k, &l, out, e);
    }
    if (rc == 0) rc = add_static(r, record, out, e);
    if (rc == 0) rc = add_probe(r, k, record, out, e);
    if (rc == 0) add_launches(r, k, &l, out);
    if (rc == 0) rc = add_failures(r, k, out, e);
    if (rc == 0) rep_kernel_features(record, out);
    rep_launches_free(&l);
    return rc;
}

static int write_page(rep *r, const rep_kernel *k, lp_err *e) {
    db_kernel record = {0};
    lp_text out = {0}, title = {0}, file = {0};
    int rc = db_load_kernel(r->d, k->id, true, &record, e);
    if (rc == 0) rc = add_all(r, k, &record, &out, e);
    rep_kernel_words(k, &title);
    lp_text_addf(&file, "kernels/%04d.html", k->page);
    if (rc == 0) rc = rep_write_page(r, file.s, "../", "kernels.html", title.s, &out, e);
    db_kernel_free(&record);
    lp_text_free(&out);
    lp_text_free(&title);
    lp_text_free(&file);
    return rc;
}

int rep_write_kernel_pages(rep *r, lp_err *e) {
    for (size_t i = 0; i < r->n_kernels; i++) {
        if (lp_interrupted()) return lp_fail(e, "interrupted");
        if (r->kernels[i].page && write_page(r, &r->kernels[i], e) != 0) return -1;
    }
    return 0;
}
