/* Words, literals and brackets of C, C++ and Python, as far as finding embedded programs needs
 * them.
 *
 * In: bytes of any file, valid or not. Out: tokens, matching brackets, and which calls have a
 * kernel function among their arguments. Directives are left out but for the bodies of #define.
 * Decodes nothing. */
#include <stdlib.h>
#include <string.h>

#include "analyze/guess.h"
#include "analyze/host_lex.h"

enum {
    HEAD_STEPS = 16,     /* words and brackets between `kernel` and `void` */
    MAX_TOKENS = 1 << 20 /* what is behind is not looked at */
};

typedef struct lexer {
    host *h;
    uint32_t at;
    bool line_start, define;
    uint32_t define_depth;
    uint32_t *open; /* tokens that open a bracket */
    size_t n_open, cap_open;
    uint32_t *kernels, *parents; /* words that mean `kernel`, and the bracket around each */
    size_t n_kernels, cap_kernels, cap_parents;
    lp_strv macros; /* defined here, without making strings */
} lexer;

static char look(const lexer *l, uint32_t ahead) {
    size_t at = (size_t)l->at + ahead;
    return at < l->h->n ? l->h->s[at] : 0;
}

static bool digit(char c) {
    return c >= '0' && c <= '9';
}

static bool word_char(char c) {
    return pp_ident_char((unsigned char)c);
}

static host_tok *push(lexer *l, host_kind kind, uint32_t at, uint32_t end) {
    host *h = l->h;
    h->v = lp_grow(h->v, &h->cap_toks, h->n_toks + 1, sizeof *h->v);
    host_tok *t = &h->v[h->n_toks++];
    *t = (host_tok){.at = at, .end = end, .kind = (uint8_t)kind, .match = HOST_NONE};
    return t;
}

static void push_break(lexer *l) {
    host *h = l->h;
    if (h->n_toks && h->v[h->n_toks - 1].kind != HOST_BREAK) push(l, HOST_BREAK, l->at, l->at);
}

bool an_host_is(const host *h, size_t i, const char *text) {
    size_t n = strlen(text);
    if (i >= h->n_toks || h->v[i].kind == HOST_STR) return false;
    return h->v[i].end - h->v[i].at == n && memcmp(h->s + h->v[i].at, text, n) == 0;
}

/* ---- brackets ----------------------------------------------------------------------------------
 */

static char opener(const lexer *l) {
    return l->n_open ? l->h->s[l->h->v[l->open[l->n_open - 1]].at] : 0;
}

static void open_bracket(lexer *l) {
    l->open = lp_grow(l->open, &l->cap_open, l->n_open + 1, sizeof *l->open);
    l->open[l->n_open++] = (uint32_t)(l->h->n_toks - 1);
}

static bool has_open(const lexer *l, char c) {
    for (size_t i = l->n_open, steps = 0; i-- > 0 && steps < 64; steps++)
        if (l->h->s[l->h->v[l->open[i]].at] == c) return true;
    return false;
}

/* Conditionals may leave more closing brackets than opening ones, or fewer: a brace closes what is
 * open inside of it. */
static void close_bracket(lexer *l, char c) {
    char want = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (want == '{' && has_open(l, '{'))
        while (opener(l) != '{') l->n_open--;
    if (opener(l) != want) return;
    l->h->v[l->open[--l->n_open]].match = (uint32_t)(l->h->n_toks - 1);
}

/* ---- literals ----------------------------------------------------------------------------------
 */

/* Ends a string that has no end at `end`. Only that of a kernel is worth a word. */
static void unended(lexer *l, uint32_t start, uint32_t end) {
    host *h = l->h;
    bool kernel = memmem(h->s + start, end - start, "kernel", 6) != NULL &&
                  memmem(h->s + start, end - start, "void", 4) != NULL;
    if (kernel && h->unended == HOST_NONE) h->unended = start;
    push(l, HOST_OTHER, start, end);
    l->at = end;
}

