/* What literals of C and Python stand for, with the place of every byte in the file.
 *
 * In: a token of host_lex. Out: text and marks. What Python's formatting would put in ({name} of
 * f"...", %(name)s, ${name}) becomes the name itself. Refuses escapes that are no text. */
#include <string.h>

#include "analyze/host_lex.h"

typedef struct decoder {
    const host *h;
    an_source *to;
    uint32_t at, hi;
    bool percent; /* %(name)s occurs, so %% is one */
} decoder;

static void mark(const host *h, an_source *to, uint32_t at) {
    uint32_t line, col;
    an_host_where(h, at, &line, &col);
    pp_mark_add(&to->marks, to->text.len, line, col);
}

void an_host_add_bytes(const host *h, uint32_t lo, uint32_t hi, an_source *to) {
    for (uint32_t at = lo; at < hi;) {
        const char *nl = memchr(h->s + at, '\n', hi - at);
        uint32_t end = nl ? (uint32_t)(nl - h->s) + 1 : hi;
        mark(h, to, at);
        lp_text_addn(&to->text, h->s + at, end - at);
        at = end;
    }
}

void an_host_problem(const host *h, uint32_t at, const char *what, an_source *to) {
    uint32_t line, col;
    lp_text t = {0};
    if (to->problem) return; /* the first one is told */
    an_host_where(h, at, &line, &col);
    lp_text_addf(&t, "%s:%u:%u: %s in a string with OpenCL C", h->path, line, col, what);
    to->problem = lp_text_take(&t);
}

/* ---- escapes -----------------------------------------------------------------------------------
 */

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* Digits from d->at on, at most `most` of them. */
static uint32_t number(decoder *d, uint32_t base, uint32_t most) {
    uint32_t v = 0;
    for (uint32_t i = 0; i < most && d->at < d->hi; i++) {
        uint32_t x = (uint32_t)digit_value(d->h->s[d->at]);
        if (x >= base) break;
        v = v > 0xffffff ? v : v * base + x;
        d->at++;
    }
    return v;
}

static void add_utf8(lp_text *t, uint32_t c) {
    if (c < 0x80) {
        lp_text_addc(t, (char)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    lp_text_addc(t, (char)(lead[more] | (c >> (6 * more))));
    while (more-- > 0) lp_text_addc(t, (char)(0x80 | ((c >> (6 * more)) & 0x3f)));
}

/* \ooo \xhh \uhhhh \Uhhhhhhhh; d->at on what follows the backslash. */
static void add_number(decoder *d, uint32_t start) {
    char c = d->h->s[d->at];
    bool universal = c == 'u' || c == 'U';
    if (c < '0' || c > '7') d->at++;
    uint32_t v = c == 'u'   ? number(d, 16, 4)
                 : c == 'U' ? number(d, 16, 8)
                 : c == 'x' ? number(d, 16, d->h->python ? 2 : 8)
                            : number(d, 8, 3);
    const char *problem = NULL;
    if (v == 0)
        problem = "a NUL";
    else if (!universal && v > 0x7f)
        problem = "an escape that is not ASCII";
    else if (v > 0x10ffff || (v >= 0xd800 && v < 0xe000))
        problem = "an escape that is no character";
    if (problem) an_host_problem(d->h, start, problem, d->to);
    add_utf8(&d->to->text, problem ? ' ' : v);
}

/* At a backslash. */
static void add_escape(decoder *d) {
    static const char from[] = "ntvfrab", to[] = "\n\t  \r\a\b";
    const char *s = d->h->s;
    uint32_t start = d->at++;
    char c = d->at < d->hi ? s[d->at] : 0;
    if (c == '\r' && d->at + 1 < d->hi && s[d->at + 1] == '\n') {
        d->at += 2;
    } else if (c == '\n') {
        d->at++;
    } else if (c && ((c >= '0' && c <= '7') || strchr("xuU", c))) {
        add_number(d, start);
    } else if (c && strchr(from, c)) {
        lp_text_addc(&d->to->text, to[strchr(from, c) - from]);
        d->at++;
    } else {
        if (d->h->python && c && !strchr("\"'\\", c)) lp_text_addc(&d->to->text, '\\');
        if (c) lp_text_addc(&d->to->text, c);
        d->at += c != 0;
    }
    mark(d->h, d->to, d->at);
}

/* ---- formatting --------------------------------------------------------------------------------
 */

/* OPEN name CLOSE at d->at: adds the name as a word of its own. */
static bool add_name(decoder *d, const char *open, char close, bool conversion) {
    const char *s = d->h->s;
    size_t n = strlen(open);
    uint32_t lo = d->at + (uint32_t)n, hi = lo;
    if (d->hi - d->at <= n || memcmp(s + d->at, open, n) != 0) return false;
    if (!pp_ident_start((unsigned char)s[lo])) return false;
    while (hi < d->hi && pp_ident_char((unsigned char)s[hi])) hi++;
    uint32_t end = hi + 1 + conversion;
    if (hi >= d->hi || s[hi] != close || end > d->hi) return false;
    if (conversion && !strchr("sdifr", s[hi + 1])) return false;
    lp_text_addc(&d->to->text, ' ');
    an_host_add_bytes(d->h, lo, hi, d->to);
    lp_text_addc(&d->to->text, ' ');
    d->at = end;
    mark(d->h, d->to, d->at);
    d->percent |= conversion;
    return true;
}

/* A character that formatting doubles. */
static bool add_half(decoder *d, char c) {
    if (d->h->s[d->at] != c || d->at + 1 >= d->hi || d->h->s[d->at + 1] != c) return false;
    lp_text_addc(&d->to->text, c);
    d->at += 2;
    mark(d->h, d->to, d->at);
    return true;
}

static bool add_formatted(decoder *d, const host_tok *t) {
    if (!d->h->python) return false;
    if (t->format && (add_half(d, '{') || add_half(d, '}') || add_name(d, "{", '}', false)))
        return true;
    if (d->percent && add_half(d, '%')) return true;
    return add_name(d, "%(", ')', true) || add_name(d, "${", '}', false);
}

/* ---- entry -------------------------------------------------------------------------------------
 */

void an_host_add_literal(const host *h, const host_tok *t, an_source *to) {
    decoder d = {.h = h, .to = to, .at = t->lo, .hi = t->hi};
    if (t->lo < t->hi) mark(h, to, t->lo);
    while (d.at < d.hi) {
        char c = h->s[d.at];
        if (c == '\\' && !t->raw) {
            add_escape(&d);
        } else if (!strchr("{}%$", c) || !add_formatted(&d, t)) {
            lp_text_addc(&to->text, c);
            d.at++;
            if (c == '\n') mark(h, to, d.at);
        }
    }
}
