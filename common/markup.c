/* Sentences as filled text, Markdown and roff.
 *
 * In: plain text with code in backquotes. Out: text in which only that is markup. Knows neither
 * commands nor options: help*.c does. */
#include "common/markup.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t';
}

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void lp_fill(lp_text *out, const char *s, size_t at, size_t indent, size_t width) {
    bool first = true;
    while (*s) {
        while (is_blank(*s)) s++;
        size_t n = 0;
        while (s[n] && !is_blank(s[n])) n++;
        if (n == 0) break;
        if (!first && at + 1 + n > width) {
            lp_text_addf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (!first) {
            lp_text_addc(out, ' ');
            at++;
        }
        lp_text_addn(out, s, n);
        at += n;
        s += n;
        first = false;
    }
}

/* ---- Markdown ---------------------------------------------------------------------------------
 */

/* Whether s[i] of a sentence would be markup. */
static bool is_markup(const char *s, size_t i) {
    char before = i ? s[i - 1] : ' ', after = s[i + 1];
    switch (s[i]) {
    case '\\':
    case '*':
    case '<':
    case '[':
    case ']':
    case '|':
    case '~':
    case '`':
        return true;
    case '_': /* within a word it is a letter */
        return !is_word(before) || !is_word(after);
    case '&':
        return is_word(after) || after == '#';
    case '#':
    case '-':
    case '+':
    case '>':
    case '=': /* at the start of a paragraph */
        return i == 0;
    default:
        return false;
    }
}

void lp_md_code(lp_text *out, const char *s) {
    bool tick = strchr(s, '`') != NULL;
    lp_text_add(out, tick ? "`` " : "`");
    for (; *s; s++) {
        if (*s == '|') lp_text_addc(out, '\\');
        lp_text_addc(out, *s == '\n' ? ' ' : *s);
    }
    lp_text_add(out, tick ? " ``" : "`");
}

void lp_md_prose(lp_text *out, const char *s) {
    for (size_t i = 0; s[i]; i++) {
        const char *end = s[i] == '`' ? strchr(s + i + 1, '`') : NULL;
        if (end) {
            char *code = lp_strndup(s + i + 1, (size_t)(end - s) - i - 1);
            lp_md_code(out, code);
            free(code);
            i = (size_t)(end - s);
            continue;
        }
        if (is_markup(s, i)) lp_text_addc(out, '\\');
        lp_text_addc(out, s[i] == '\n' ? ' ' : s[i]);
    }
}

/* ---- roff -------------------------------------------------------------------------------------
 */

/* What stands for a byte that roff, or the typography of its output, would change; else NULL. */
static const char *roff_of(char c) {
    switch (c) {
    case '\\':
        return "\\e";
    case '-':
        return "\\-";
    case '\'':
        return "\\(aq";
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    case '"':
        return "\\(dq";
    default:
        return NULL;
    }
}

void lp_man_escape(lp_text *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *escape = roff_of(s[i]);
        bool starts = i > 0 ? is_blank(s[i - 1]) : out->len == 0 || is_blank(out->s[out->len - 1]);
        if (s[i] == '.' && starts) lp_text_add(out, "\\&");
        if (escape)
            lp_text_add(out, escape);
        else
            lp_text_addc(out, s[i]);
    }
}

void lp_man_prose(lp_text *out, const char *s) {
    enum { MAN_WIDTH = 78 };
    lp_text roff = {0};
    size_t at = 0;
    while (*s) {
        size_t n = strcspn(s, "`");
        const char *end = s[n] ? strchr(s + n + 1, '`') : NULL;
        lp_man_escape(&roff, s, end ? n : strlen(s));
        if (!end) break;
        lp_text_add(&roff, "\\fB");
        lp_man_escape(&roff, s + n + 1, (size_t)(end - s) - n - 1);
        lp_text_add(&roff, "\\fR");
        s = end + 1;
    }
    while (at < out->len && out->s[out->len - 1 - at] != '\n') at++;
    lp_fill(out, lp_text_str(&roff), at, 0, MAN_WIDTH);
    lp_text_free(&roff);
}

/* ---- paragraphs -------------------------------------------------------------------------------
 */

const char *lp_next_paragraph(const char *details, const char **p, size_t *n) {
    const char *s = *p ? *p : details;
    while (s && *s == '\n') s++;
    if (!s || !*s) return NULL;
    const char *end = strstr(s, "\n\n");
    *n = end ? (size_t)(end - s) : strlen(s);
    while (*n && s[*n - 1] == '\n') --*n;
    *p = end ? end : s + strlen(s);
    return s;
}

bool lp_is_example(const char *paragraph) {
    return strncmp(paragraph, "$ ", 2) == 0;
}