/* R"DELIM( ... )DELIM", l->at on the quote. */
static void lex_raw(lexer *l, uint32_t start) {
    const char *s = l->h->s;
    size_t n = l->h->n, open = l->at + 1;
    char close[20] = ")";
    while (open < n && open - l->at <= 16 && !strchr("()\\ \t\n\"", s[open])) open++;
    if (open >= n || s[open] != '(') {
        unended(l, start, l->at + 1);
        return;
    }
    size_t delim = open - l->at - 1;
    memcpy(close + 1, s + l->at + 1, delim);
    close[delim + 1] = '"';
    const char *end = memmem(s + open + 1, n - open - 1, close, delim + 2);
    if (!end) {
        unended(l, start, (uint32_t)n);
        return;
    }
    l->at = (uint32_t)(end - s + (ptrdiff_t)delim + 2);
    host_tok *t = push(l, HOST_STR, start, l->at);
    t->lo = (uint32_t)open + 1;
    t->hi = (uint32_t)(end - s);
    t->raw = true;
}

/* Bytes of the escape at s[at], so far as it can hide a quote or a line end. */
static uint32_t escape_len(const host *h, uint32_t at) {
    return at + 2 < h->n && h->s[at + 1] == '\r' && h->s[at + 2] == '\n' ? 3 : 2;
}

/* A quoted text, l->at on its first quote; `quotes` is 1 or 3. A raw one of Python's has its
 * backslashes for itself, but they still hide a quote. */
static host_tok *lex_quoted(lexer *l, uint32_t start, uint32_t quotes) {
    const host *h = l->h;
    char q = h->s[l->at];
    uint32_t at = l->at + quotes, lo = at;
    while (at < h->n && (quotes == 3 || h->s[at] != '\n')) {
        bool end = h->s[at] == q &&
                   (quotes == 1 || (at + 2 < h->n && h->s[at + 1] == q && h->s[at + 2] == q));
        if (end) {
            l->at = at + quotes;
            host_tok *t = push(l, q == '"' || h->python ? HOST_STR : HOST_OTHER, start, l->at);
            t->lo = lo;
            t->hi = at;
            return t;
        }
        at += h->s[at] == '\\' ? escape_len(h, at) : 1;
    }
    if (at > h->n) at = (uint32_t)h->n;
    if (q == '"' || h->python)
        unended(l, start, at);
    else
        l->at++; /* an apostrophe */
    return NULL;
}

/* Is s[0..n) what may stand before a quote? */
static bool is_prefix(const host *h, const char *s, size_t n, bool *raw, bool *format) {
    static const char *const c[] = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};
    *raw = *format = false;
    if (h->python) {
        for (size_t i = 0; i < n; i++) {
            if (!strchr("rRbBuUfF", s[i])) return false;
            *raw |= s[i] == 'r' || s[i] == 'R';
            *format |= s[i] == 'f' || s[i] == 'F';
        }
        return n <= 2;
    }
    for (size_t i = 0; i < sizeof c / sizeof *c; i++)
        if (strlen(c[i]) == n && memcmp(c[i], s, n) == 0) {
            *raw = s[n - 1] == 'R';
            return true;
        }
    return false;
}

static uint32_t quotes_at(const lexer *l) {
    char q = look(l, 0);
    return l->h->python && look(l, 1) == q && look(l, 2) == q ? 3 : 1;
}

static void lex_word(lexer *l) {
    const host *h = l->h;
    uint32_t start = l->at;
    bool raw, format;
    while (word_char(look(l, 0))) l->at++;
    size_t n = l->at - start;
    char q = look(l, 0);
    if ((q == '"' || (h->python && q == '\'')) && is_prefix(h, h->s + start, n, &raw, &format)) {
        if (raw && !h->python) {
            lex_raw(l, start);
            return;
        }
        host_tok *t = lex_quoted(l, start, quotes_at(l));
        if (t) t->raw = raw, t->format = format;
        return;
    }
    push(l, HOST_WORD, start, l->at);
}

static void lex_number(lexer *l) {
    uint32_t start = l->at;
    for (;; l->at++) {
        char c = look(l, 0), before = l->at > start ? l->h->s[l->at - 1] : 0;
        bool exponent = c && strchr("+-", c) && before && strchr("eEpP", before);
        bool part = c == '\'' && !l->h->python && word_char(look(l, 1)); /* 1'000 */
        if (!word_char(c) && c != '.' && !exponent && !part) break;
    }
    push(l, HOST_NUM, start, l->at);
}

