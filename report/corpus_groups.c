/* Kernels by access pattern and by domain.
 *
 * In: the kernels and timings in memory, the paths of what was skipped. Out: tables, and bars for
 * patterns. A domain is the first folder of a kernel's path. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"
#include "report/corpus.h"
#include "report/plot.h"

typedef struct member {
    char *group;
    const rep_kernel *kernel; /* NULL: stands for `skipped` kernels */
    int64_t skipped;
} member;

typedef struct members {
    member *v;
    size_t n, cap;
} members;

typedef enum { HAND, SYNTH, HELD_OUT, N_ORIGINS } origin;
static const char *const origin_words[N_ORIGINS] = {"hand-written", "synthesised", "held out"};

typedef struct group {
    const char *name;
    int64_t kernels[N_ORIGINS], families, skipped, samples;
    double median_ns;
} group;

static origin origin_of(const rep_kernel *k) {
    return k->held_out ? HELD_OUT : k->synthesised ? SYNTH : HAND;
}

static int64_t kernels_of(const group *g) {
    return g->kernels[HAND] + g->kernels[SYNTH] + g->kernels[HELD_OUT];
}

static void add_member(members *m, const char *name, const rep_kernel *k, int64_t skipped) {
    m->v = lp_grow(m->v, &m->cap, m->n + 1, sizeof *m->v);
    m->v[m->n++] = (member){lp_strdup(name), k, skipped};
}

static void free_members(members *m) {
    for (size_t i = 0; i < m->n; i++) free(m->v[i].group);
    free(m->v);
}

/* By group, in it by family. */
static int by_family(const void *a, const void *b) {
    const member *x = a, *y = b;
    int c = strcmp(x->group, y->group);
    if (c) return c;
    return strcmp(x->kernel ? x->kernel->family : "", y->kernel ? y->kernel->family : "");
}

