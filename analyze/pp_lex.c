/* Lexer of the preprocessor.
 *
 * In: the bytes of one file. Out: tokens with their line and column in that file. Comments become
 * white space, line splices vanish, digraphs take their usual spelling. Knows nothing of directives
 * or macros. */
#include "analyze/pp_lex.h"

#include <stdlib.h>
#include <string.h>

bool pp_ident_start(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static bool is_digit(unsigned char c) {
    return c >= '0' && c <= '9';
}

bool pp_ident_char(unsigned char c) {
    return pp_ident_start(c) || is_digit(c);
}

bool pp_is(const pp_tok *t, const char *text) {
    size_t n = strlen(text);
    return t->kind != PP_STR && t->kind != PP_CHR && t->len == n && memcmp(t->s, text, n) == 0;
}

/* ---- sources ----------------------------------------------------------------------------------
 */

/* Longest well-formed start of a line that as a whole is not UTF-8. */
static size_t utf8_prefix(const char *s, size_t n) {
    size_t at = 0;
    while (at < n) {
        size_t k = 1;
        while (k <= 4 && k <= n - at && !lp_utf8_valid(s + at, k)) k++;
        if (k > 4 || k > n - at) break;
        at += k;
    }
    return at;
}

int pp_check_bytes(const char *path, const char *bytes, size_t n, lp_err *e) {
    unsigned line = 1;
    for (size_t at = 0; at < n; line++) {
        const char *nl = memchr(bytes + at, '\n', n - at);
        size_t len = nl ? (size_t)(nl - (bytes + at)) : n - at;
        const char *nul = memchr(bytes + at, 0, len);
        if (nul)
            return lp_fail(e, "%s:%u:%zu: a NUL byte: not OpenCL C text", path, line,
                           (size_t)(nul - (bytes + at)) + 1);
        if (!lp_utf8_valid(bytes + at, len))
            return lp_fail(e, "%s:%u:%zu: invalid UTF-8: save the file as UTF-8 text", path, line,
                           utf8_prefix(bytes + at, len) + 1);
        at += len + 1;
    }
    return 0;
}

void pp_mark_add(pp_marks *m, size_t offset, uint32_t line, uint32_t col) {
    m->v = lp_grow(m->v, &m->cap, m->n + 1, sizeof *m->v);
    m->v[m->n++] = (pp_mark){(uint32_t)offset, line, col};
}

/* Bytes of a line splice at s[at] (a backslash, blanks, a line end), 0 when it is none. */
static size_t splice_len(const char *s, size_t n, size_t at) {
    size_t i = at + 1;
    if (s[at] != '\\') return 0;
    while (i < n && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r')) i++;
    return i < n && s[i] == '\n' ? i + 1 - at : 0;
}

/* Goes on to the last of the given marks that is not behind `at`. */
static void follow_marks(pp_src *src, const pp_marks *from, size_t *next, size_t at) {
    size_t was = *next;
    while (*next < from->n && from->v[*next].offset <= at) ++*next;
    if (*next == was) return;
    const pp_mark *m = &from->v[*next - 1];
    pp_mark_add(&src->marks, src->n, m->line, m->col + (uint32_t)(at - m->offset));
}

void pp_src_init_from(pp_src *src, const char *path, const char *bytes, size_t n,
                      const pp_marks *from) {
    uint32_t line = 1;
    size_t at = n >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, next = 0;
    src->path = lp_strdup(path);
    src->bytes = lp_alloc(n + 2, 1);
    pp_mark_add(&src->marks, 0, 1, (uint32_t)at + 1);
    while (at < n) {
        size_t skip = splice_len(bytes, n, at);
        if (from) follow_marks(src, from, &next, at);
        if (skip) {
            at += skip;
            if (!from) pp_mark_add(&src->marks, src->n, ++line, 1);
        } else if (bytes[at] == '\r' && at + 1 < n && bytes[at + 1] == '\n') {
            at++;
        } else {
            char c = bytes[at++];
            src->bytes[src->n++] = c;
            if (c == '\n' && !from) pp_mark_add(&src->marks, src->n, ++line, 1);
        }
    }
    if (src->n && src->bytes[src->n - 1] != '\n') src->bytes[src->n++] = '\n';
    src->bytes[src->n] = 0;
}

void pp_src_init(pp_src *src, const char *path, const char *bytes, size_t n) {
    pp_src_init_from(src, path, bytes, n, NULL);
}

void pp_src_free(pp_src *src) {
    free(src->path);
    free(src->real);
    free(src->bytes);
    free(src->marks.v);
    memset(src, 0, sizeof *src);
}

/* ---- tokens ------------------------------------------------------------------------------------
 */

static const char *const puncts[] = {
    "...", "<<=", ">>=", "%:%:", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||",  "*=",  "/=",  "%=",   "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>",
    "%:",  "[",   "]",   "(",    ")",  "{",  "}",  ".",  "&",  "*",  "+",  "-",  "~",  "!",
    "/",   "%",   "<",   ">",    "^",  "|",  "?",  ":",  ";",  "=",  ",",  "#"};

size_t pp_punct_len(const char *s, size_t n) {
    size_t best = 0;
    if (!n) return 0;
    for (size_t i = 0; i < sizeof puncts / sizeof *puncts; i++) {
        if (puncts[i][0] != s[0]) continue; /* nearly all of them: this runs for every token */
        size_t len = strlen(puncts[i]);
        if (len > best && len <= n && memcmp(s, puncts[i], len) == 0) best = len;
    }
    return best;
}

/* Digraphs are spelled out, so that no later pass, nor the compiler behind it, can see a bracket or
 * a # that this one did not. */
static void spell_out(pp_tok *t) {
    static const char *const digraphs[][2] = {{"<:", "["}, {":>", "]"}, {"<%", "{"},
                                              {"%>", "}"}, {"%:", "#"}, {"%:%:", "##"}};
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; i++)
        if (pp_is(t, digraphs[i][0])) {
            t->s = digraphs[i][1];
            t->len = (uint32_t)strlen(t->s);
            return;
        }
}

/* Position of the byte at l->at. */
static void locate(pp_lexer *l, uint32_t *line, uint32_t *col) {
    const pp_marks *m = &l->src->marks;
    while (l->mark + 1 < m->n && m->v[l->mark + 1].offset <= l->at) l->mark++;
    *line = m->v[l->mark].line;
    *col = m->v[l->mark].col + (uint32_t)(l->at - m->v[l->mark].offset);
}

static int skip_block_comment(pp_lexer *l, lp_err *e) {
    const char *end = strstr(l->src->bytes + l->at + 2, "*/");
    if (!end) {
        uint32_t line, col;
        locate(l, &line, &col);
        return lp_fail(e, "%s:%u:%u: comment without an end", l->src->path, line, col);
    }
    l->at = (size_t)(end - l->src->bytes) + 2;
    return 0;
}

/* Skips blanks and comments up to the next token or line end; *space tells whether there were any.
 */
static int skip_space(pp_lexer *l, bool *space, lp_err *e) {
    const char *s = l->src->bytes;
    for (*space = false;; *space = true) {
        char c = s[l->at];
        if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r') {
            l->at++;
        } else if (c == '/' && s[l->at + 1] == '/') {
            while (l->at < l->src->n && s[l->at] != '\n') l->at++;
        } else if (c == '/' && s[l->at + 1] == '*') {
            if (skip_block_comment(l, e)) return -1;
        } else {
            return 0;
        }
    }
}