/* ---- what is left out --------------------------------------------------------------------------
 */

/* Is there a line splice? Skips it. */
static bool skip_splice(lexer *l) {
    uint32_t i = 1;
    if (look(l, 0) != '\\') return false;
    while (look(l, i) == ' ' || look(l, i) == '\t' || look(l, i) == '\r') i++;
    if (look(l, i) != '\n') return false;
    l->at += i + 1;
    return true;
}

static void skip_line(lexer *l) {
    while (l->at < l->h->n && look(l, 0) != '\n')
        if (l->h->python || !skip_splice(l)) l->at++;
}

static bool skip_comment(lexer *l) {
    char c = look(l, 0), next = look(l, 1);
    if (l->h->python ? c == '#' : c == '/' && next == '/') {
        skip_line(l);
        return true;
    }
    if (l->h->python || c != '/' || next != '*') return false;
    const char *end = memmem(l->h->s + l->at + 2, l->h->n - l->at - 2, "*/", 2);
    l->at = end ? (uint32_t)(end - l->h->s) + 2 : (uint32_t)l->h->n;
    return true;
}

/* Is there a # that is none of ## ? */
static bool makes_string(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (s[i] != '#') continue;
        if (i + 1 >= n || s[i + 1] != '#') return true;
        i++;
    }
    return false;
}

/* Remembers a macro whose body makes no string of its arguments: calls of it are code. */
static void note_macro(lexer *l) {
    const host *h = l->h;
    uint32_t start = l->at, end;
    lexer ahead = *l;
    while (word_char(look(l, 0))) l->at++;
    end = l->at;
    skip_line(&ahead);
    if (end == start || makes_string(h->s + end, ahead.at - end)) return;
    char *name = lp_strndup(h->s + start, end - start);
    lp_strv_add(&l->macros, name);
    free(name);
}

/* At a # that begins a line. */
static void lex_directive(lexer *l) {
    uint32_t i = 1;
    while (look(l, i) == ' ' || look(l, i) == '\t') i++;
    if (l->at + i + 6 < l->h->n && memcmp(l->h->s + l->at + i, "define", 6) == 0 &&
        !word_char(look(l, i + 6))) {
        push_break(l);
        l->at += i + 6;
        while (look(l, 0) == ' ' || look(l, 0) == '\t') l->at++;
        l->define = true;
        l->define_depth = (uint32_t)l->n_open;
        note_macro(l);
    } else {
        skip_line(l);
    }
}

static void lex_newline(lexer *l) {
    host *h = l->h;
    l->at++;
    l->line_start = true;
    if (l->define) {
        if (l->n_open > l->define_depth) l->n_open = l->define_depth;
        l->define = false;
        push_break(l);
    } else if (h->python && l->n_open == 0) {
        push_break(l);
    }
}

/* ---- kernels -----------------------------------------------------------------------------------
 */

/* `kernel` and what is known to stand for it, CUDA's __global__ aside. */
static bool means_kernel(const host *h, const host_tok *t) {
    pp_tok word = {.s = h->s + t->at, .len = t->end - t->at, .kind = PP_IDENT};
    if (pp_is(&word, "kernel") || pp_is(&word, "__kernel")) return true;
    const char *known = an_known_macro(&word);
    return known && strcmp(known, "kernel") == 0 && !pp_is(&word, "__global__");
}

static void note_kernel(lexer *l) {
    const host *h = l->h;
    if (!means_kernel(h, &h->v[h->n_toks - 1])) return;
    l->kernels = lp_grow(l->kernels, &l->cap_kernels, l->n_kernels + 1, sizeof *l->kernels);
    l->parents = lp_grow(l->parents, &l->cap_parents, l->n_kernels + 1, sizeof *l->parents);
    l->kernels[l->n_kernels] = (uint32_t)h->n_toks - 1;
    l->parents[l->n_kernels++] = l->n_open ? l->open[l->n_open - 1] : HOST_NONE;
}

