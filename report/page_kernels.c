/* kernels.html: a row a kernel, and which of them have a page of their own.
 *
 * In: the loaded campaign. Out: the table; page_kernel.c writes the pages. */
#include <math.h>
#include <stdlib.h>

#include "db/ops.h"
#include "report/page_kernel.h"
#include "report/report.h"

enum { MOST_ROWS = 5000 };

void rep_cell_kernel(lp_text *out, const rep_kernel *k) {
    lp_text words = {0}, href = {0};
    rep_kernel_words(k, &words);
    lp_text_addf(&href, "kernels/%04d.html", k->page);
    if (k->page)
        rep_cell_link(out, href.s, words.s);
    else
        rep_cell(out, words.s);
    lp_text_free(&words);
    lp_text_free(&href);
}

/* ---- failures ---- */

typedef struct failures {
    int64_t kernel_id, n;
} failures;

static int by_kernel_id(const void *a, const void *b) {
    int64_t x = ((const failures *)a)->kernel_id, y = ((const failures *)b)->kernel_id;
    return (x > y) - (x < y);
}

/* Of each kernel that has some, by its id. */
static int load_failures(rep *r, failures **v, size_t *n, lp_err *e) {
    size_t cap = 0;
    sqlite3_stmt *s = db_stmt(r->d,
                              "SELECT kernel_id, count(*) FROM failure f JOIN sample s ON s.id ="
                              " f.sample_id WHERE device_id = ? GROUP BY 1 ORDER BY 1",
                              e);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "i", r->n_devices ? r->devices[0].id : 0);
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        *v = lp_grow(*v, &cap, *n + 1, sizeof **v);
        (*v)[(*n)++] = (failures){sqlite3_column_int64(s, 0), sqlite3_column_int64(s, 1)};
    }
    return rc;
}

/* ---- the table ---- */

static void add_row(const rep *r, const rep_kernel *k, int64_t n_failed, lp_text *out) {
    double median = NAN, spread = NAN;
    if (k->n > 0) {
        double *v = rep_sorted_ns(r, k->first, k->n);
        median = db_quantile(v, k->n, 0.5);
        spread = v[k->n - 1] / v[0];
        free(v);
    }
    rep_row_begin(out);
    rep_cell_kernel(out, k);
    rep_cell(out, k->pattern);
    rep_cell(out, *k->part ? k->part : k->held_out ? "heldout" : "-");
    rep_cell_family(out, k->family);
    rep_cell_int(out, (int64_t)k->n);
    rep_cell_int(out, n_failed);
    rep_cell_ns(out, median);
    rep_cell_num(out, spread, 1);
    if (r->judged.n > 0) rep_cell_num(out, k->mape, 1);
    rep_row_end(out);
}

void rep_cell_family(lp_text *out, const char *family) {
    char shown[16];
    snprintf(shown, sizeof shown, "%.8s", family);
    rep_cell_code(out, shown);
}

static void add_table(const rep *r, const failures *v, size_t n_failures, lp_text *out) {
    static const rep_column columns[] = {
        {"kernel", false}, {"pattern", false},          {"part", false},
        {"family", false}, {"launches", true},          {"failed", true},
        {"median", true},  {"slowest / fastest", true}, {"error %", true}};
    size_t shown = 0;
    rep_table_begin(out, NULL, columns, sizeof columns / sizeof *columns - (r->judged.n == 0));
    /* Those with a page first when not all have room. */
    for (int pass = r->n_kernels > MOST_ROWS ? 0 : 2; pass < 3; pass++)
        for (size_t i = 0; i < r->n_kernels; i++) {
            const rep_kernel *k = &r->kernels[i];
            if (pass < 2 && (k->page > 0) != (pass == 0)) continue;
            if (shown == MOST_ROWS) break;
            const failures key = {k->id, 0};
            const failures *f =
                n_failures ? bsearch(&key, v, n_failures, sizeof *v, by_kernel_id) : NULL;
            add_row(r, k, f ? f->n : 0, out);
            shown++;
        }
    rep_table_end(out);
}

/* ---- the words ---- */

static void add_choice(const rep *r, lp_text *out) {
    size_t of[REP_PAGE_N] = {0}, n = 0;
    for (size_t i = 0; i < r->n_kernels; i++) of[r->kernels[i].why]++;
    n = r->n_kernels - of[REP_NO_PAGE];
    if (of[REP_NO_PAGE] == 0) {
        rep_para(out, "Each of the %zu kernels has a page: its name leads there.", n);
        return;
    }
    rep_para(out,
             "%zu of the %zu kernels have a page: their names are links. %zu of them are those that"
             " the model predicts worst, kernels that it was not trained on first; %zu are held"
             " out from training; %zu were taken in turns over the access patterns. With --kernels"
             " 0 every kernel gets one.",
             n, r->n_kernels, of[REP_PAGE_WORST], of[REP_PAGE_HELD_OUT], of[REP_PAGE_EVEN]);
}

int rep_page_kernels(rep *r, lp_text *out, lp_err *e) {
    failures *v = NULL;
    size_t n = 0;
    int rc = load_failures(r, &v, &n, e);
    if (rc == 0) rc = rep_write_kernel_pages(r, e);
    if (rc == 0 && r->n_kernels == 0)
        rep_absent(out, "There is no kernel: `llmperf analyze` reads some.");
    if (rc == 0 && r->n_kernels > 0) {
        add_choice(r, out);
        if (r->n_kernels > MOST_ROWS)
            rep_para(out, "The table has the first %d kernels, those with a page before others.",
                     MOST_ROWS);
        rep_para(out,
                 "Median: of the launches' times. Slowest / fastest: how far they are apart."
                 " Kernels of one family are nearly the same.%s",
                 r->judged.n ? " Error: mean of |predicted / measured - 1| of the launches that are"
                               " predicted."
                             : "");
        add_table(r, v, n, out);
    }
    free(v);
    return rc;
}
