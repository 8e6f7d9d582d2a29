/* corpus.html: which kernels the campaign has, and which not.
 *
 * In: the kernels. Out: a page: feature coverage, patterns, domains, families, what was skipped. */
#include <stdlib.h>
#include <string.h>

#include "report/corpus.h"

/* ---- families ---- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int rep_corpus_families(rep *r, lp_text *out, lp_err *e) {
    static const struct {
        const char *words;
        size_t most;
    } sizes[] = {{"1", 1},       {"2", 2},        {"3 - 5", 5},
                 {"6 - 10", 10}, {"11 - 30", 30}, {"more than 30", SIZE_MAX}};
    enum { N_SIZES = sizeof sizes / sizeof *sizes };
    static const rep_column columns[] = {
        {"kernels in the family", false}, {"families", true}, {"kernels", true}};
    int64_t families[N_SIZES] = {0}, kernels[N_SIZES] = {0};
    const char **v = lp_alloc(r->n_kernels + 1, sizeof *v);
    (void)e;
    for (size_t i = 0; i < r->n_kernels; i++) v[i] = r->kernels[i].family;
    if (r->n_kernels) qsort(v, r->n_kernels, sizeof *v, by_text);
    for (size_t i = 0, end; i < r->n_kernels; i = end) {
        int s = 0;
        for (end = i; end < r->n_kernels && strcmp(v[end], v[i]) == 0;) end++;
        while (end - i > sizes[s].most) s++;
        families[s]++;
        kernels[s] += (int64_t)(end - i);
    }
    free(v);
    rep_para(out,
             "Near-duplicates, and synthesised kernels of one template, are one family: a family "
             "goes to one part of the split as a whole.");
    rep_table_begin(out, NULL, columns, sizeof columns / sizeof *columns);
    for (int s = 0; s < N_SIZES; s++) {
        if (families[s] == 0) continue;
        rep_row_begin(out);
        lp_text_addf(out, "<td data-v=\"%d\">", s);
        rep_escape(out, sizes[s].words);
        lp_text_add(out, "</td>");
        rep_cell_int(out, families[s]);
        rep_cell_int(out, kernels[s]);
        rep_row_end(out);
    }
    rep_table_end(out);
    return 0;
}

/* ---- skipped ---- */

/* The columns beside min() are of the row that holds the smallest id: SQLite's rule. */
static const char skipped_sql[] =
    "SELECT coalesce(reason, 'unknown'), count(*), path || iif(line > 0, ':' || line, '') ||"
    " iif(name <> '', ': ' || name, ''), coalesce(detail, ''), min(id) FROM kernel"
    " WHERE status <> 'ok' GROUP BY 1 ORDER BY 2 DESC, 1";

int rep_corpus_skipped(rep *r, lp_text *out, lp_err *e) {
    static const rep_column columns[] = {
        {"reason", false}, {"kernels", true}, {"first of them", false}, {"what was said", false}};
    sqlite3_stmt *s = db_stmt(r->d, skipped_sql, e);
    lp_text rows = {0};
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1) {
        rep_row_begin(&rows);
        rep_cell(&rows, db_col_text(s, 0));
        rep_cell_int(&rows, sqlite3_column_int64(s, 1));
        rep_cell_code(&rows, db_col_text(s, 2));
        rep_cell(&rows, db_col_text(s, 3));
        rep_row_end(&rows);
    }
    if (rc == 0 && rows.len == 0)
        rep_absent(out, "There is no table of skipped kernels: all that were found are kept.");
    if (rc == 0 && rows.len > 0) {
        rep_table_begin(out, "Kernels that were found and not kept", columns,
                        sizeof columns / sizeof *columns);
        lp_text_addn(out, rows.s, rows.len);
        rep_table_end(out);
    }
    lp_text_free(&rows);
    return rc;
}

int rep_page_corpus(rep *r, lp_text *out, lp_err *e) {
    static const struct {
        const char *title;
        int (*add)(rep *r, lp_text *out, lp_err *e);
    } parts[] = {{"Coverage", rep_corpus_coverage},
                 {"Access patterns", rep_corpus_patterns},
                 {"Domains", rep_corpus_domains},
                 {"Families", rep_corpus_families},
                 {"Skipped", rep_corpus_skipped}};
    const json_t *k = json_object_get(r->stats, "kernels");
    rep_para(out, "%lld kernels found, %lld kept in %lld families, %lld skipped.",
             (long long)lp_json_i64(k, "found", 0), (long long)lp_json_i64(k, "kept", 0),
             (long long)lp_json_i64(k, "families", 0), (long long)lp_json_i64(k, "skipped", 0));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        rep_section(out, parts[i].title);
        if (parts[i].add(r, out, e) != 0) return -1;
    }
    return 0;
}