static size_t number_len(const char *s) {
    size_t i = 1;
    for (;; i++) {
        bool exponent = s[i] && strchr("+-", s[i]) && strchr("eEpP", s[i - 1]);
        if (!exponent && !pp_ident_char((unsigned char)s[i]) && s[i] != '.') return i;
    }
}

/* Length of the quoted text at `s`, 0 when the line ends before it does. */
static size_t quoted_len(const char *s) {
    char quote = s[0];
    for (size_t i = 1; s[i] && s[i] != '\n'; i++) {
        if (s[i] == quote) return i + 1;
        if (s[i] == '\\' && s[i + 1] && s[i + 1] != '\n') i++;
    }
    return 0;
}

static void classify(const char *s, size_t left, pp_tok *t) {
    unsigned char c = (unsigned char)s[0];
    size_t len = 1;
    t->kind = PP_OTHER;
    if (pp_ident_start(c)) {
        t->kind = PP_IDENT;
        while (pp_ident_char((unsigned char)s[len])) len++;
    } else if (is_digit(c) || (c == '.' && is_digit((unsigned char)s[1]))) {
        t->kind = PP_NUM;
        len = number_len(s);
    } else if (c == '"' || c == '\'') {
        len = quoted_len(s);
        if (len)
            t->kind = c == '"' ? PP_STR : PP_CHR;
        else
            len = 1;
    } else {
        size_t n = pp_punct_len(s, left);
        if (n) t->kind = PP_PUNCT;
        if (n) len = n;
    }
    t->s = s;
    t->len = (uint32_t)len;
}

bool pp_lex_one(const char *s, size_t n, pp_tok *t) {
    if (n == 0) return false;
    classify(s, n, t);
    if (t->len != n || t->kind == PP_OTHER) return false;
    if (t->kind == PP_PUNCT) spell_out(t);
    return true;
}

int pp_lex(pp_lexer *l, pp_tok *t, lp_err *e) {
    *t = (pp_tok){.s = "", .file = l->src->index, .param = -1};
    if (skip_space(l, &t->space, e)) return -1;
    locate(l, &t->line, &t->col);
    if (l->at >= l->src->n) return 0;
    const char *s = l->src->bytes + l->at;
    if (*s == '\n') {
        t->kind = PP_NL;
        l->at++;
        return 0;
    }
    classify(s, l->src->n - l->at, t);
    l->at += t->len;
    if (t->kind == PP_PUNCT) spell_out(t);
    return 0;
}

void pp_push(pp_toks *v, const pp_tok *t) {
    v->v = lp_grow(v->v, &v->cap, v->n + 1, sizeof *v->v);
    v->v[v->n++] = *t;
}

static bool ends_with(const pp_tok *t, const char *set) {
    return t->len && strchr(set, t->s[t->len - 1]) && t->s[t->len - 1];
}

bool pp_must_part(const pp_tok *a, const pp_tok *b) {
    char c = b->s[0], both[8];
    if (a->kind == PP_IDENT || a->kind == PP_NUM) {
        if (pp_ident_char((unsigned char)c) || c == '"' || c == '\'') return true;
        return a->kind == PP_NUM && (c == '.' || (strchr("+-", c) && ends_with(a, "eEpP")));
    }
    if (a->kind != PP_PUNCT) return false;
    if (b->kind == PP_NUM) return ends_with(a, ".");
    if (b->kind != PP_PUNCT || a->len > 3) return false;
    memcpy(both, a->s, a->len);
    both[a->len] = c;
    return pp_punct_len(both, a->len + 1) > a->len || (pp_is(a, "/") && (c == '/' || c == '*')) ||
           (pp_is(a, "?") && c == '?') || (pp_is(a, ".") && c == '.');
}
