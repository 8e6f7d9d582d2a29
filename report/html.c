/* Writing pages: escaping, the frame of a page, tables, figures.
 *
 * In: texts and numbers. Out: HTML, appended. Opens no file and knows no page. */
#include "report/html.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"

/* ---- escaping ---- */

/* Length of the well-formed character at s, 0 when there is none. */
static size_t character(const char *s) {
    size_t most = strnlen(s, 4);
    for (size_t n = 1; n <= most; n++)
        if (lp_utf8_valid(s, n)) return n;
    return 0;
}

/* The number of a character of three bytes, 0 of others. */
static unsigned three_bytes(const char *s, size_t n) {
    const unsigned char *b = (const unsigned char *)s;
    return n == 3 ? (b[0] & 0x0fu) << 12 | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu) : 0;
}

static bool turns_direction(unsigned c) {
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e ||
           c == 0x200f;
}

static bool is_control(const char *s, size_t n) {
    unsigned char c = (unsigned char)s[0];
    if (n == 2) return c == 0xc2 && (unsigned char)s[1] < 0xa0;
    return n == 1 && ((c < ' ' && !strchr("\n\t", c)) || c == 0x7f);
}

static const char *entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void rep_escape(lp_text *out, const char *s) {
    while (*s) {
        size_t n = character(s);
        unsigned c = three_bytes(s, n);
        if (n == 0 || is_control(s, n))
            lp_text_add(out, "\xef\xbf\xbd");
        else if (turns_direction(c))
            lp_text_addf(out, "[U+%04X]", c);
        else if (entity(*s))
            lp_text_add(out, entity(*s));
        else
            lp_text_addn(out, s, n);
        s += n ? n : 1;
    }
}

static void escape_v(lp_text *out, const char *fmt, va_list ap) {
    lp_text t = {0};
    lp_text_vaddf(&t, fmt, ap);
    rep_escape(out, lp_text_str(&t));
    lp_text_free(&t);
}

void rep_escapef(lp_text *out, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    escape_v(out, fmt, ap);
    va_end(ap);
}

/* ---- pages ---- */

/* `file:` beside 'self': browsers differ in whether a file on disk is its own origin. */
static const char policy[] =
    "default-src 'none'; img-src 'self' file:; style-src 'self' file:; script-src 'self' file:; "
    "base-uri 'none'; form-action 'none'";

void rep_page_head(lp_text *out, const rep_head *h) {
    lp_text_addf(out,
                 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<title>",
                 policy);
    rep_escapef(out, "%s - %s", h->title, h->campaign);
    lp_text_addf(out,
                 "</title>\n<link rel=\"stylesheet\" href=\"%sreport.css\">\n"
                 "<script src=\"%sreport.js\" defer></script>\n</head>\n<body>\n<header>\n"
                 "<p class=\"campaign\">",
                 h->up, h->up);
    rep_escape(out, h->campaign);
    lp_text_add(out, "</p>\n<nav aria-label=\"Pages of this report\">\n<ul>\n");
    for (size_t i = 0; i < h->n_nav; i++) {
        bool here = h->here && strcmp(h->here, h->nav[i].file) == 0;
        lp_text_addf(out, "<li><a href=\"%s%s\"%s>", h->up, h->nav[i].file,
                     here ? " aria-current=\"page\"" : "");
        rep_escape(out, h->nav[i].title);
        lp_text_add(out, "</a></li>\n");
    }
    lp_text_add(out, "</ul>\n</nav>\n</header>\n<main>\n<h1>");
    rep_escape(out, h->title);
    lp_text_add(out, "</h1>\n");
}

void rep_page_foot(lp_text *out, const char *tool_version) {
    lp_text_add(out, "</main>\n<footer><p>");
    rep_escapef(out, "Made by llmperf report from a campaign of llmperf %s.", tool_version);
    lp_text_add(out, "</p></footer>\n</body>\n</html>\n");
}

static void add_para(lp_text *out, const char *tag, const char *fmt, va_list ap) {
    lp_text_add(out, tag);
    escape_v(out, fmt, ap);
    lp_text_add(out, "</p>\n");
}

void rep_para(lp_text *out, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    add_para(out, "<p>", fmt, ap);
    va_end(ap);
}

void rep_absent(lp_text *out, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    add_para(out, "<p class=\"absent\">", fmt, ap);
    va_end(ap);
}

void rep_section(lp_text *out, const char *title) {
    lp_text_add(out, "<h2 id=\"");
    for (const char *p = title; *p; p++)
        lp_text_addc(out, isalnum((unsigned char)*p) ? (char)tolower((unsigned char)*p) : '-');
    lp_text_add(out, "\">");
    rep_escape(out, title);
    lp_text_add(out, "</h2>\n");
}