static int by_kernels(const void *a, const void *b) {
    const group *x = a, *y = b;
    int64_t n = kernels_of(x), m = kernels_of(y);
    if (n != m) return n < m ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void finish(const rep *r, const member *m, size_t n, group *g) {
    double *ns;
    size_t at = 0;
    for (size_t i = 0; i < n; i++) g->samples += m[i].kernel ? (int64_t)m[i].kernel->n : 0;
    ns = lp_alloc((size_t)g->samples + 1, sizeof *ns);
    for (size_t i = 0; i < n; i++) {
        const rep_kernel *k = m[i].kernel;
        g->skipped += m[i].skipped;
        if (!k) continue;
        g->kernels[origin_of(k)]++;
        bool same = i > 0 && m[i - 1].kernel && strcmp(m[i - 1].kernel->family, k->family) == 0;
        g->families += !same;
        for (size_t t = k->first; t < k->first + k->n; t++) ns[at++] = (double)r->times[t].ns;
    }
    db_sort_values(ns, at);
    g->median_ns = at ? db_quantile(ns, at, 0.5) : NAN;
    free(ns);
}

/* Sorts the members; groups with most kernels come first. The caller frees the list; names are the
 * members'. */
static group *make_groups(const rep *r, members *m, size_t *n) {
    group *v = lp_alloc(m->n + 1, sizeof *v);
    *n = 0;
    if (m->n) qsort(m->v, m->n, sizeof *m->v, by_family);
    for (size_t i = 0, end; i < m->n; i = end) {
        for (end = i; end < m->n && strcmp(m->v[end].group, m->v[i].group) == 0;) end++;
        v[*n].name = m->v[i].group;
        finish(r, m->v + i, end - i, &v[(*n)++]);
    }
    if (*n) qsort(v, *n, sizeof *v, by_kernels);
    return v;
}

static void add_table(const group *v, size_t n, const char *first, bool skipped, lp_text *out) {
    rep_column columns[] = {{first, false},          {"kernels", true},     {"families", true},
                            {"hand-written", true},  {"synthesised", true}, {"held out", true},
                            {"samples timed", true}, {"median time", true}, {"skipped", true}};
    rep_table_begin(out, NULL, columns, sizeof columns / sizeof *columns - !skipped);
    for (size_t i = 0; i < n; i++) {
        rep_row_begin(out);
        rep_cell(out, v[i].name);
        rep_cell_int(out, kernels_of(&v[i]));
        rep_cell_int(out, v[i].families);
        for (int o = 0; o < N_ORIGINS; o++) rep_cell_int(out, v[i].kernels[o]);
        rep_cell_int(out, v[i].samples);
        rep_cell_ns(out, v[i].median_ns);
        if (skipped) rep_cell_int(out, v[i].skipped);
        rep_row_end(out);
    }
    rep_table_end(out);
}

/* ---- patterns ---- */

static int add_bars(rep *r, const group *v, size_t n, lp_text *out, lp_err *e) {
    static const int colour[N_ORIGINS] = {LP_GNUPLOT_BLUE, LP_GNUPLOT_GREY, LP_GNUPLOT_VERMILION};
    lp_text script = {0};
    int64_t total[N_ORIGINS] = {0};
    const char *comma = "";
    for (int o = 0; o < N_ORIGINS; o++) {
        lp_text_addf(&script, "$origin%d << EOD\n", o);
        for (size_t i = 0; i < n; i++) {
            double y = (double)(n - i);
            int64_t before = 0;
            for (int p = 0; p < o; p++) before += v[i].kernels[p];
            total[o] += v[i].kernels[o];
            if (v[i].kernels[o])
                lp_text_addf(&script, "%lld %g %lld %lld %g %g\n", (long long)before, y,
                             (long long)before, (long long)before + (long long)v[i].kernels[o],
                             y - 0.36, y + 0.36);
        }
        lp_text_add(&script, "EOD\n");
    }
    lp_text_add(&script, "$all << EOD\n");
    for (size_t i = 0; i < n; i++)
        lp_text_addf(&script, "%lld %zu\n", (long long)kernels_of(&v[i]), n - i);
    lp_text_add(&script, "EOD\nset ytics scale 0 (");
    for (size_t i = 0; i < n; i++) {
        if (i) lp_text_add(&script, ", ");
        lp_gnuplot_quote_tic(&script, v[i].name);
        lp_text_addf(&script, " %zu", n - i);
    }
    lp_text_add(&script, ")\n");
    rep_set_number_axis(&script, "x", kernels_of(&v[0]));
    lp_text_addf(&script,
                 "set yrange [0.4:%g]\nset grid noytics\nset xlabel 'kernels'\n"
                 "plot ",
                 (double)n + 0.6);
    for (int o = 0; o < N_ORIGINS; o++) {
        if (total[o] == 0) continue;
        lp_text_addf(
            &script,
            "%s$origin%d using 1:2:3:4:5:6 with boxxyerror fc rgb '%s' title '%s (n = %lld)'",
            comma, o, lp_gnuplot_colour[colour[o]], origin_words[o], (long long)total[o]);
        comma = ", ";
    }
    lp_text_addf(&script, "%s$all using 1:2:1 with labels left offset 0.6,0 notitle\n", comma);
    const rep_figure f = {
        "corpus-patterns",
        "Kernels by access pattern",
        "A bar for each access pattern, divided into hand-written, synthesised and "
        "held-out kernels.",
        "The pattern of a kernel sums up those of its accesses; composite kernels "
        "mix several.",
        1120,
        110 + 30 * (int)n};
    int rc = rep_draw(r, out, "", &f, &script, e);
    lp_text_free(&script);
    return rc;
}

int rep_corpus_patterns(rep *r, lp_text *out, lp_err *e) {
    enum { MOST = 24 };
    members m = {0};
    size_t n;
    for (size_t i = 0; i < r->n_kernels; i++)
        add_member(&m, r->kernels[i].pattern, &r->kernels[i], 0);
    group *v = make_groups(r, &m, &n);
    int rc = 0;
    if (n == 0) rep_absent(out, "There are no patterns to show: no kernel was kept.");
    if (n > 0) rc = add_bars(r, v, n < MOST ? n : MOST, out, e);
    if (n > 0) add_table(v, n, "access pattern", false, out);
    free(v);
    free_members(&m);
    return rc;
}

/* ---- domains ---- */

static void add_by_domain(members *m, const char *path, bool synthesised, const rep_kernel *k) {
    const char *slash = strchr(path, '/');
    bool named = !synthesised && slash && slash != path;
    char *domain = named ? lp_strndup(path, (size_t)(slash - path)) : NULL;
    add_member(m, named ? domain : synthesised ? "(synthesised)" : "(no folder)", k, !k);
    free(domain);
}

static int add_skipped(rep *r, members *m, lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(r->d, "SELECT path, template IS NOT NULL FROM kernel WHERE status <> 'ok'", e);
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(r->d, s, e)) == 1)
        add_by_domain(m, db_col_text(s, 0), sqlite3_column_int(s, 1) != 0, NULL);
    return rc;
}

int rep_corpus_domains(rep *r, lp_text *out, lp_err *e) {
    members m = {0};
    size_t n;
    for (size_t i = 0; i < r->n_kernels; i++)
        add_by_domain(&m, r->kernels[i].path, r->kernels[i].synthesised, &r->kernels[i]);
    int rc = add_skipped(r, &m, e);
    group *v = make_groups(r, &m, &n);
    if (rc == 0 && n == 0) rep_absent(out, "There are no domains to show: no kernel was found.");
    if (rc == 0 && n > 0) {
        rep_para(out, "A domain is the first folder of a kernel's path in the corpus.");
        add_table(v, n, "domain", true, out);
    }
    free(v);
    free_members(&m);
    return rc;
}
