/* The static half of a kernel's page: source, accesses, arguments, features.
 *
 * In: a kernel's record. Out: HTML. Analyses nothing: what analyze stored is shown. */
#include <stdlib.h>
#include <string.h>

#include "report/page_kernel.h"
#include "report/source_lines.h"

static const char *shown(const char *s) {
    return s && *s ? s : "-";
}

/* One that may be long; a cell of few letters would break it into a column of them. */
static void cell_formula(lp_text *out, const char *text) {
    lp_text_add(out, strlen(text) > 16 ? "<td class=\"formula\"><code>" : "<td><code>");
    rep_escape(out, text);
    lp_text_add(out, "</code></td>");
}

/* ---- source ---- */

void rep_kernel_source(const db_kernel *k, lp_text *out) {
    const char *at = k->source ? k->source : "";
    rep_section(out, "Source");
    if (!*at) {
        rep_absent(out, "The campaign does not hold this kernel's source.");
        return;
    }
    rep_para(out, "As it is compiled, timed and shown to models: one kernel with what it needs,"
                  " without comments, in one layout. Its lines are not those of the file it came"
                  " from.");
    lp_text_add(out, "<pre class=\"source\"><code>");
    for (int line = 1; *at; line++) {
        size_t n = strcspn(at, "\n");
        char *copy = lp_strndup(at, n);
        lp_text_addf(out, "<span id=\"L%d\">", line);
        rep_escape(out, copy);
        lp_text_add(out, "\n</span>");
        free(copy);
        at += n + (at[n] == '\n');
    }
    lp_text_add(out, "</code></pre>\n");
}

/* ---- accesses ---- */

static const char *argument_name(const db_kernel *k, int idx) {
    for (int i = 0; i < k->n_args; i++)
        if (k->args[i].idx == idx) return k->args[i].name;
    return "?";
}

/* The line of the file, and where the line shown above is known, a link to it. */
static void cell_line(const db_access *a, int line, lp_text *out) {
    lp_text_addf(out, "<td class=\"n\" data-v=\"%lld\">", (long long)a->line);
    if (line)
        lp_text_addf(out, "<a href=\"#L%d\">%lld</a>", line, (long long)a->line);
    else
        lp_text_addf(out, "%lld", (long long)a->line);
    lp_text_add(out, "</td>");
}

static void access_row(const db_kernel *k, const db_access *a, int line, lp_text *out) {
    lp_text notes = {0};
    if (a->conditional) lp_text_add(&notes, "depends on data");
    if (a->reason) lp_text_addf(&notes, "%s%s", notes.len ? "; " : "", a->reason);
    rep_row_begin(out);
    cell_line(a, line, out);
    rep_cell_name(out, argument_name(k, a->arg));
    rep_cell(out, a->kind);
    cell_formula(out, a->index_expr);
    rep_cell(out, a->pattern);
    cell_formula(out, shown(a->lo));
    cell_formula(out, shown(a->hi));
    rep_cell(out, shown(notes.s));
    rep_row_end(out);
    lp_text_free(&notes);
}

void rep_kernel_accesses(const db_kernel *k, lp_text *out) {
    static const rep_column columns[] = {
        {"line", true},     {"argument", false}, {"access", false},  {"index", false},
        {"pattern", false}, {"smallest", false}, {"largest", false}, {"note", false}};
    rep_section(out, "Accesses");
    if (k->n_accesses == 0) {
        rep_absent(out, "No access through a pointer argument was found.");
        return;
    }
    int *lines = rep_match_lines(k);
    size_t linked = 0;
    for (int i = 0; i < k->n_accesses; i++) linked += lines[i] > 0;
    rep_para(out,
             "Each access through a pointer argument, with the formula of its smallest and largest"
             " element. Lines are those of the original file%s.",
             linked == 0                      ? ""
             : linked < (size_t)k->n_accesses ? "; where the statement is surely one above, the"
                                                " number is a link to it"
                                              : ", and links to the statement above");
    rep_table_begin(out, NULL, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < k->n_accesses; i++) access_row(k, &k->accesses[i], lines[i], out);
    rep_table_end(out);
    free(lines);
}

/* ---- arguments ---- */

static void argument_row(const db_arg *a, int64_t repair, lp_text *out) {
    lp_text extent = {0};
    lp_text_add(&extent, shown(a->extent));
    if (repair > 0) lp_text_addf(&extent, " + %lld", (long long)repair);
    rep_row_begin(out);
    rep_cell_int(out, a->idx);
    rep_cell_name(out, a->name);
    rep_cell(out, a->kind);
    rep_cell_name(out, a->type);
    rep_cell_int(out, a->elem_bytes);
    rep_cell(out, strcmp(a->access, "none") == 0 ? "-" : a->access);
    rep_cell(out, shown(a->pattern));
    cell_formula(out, lp_text_str(&extent));
    rep_cell(out, shown(a->role ? a->role : a->content));
    rep_cell_code(out, shown(a->domain));
    rep_row_end(out);
    lp_text_free(&extent);
}

void rep_kernel_arguments(const db_kernel *k, const int64_t *repairs, lp_text *out) {
    static const rep_column columns[] = {
        {"no.", true},      {"argument", false}, {"kind", false},
        {"type", false},    {"bytes", true},     {"access", false},
        {"pattern", false}, {"extent", false},   {"role or contents", false},
        {"domain", false}};
    bool repaired = false;
    rep_section(out, "Arguments");
    if (k->n_args == 0) {
        rep_absent(out, "The kernel has no argument.");
        return;
    }
    for (int i = 0; i < k->n_args; i++) repaired = repaired || repairs[i] > 0;
    rep_para(out,
             "Extent: how many elements a buffer must have at least. Role: what a scalar does, and"
             " what its values may be; contents: what a buffer must hold.%s",
             repaired ? " Numbers added to an extent were found missing by a probe." : "");
    rep_table_begin(out, NULL, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < k->n_args; i++) argument_row(&k->args[i], repairs[i], out);
    rep_table_end(out);
}

/* ---- features ---- */

void rep_kernel_features(const db_kernel *k, lp_text *out) {
    static const rep_column columns[] = {{"feature", false}, {"formula", false}};
    int zero = 0;
    for (int i = 0; i < k->n_features; i++) zero += strcmp(k->features[i].formula, "0") == 0;
    rep_section(out, "Features");
    if (k->n_features == zero) {
        rep_absent(out, "No feature has a value.");
        return;
    }
    rep_para(out, "What a work-item does, as formulas of the launch.");
    lp_text_addf(out, "<details>\n<summary>%d features; %d more are 0</summary>\n",
                 k->n_features - zero, zero);
    rep_table_begin(out, NULL, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < k->n_features; i++) {
        if (strcmp(k->features[i].formula, "0") == 0) continue;
        rep_row_begin(out);
        rep_cell_name(out, k->features[i].name);
        cell_formula(out, k->features[i].formula);
        rep_row_end(out);
    }
    rep_table_end(out);
    lp_text_add(out, "</details>\n");
}