void rep_tiles_begin(lp_text *out) {
    lp_text_add(out, "<ul class=\"tiles\">\n");
}

void rep_tile(lp_text *out, const char *value, const char *words) {
    lp_text_add(out, "<li><b>");
    rep_escape(out, value);
    lp_text_add(out, "</b> <span>");
    rep_escape(out, words);
    lp_text_add(out, "</span></li>\n");
}

void rep_tiles_end(lp_text *out) {
    lp_text_add(out, "</ul>\n");
}

/* ---- tables ---- */

void rep_table_begin(lp_text *out, const char *caption, const rep_column *columns, size_t n) {
    lp_text_add(out, "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"");
    rep_escape(out, caption ? caption : "Table");
    lp_text_add(out, "\">\n<table class=\"sortable\">\n");
    if (caption) {
        lp_text_add(out, "<caption>");
        rep_escape(out, caption);
        lp_text_add(out, "</caption>\n");
    }
    lp_text_add(out, "<thead>\n<tr>");
    for (size_t i = 0; i < n; i++) {
        lp_text_addf(out, "<th scope=\"col\"%s>", columns[i].number ? " class=\"n\"" : "");
        rep_escape(out, columns[i].title);
        lp_text_add(out, "</th>");
    }
    lp_text_add(out, "</tr>\n</thead>\n<tbody>\n");
}

void rep_row_begin(lp_text *out) {
    lp_text_add(out, "<tr>");
}

void rep_row_end(lp_text *out) {
    lp_text_add(out, "</tr>\n");
}

void rep_table_end(lp_text *out) {
    lp_text_add(out, "</tbody>\n</table>\n</div>\n");
}

void rep_cell(lp_text *out, const char *text) {
    lp_text_add(out, "<td>");
    rep_escape(out, text);
    lp_text_add(out, "</td>");
}

void rep_cell_code(lp_text *out, const char *text) {
    lp_text_add(out, "<td><code>");
    rep_escape(out, text);
    lp_text_add(out, "</code></td>");
}

void rep_cell_name(lp_text *out, const char *text) {
    lp_text_add(out, "<td class=\"name\"><code>");
    rep_escape(out, text);
    lp_text_add(out, "</code></td>");
}

void rep_cell_int(lp_text *out, int64_t v) {
    char shown[32];
    rep_format_int(shown, v);
    lp_text_addf(out, "<td class=\"n\" data-v=\"%lld\">%s</td>", (long long)v, shown);
}

void rep_cell_num(lp_text *out, double v, int decimals) {
    if (!isfinite(v)) {
        lp_text_add(out, "<td class=\"n\">-</td>");
        return;
    }
    lp_text_addf(out, "<td class=\"n\" data-v=\"%.9g\">%.*f</td>", v, decimals, v);
}

void rep_cell_ns(lp_text *out, double ns) {
    if (!isfinite(ns)) {
        lp_text_add(out, "<td class=\"n\">-</td>");
        return;
    }
    lp_text_addf(out, "<td class=\"n\" data-v=\"%.9g\">", ns);
    db_add_ns(out, ns);
    lp_text_add(out, "</td>");
}

void rep_cell_interval(lp_text *out, double lo_ns, double hi_ns) {
    if (isnan(lo_ns) || isnan(hi_ns)) {
        lp_text_add(out, "<td class=\"n\">-</td>");
        return;
    }
    lp_text_addf(out, "<td class=\"n\" data-v=\"%.9g\">", lo_ns);
    db_add_ns(out, lo_ns);
    lp_text_add(out, " - ");
    db_add_ns(out, hi_ns);
    lp_text_add(out, "</td>");
}

void rep_cell_link(lp_text *out, const char *href, const char *text) {
    lp_text_addf(out, "<td><a href=\"%s\">", href);
    rep_escape(out, text);
    lp_text_add(out, "</a></td>");
}

void rep_format_int(char out[32], int64_t v) {
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%lld", (long long)v), at = 0;
    int first = digits[0] == '-';
    for (int i = 0; i < n; i++) {
        if (i > first && (n - i) % 3 == 0) out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = 0;
}

/* ---- figures ---- */

void rep_figure_html(lp_text *out, const char *up, const rep_figure *f) {
    lp_text_add(out, "<figure>\n<h3>");
    rep_escape(out, f->title);
    lp_text_addf(out,
                 "</h3>\n<a href=\"%simg/%s.svg\"><img src=\"%simg/%s.svg\" width=\"%d\" "
                 "height=\"%d\" alt=\"",
                 up, f->name, up, f->name, f->width, f->height);
    rep_escape(out, f->alt);
    lp_text_add(out, "\"></a>\n<figcaption>");
    rep_escape(out, f->read);
    lp_text_add(out, "</figcaption>\n</figure>\n");
}
