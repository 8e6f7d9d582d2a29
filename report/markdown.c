/* Markdown to HTML, line by line.
 *
 * In: any text. Out: HTML in which all of it is escaped. Knows no links, no raw HTML, no nesting.
 */
#include "report/markdown.h"

#include <stdbool.h>
#include <string.h>

#include "report/html.h"

typedef enum { NOTHING, PARAGRAPH, LIST, CODE, TABLE } block;

typedef struct writer {
    lp_text *out;
    block in;
    bool head; /* the next row of the table is its header */
} writer;

/* Text up to `n` bytes with `code` and backslashes. */
static void add_inline(lp_text *out, const char *s, size_t n) {
    lp_text t = {0};
    bool code = false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\\' && i + 1 < n && strchr("|<>`\\", s[i + 1])) {
            lp_text_addc(&t, s[++i]);
            continue;
        }
        if (s[i] != '`') {
            lp_text_addc(&t, s[i]);
            continue;
        }
        rep_escape(out, lp_text_str(&t));
        lp_text_clear(&t);
        lp_text_add(out, code ? "</code>" : "<code>");
        code = !code;
    }
    rep_escape(out, lp_text_str(&t));
    if (code) lp_text_add(out, "</code>");
    lp_text_free(&t);
}

static void leave(writer *w) {
    static const char *const ends[] = {[PARAGRAPH] = "</p>\n",
                                       [LIST] = "</ul>\n",
                                       [CODE] = "</pre>\n",
                                       [TABLE] = "</tbody>\n</table>\n</div>\n"};
    if (w->in == TABLE && w->head) /* no row at all */
        lp_text_add(w->out, "</thead>\n</table>\n</div>\n");
    else if (w->in != NOTHING)
        lp_text_add(w->out, ends[w->in]);
    w->in = NOTHING;
}

/* Goes on with a block of this kind, or begins it. True when it begins. */
static bool enter(writer *w, block b, const char *begin) {
    if (w->in == b) return false;
    leave(w);
    lp_text_add(w->out, begin);
    w->in = b;
    return true;
}

/* The end of the cell that begins at s. */
static size_t cell_length(const char *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i] != '|') i += s[i] == '\\' && i + 1 < n ? 2 : 1;
    return i;
}

static bool is_number(const char *s, size_t n) {
    size_t digits = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] >= '0' && s[i] <= '9')
            digits++;
        else if (!strchr(".-", s[i]))
            return false;
    }
    return digits > 0;
}

static void add_cell(writer *w, const char *s, size_t n) {
    while (n > 0 && *s == ' ') s++, n--;
    while (n > 0 && s[n - 1] == ' ') n--;
    const char *tag = w->head ? "th" : "td";
    lp_text_addf(w->out, "<%s%s>", tag, !w->head && is_number(s, n) ? " class=\"n\"" : "");
    add_inline(w->out, s, n);
    lp_text_addf(w->out, "</%s>", tag);
}

static void add_row(writer *w, const char *s, size_t n) {
    if (enter(w, TABLE, "<div class=\"table\" tabindex=\"0\">\n<table>\n<thead>\n")) w->head = true;
    if (strspn(s, "|-") >= n) return; /* the line below the header */
    lp_text_add(w->out, "<tr>");
    for (size_t at = 1; at < n;) {
        size_t cell = cell_length(s + at, n - at);
        if (at + cell > n) cell = n - at;
        add_cell(w, s + at, cell);
        at += cell + 1;
    }
    lp_text_add(w->out, w->head ? "</tr>\n</thead>\n<tbody>\n" : "</tr>\n");
    w->head = false;
}

static void add_heading(writer *w, const char *s, size_t n) {
    size_t level = strspn(s, "#");
    leave(w);
    int shown = level < 3 ? (int)level + 1 : 4;
    s += level;
    n -= level;
    while (n > 0 && *s == ' ') s++, n--;
    lp_text_addf(w->out, "<h%d>", shown);
    add_inline(w->out, s, n);
    lp_text_addf(w->out, "</h%d>\n", shown);
}

static void add_line(writer *w, const char *s, size_t n) {
    if (n == 0) {
        leave(w);
    } else if (*s == '#') {
        add_heading(w, s, n);
    } else if (*s == '|') {
        add_row(w, s, n);
    } else if (n > 4 && strncmp(s, "    ", 4) == 0) {
        lp_text line = {0};
        enter(w, CODE, "<pre>");
        lp_text_addn(&line, s + 4, n - 4);
        rep_escape(w->out, line.s);
        lp_text_addc(w->out, '\n');
        lp_text_free(&line);
    } else if (n > 1 && strncmp(s, "- ", 2) == 0) {
        enter(w, LIST, "<ul>\n");
        lp_text_add(w->out, "<li>");
        add_inline(w->out, s + 2, n - 2);
        lp_text_add(w->out, "</li>\n");
    } else {
        if (!enter(w, PARAGRAPH, "<p>")) lp_text_addc(w->out, '\n');
        add_inline(w->out, s, n);
    }
}

void rep_markdown(lp_text *out, const char *markdown) {
    writer w = {.out = out};
    for (const char *s = markdown; *s;) {
        size_t n = strcspn(s, "\n");
        add_line(&w, s, n);
        s += n + (s[n] == '\n');
    }
    leave(&w);
}