/* kernel ... void NAME( or void kernel NAME( */
static bool is_head(const host *h, size_t k) {
    size_t at = k + 1;
    if (k > 0 && an_host_is(h, k - 1, "void"))
        return k + 2 < h->n_toks && h->v[k + 1].kind == HOST_WORD && an_host_is(h, k + 2, "(");
    for (int steps = 0; steps < HEAD_STEPS && at < h->n_toks; steps++) {
        if (an_host_is(h, at, "void"))
            return at + 2 < h->n_toks && h->v[at + 1].kind == HOST_WORD &&
                   an_host_is(h, at + 2, "(");
        if (an_host_is(h, at, "(") && h->v[at].match != HOST_NONE)
            at = h->v[at].match;
        else if (h->v[at].kind != HOST_WORD)
            return false;
        at++;
    }
    return false;
}

static bool is_macro(const lexer *l, const host_tok *t) {
    size_t n = t->end - t->at;
    for (size_t i = 0; i < l->macros.n; i++)
        if (strlen(l->macros.v[i]) == n && memcmp(l->macros.v[i], l->h->s + t->at, n) == 0)
            return true;
    return false;
}

/* A kernel is an argument of a macro that makes a string of it, or stands in the file itself. */
static void place_kernels(lexer *l) {
    host *h = l->h;
    for (size_t i = 0; i < l->n_kernels; i++) {
        uint32_t p = l->parents[i];
        if (!is_head(h, l->kernels[i])) continue;
        bool call = p != HOST_NONE && p > 0 && an_host_is(h, p, "(") &&
                    h->v[p].match != HOST_NONE && h->v[p - 1].kind == HOST_WORD &&
                    !is_macro(l, &h->v[p - 1]);
        if (call && !h->python)
            h->v[p].stringify = true;
        else
            h->plain = true;
    }
}

/* ---- entry -------------------------------------------------------------------------------------
 */

static void lex_punct(lexer *l) {
    char c = look(l, 0);
    push(l, HOST_PUNCT, l->at, l->at + 1);
    l->at++;
    if (strchr("([{", c))
        open_bracket(l);
    else if (strchr(")]}", c))
        close_bracket(l, c);
}

static void lex_one(lexer *l) {
    char c = look(l, 0);
    bool start = l->line_start;
    if (c == '\n') {
        lex_newline(l);
        return;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
        l->at++;
        return;
    }
    if (skip_splice(l) || skip_comment(l)) return;
    l->line_start = false;
    if (c == '#' && start) {
        lex_directive(l);
    } else if (digit(c) || (c == '.' && digit(look(l, 1)))) {
        lex_number(l);
    } else if (word_char(c)) {
        size_t before = l->h->n_toks;
        lex_word(l);
        if (l->h->n_toks > before && l->h->v[before].kind == HOST_WORD) note_kernel(l);
    } else if (c == '"' || c == '\'') {
        lex_quoted(l, l->at, quotes_at(l));
    } else if (c) {
        lex_punct(l);
    } else {
        push(l, HOST_OTHER, l->at, l->at + 1);
        l->at++;
    }
}

static void find_lines(host *h) {
    for (size_t at = 0; at <= h->n;) {
        h->lines = lp_grow(h->lines, &h->cap_lines, h->n_lines + 1, sizeof *h->lines);
        h->lines[h->n_lines++] = (uint32_t)at;
        const char *nl = at < h->n ? memchr(h->s + at, '\n', h->n - at) : NULL;
        if (!nl) break;
        at = (size_t)(nl - h->s) + 1;
    }
}

void an_host_lex(host *h) {
    lexer l = {.h = h, .line_start = true};
    h->unended = HOST_NONE;
    find_lines(h);
    if (h->n >= 3 && memcmp(h->s, "\xef\xbb\xbf", 3) == 0) l.at = 3;
    while (l.at < h->n && h->n_toks < MAX_TOKENS) lex_one(&l);
    place_kernels(&l);
    free(l.open);
    free(l.kernels);
    free(l.parents);
    lp_strv_free(&l.macros);
}

void an_host_free(host *h) {
    free(h->v);
    free(h->lines);
}

void an_host_where(const host *h, uint32_t at, uint32_t *line, uint32_t *col) {
    size_t lo = 0, hi = h->n_lines;
    while (lo + 1 < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (h->lines[mid] <= at)
            lo = mid;
        else
            hi = mid;
    }
    *line = (uint32_t)lo + 1;
    *col = at - h->lines[lo] + 1;
}
