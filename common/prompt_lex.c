/* Tokens for the prompt: source text -> tokens with the spaces before them.
 *
 * In: any bytes, mostly OpenCL C that `analyze` normalised. Out: tokens. Just enough of the
 * language to cut names, numbers and literals: checks nothing, and knows no tree. */
#include <stdlib.h>
#include <string.h>

#include "common/prompt_int.h"

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

void lp_pt_push(lp_ptoks *t, lp_ptok tok) {
    t->v = lp_grow(t->v, &t->cap, t->n + 1, sizeof *t->v);
    t->v[t->n++] = tok;
}

void lp_pt_free(lp_ptoks *t) {
    free(t->v);
    lp_strv_free(&t->notes);
    memset(t, 0, sizeof *t);
}

bool lp_pt_is(const lp_ptok *t, const char *text) {
    size_t n = strlen(text);
    return t->len == n && memcmp(t->s, text, n) == 0;
}

size_t lp_pt_close(const lp_ptoks *t, size_t open) {
    int depth = 0;
    for (size_t i = open; i < t->n; i++) {
        char c = t->v[i].kind == LP_PT_POINT ? *t->v[i].s : 0;
        if (c == '(' || c == '[' || c == '{') depth++;
        if ((c == ')' || c == ']' || c == '}') && --depth <= 0) return i + 1;
    }
    return t->n;
}

/* ---- cutting ------------------------------------------------------------------------------------
 */

/* Behind spaces and comments from `i`; *space is what they amount to. */
static size_t skip(const char *s, size_t n, size_t i, uint8_t *space) {
    while (i < n) {
        if (is_space(s[i])) {
            if (s[i] == '\n') *space = LP_PT_NEW_LINE;
            i++;
        } else if (i + 1 < n && s[i] == '/' && s[i + 1] == '/') {
            while (i < n && s[i] != '\n') i++;
        } else if (i + 1 < n && s[i] == '/' && s[i + 1] == '*') {
            for (i += 2; i < n && !(s[i] == '/' && s[i - 1] == '*'); i++);
            i += i < n;
        } else {
            break;
        }
        if (*space == LP_PT_JOINED) *space = LP_PT_BLANK;
    }
    return i;
}

static size_t number_end(const char *s, size_t n, size_t i) {
    for (i++; i < n; i++) {
        bool sign = (s[i] == '+' || s[i] == '-') && strchr("eEpP", s[i - 1]) != NULL;
        if (!is_name(s[i]) && s[i] != '.' && !sign) break;
    }
    return i;
}

static size_t literal_end(const char *s, size_t n, size_t i) {
    char quote = s[i++];
    for (; i < n && s[i] != quote && s[i] != '\n'; i++)
        if (s[i] == '\\' && i + 1 < n) i++;
    return i < n && s[i] == quote ? i + 1 : i;
}

/* A directive ends with its line; a '\' before the end continues it. */
static size_t line_end(const char *s, size_t n, size_t i) {
    while (i < n && (s[i] != '\n' || s[i - 1] == '\\')) i++;
    return i;
}

void lp_pt_lex(const char *code, size_t n, lp_ptoks *out) {
    uint8_t space = LP_PT_NEW_LINE;
    for (size_t i = skip(code, n, 0, &space); i < n; i = skip(code, n, i, &space)) {
        size_t end = i + 1;
        char c = code[i];
        lp_pt_kind kind = LP_PT_POINT;
        if (is_digit(c) || (c == '.' && i + 1 < n && is_digit(code[i + 1]))) {
            kind = LP_PT_NUMBER;
            end = number_end(code, n, i);
        } else if (is_name(c)) {
            kind = LP_PT_NAME;
            while (end < n && is_name(code[end])) end++;
        } else if (c == '"' || c == '\'') {
            kind = LP_PT_LITERAL;
            end = literal_end(code, n, i);
        } else if (c == '#' && space == LP_PT_NEW_LINE) {
            kind = LP_PT_LINE;
            end = line_end(code, n, i);
        }
        lp_pt_push(out, (lp_ptok){code + i, (uint32_t)(end - i), (uint8_t)kind, space});
        space = LP_PT_JOINED;
        i = end;
    }
}

/* ---- words of the language ----------------------------------------------------------------------
 */

static const struct {
    const char *name;
    int bytes;
    bool vectors; /* name2 to name16 */
} types[] = {
    {"char", 1, true},    {"uchar", 1, true},      {"short", 2, true}, {"ushort", 2, true},
    {"int", 4, true},     {"uint", 4, true},       {"long", 8, true},  {"ulong", 8, true},
    {"float", 4, true},   {"double", 8, true},     {"half", 2, true},  {"bool", 1, false},
    {"size_t", 8, false}, {"ptrdiff_t", 8, false},
};

int lp_pt_type_bytes(const lp_ptok *t) {
    static const struct {
        const char *digits;
        int width;
    } widths[] = {{"", 1}, {"2", 2}, {"3", 4}, {"4", 4}, {"8", 8}, {"16", 16}};
    if (t->kind != LP_PT_NAME) return 0;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t n = strlen(types[i].name);
        if (t->len < n || memcmp(t->s, types[i].name, n) != 0) continue;
        for (size_t w = 0; w < (types[i].vectors ? sizeof widths / sizeof *widths : 1); w++)
            if (t->len - n == strlen(widths[w].digits) &&
                memcmp(t->s + n, widths[w].digits, t->len - n) == 0)
                return types[i].bytes * widths[w].width;
    }
    return 0;
}

static bool is_one_of(const lp_ptok *t, const char *const *words, size_t n) {
    for (size_t i = 0; t->kind == LP_PT_NAME && i < n; i++)
        if (lp_pt_is(t, words[i])) return true;
    return false;
}

bool lp_pt_is_type(const lp_ptok *t) {
    static const char *const words[] = {"unsigned", "signed", "const",    "volatile", "restrict",
                                        "global",   "local",  "constant", "private",  "void"};
    return lp_pt_type_bytes(t) > 0 || is_one_of(t, words, sizeof words / sizeof *words);
}

bool lp_pt_is_keyword(const lp_ptok *t) {
    static const char *const words[] = {
        "if",      "else",   "for",      "while",  "do",     "return",   "switch", "case",
        "default", "break",  "continue", "goto",   "sizeof", "struct",   "union",  "enum",
        "typedef", "kernel", "static",   "inline", "extern", "register", "auto",   "__attribute__"};
    return lp_pt_is_type(t) || is_one_of(t, words, sizeof words / sizeof *words);
}
