/* Spaces between tokens of a line: what each token is there (operand, binary operator, star of a
 * declarator, ...), from the tokens before it, and the house style on top of that.
 *
 * In: tokens in order. Out: whether a space goes before each. Types are told from other names by
 * their spelling and by the typedefs seen before; a wrong guess costs a space in an odd place,
 * never a token. */
#include <stdlib.h>
#include <string.h>

#include "analyze/layout.h"

static bool in_list(const pp_tok *t, const char *const *words) {
    for (; *words; words++)
        if (pp_is(t, *words)) return true;
    return false;
}

static bool is_keyword(const pp_tok *t) {
    static const char *const words[] = {"if",   "for",  "while", "switch", "return",  "case",
                                        "else", "goto", "do",    "sizeof", "default", NULL};
    return in_list(t, words);
}

/* Bytes of `t` without a vector size at its end. */
static size_t base_len(const pp_tok *t) {
    static const char *const sizes[] = {"16", "2", "3", "4", "8"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = strlen(sizes[i]);
        if (t->len > n && memcmp(t->s + t->len - n, sizes[i], n) == 0) return t->len - n;
    }
    return t->len;
}

static bool is_builtin_type(const pp_tok *t) {
    static const char *const vectors[] = {"char", "uchar", "short", "ushort", "int",  "uint",
                                          "long", "ulong", "float", "double", "half", NULL};
    static const char *const others[] = {"void",         "bool",          "signed",
                                         "unsigned",     "size_t",        "ptrdiff_t",
                                         "intptr_t",     "uintptr_t",     "event_t",
                                         "sampler_t",    "const",         "volatile",
                                         "restrict",     "global",        "local",
                                         "constant",     "private",       "generic",
                                         "static",       "inline",        "extern",
                                         "register",     "typedef",       "kernel",
                                         "read_only",    "write_only",    "read_write",
                                         "struct",       "union",         "enum",
                                         "atomic_int",   "atomic_uint",   "atomic_long",
                                         "atomic_ulong", "atomic_float",  "atomic_double",
                                         "atomic_flag",  "atomic_size_t", NULL};
    pp_tok base = *t;
    base.len = (uint32_t)base_len(t);
    return in_list(t, others) || in_list(&base, vectors) ||
           (t->len > 6 && memcmp(t->s, "image", 5) == 0 && t->s[t->len - 2] == '_');
}

static bool is_type(const an_spacer *s, const pp_tok *t) {
    if (pp_is(t, "__attribute__")) return false;
    return s->tag || is_builtin_type(t) || an_name_find(&s->types, t->s, t->len) != AN_NO_NAME;
}

/* ---- roles -------------------------------------------------------------------------------------
 */

static bool ends_operand(an_role r) {
    return r == ROLE_OPERAND || r == ROLE_POSTFIX;
}

static bool is_call(const an_spacer *s) {
    return ends_operand(s->role) || pp_is(&s->prev, "sizeof");
}

static void open_paren(an_spacer *s) {
    static const char *const heads[] = {"if", "for", "while", "switch", NULL};
    bool maybe_cast = !is_call(s) && s->role != ROLE_TYPE && !in_list(&s->prev, heads);
    s->parens = lp_grow(s->parens, &s->cap, s->n + 1, sizeof *s->parens);
    s->parens[s->n++] = (an_paren){.maybe_cast = maybe_cast, .only_types = true};
}

static an_role close_paren(an_spacer *s) {
    if (s->n == 0) return ROLE_OPERAND;
    an_paren p = s->parens[--s->n];
    return p.maybe_cast && p.only_types && s->role != ROLE_OPEN ? ROLE_CAST : ROLE_OPERAND;
}

static an_role role_of_punct(an_spacer *s, const pp_tok *t) {
    static const char *const open[] = {"(", "[", "{", NULL}, *const close[] = {"]", "}", NULL};
    static const char *const comma[] = {",", ";", NULL}, *const member[] = {".", "->", NULL};
    static const char *const step[] = {"++", "--", NULL}, *const sign[] = {"*", "&", "+", "-",
                                                                           NULL};
    static const char *const unary[] = {"!", "~", NULL};
    if (in_list(t, open)) {
        open_paren(s);
        return ROLE_OPEN;
    }
    if (pp_is(t, ")")) return close_paren(s);
    if (in_list(t, close)) {
        close_paren(s);
        return ROLE_OPERAND;
    }
    if (in_list(t, comma)) return ROLE_COMMA;
    if (in_list(t, member)) return ROLE_MEMBER;
    if (in_list(t, step)) return ends_operand(s->role) ? ROLE_POSTFIX : ROLE_UNARY;
    if (pp_is(t, "*") && (s->role == ROLE_TYPE || s->role == ROLE_STAR)) return ROLE_STAR;
    if (in_list(t, unary) || (in_list(t, sign) && !ends_operand(s->role))) return ROLE_UNARY;
    return ROLE_BINARY;
}

static an_role role_of(an_spacer *s, const pp_tok *t) {
    if (t->kind == PP_PUNCT) return role_of_punct(s, t);
    if (t->kind != PP_IDENT || s->role == ROLE_MEMBER) return ROLE_OPERAND;
    if (is_keyword(t)) return ROLE_KEYWORD;
    return is_type(s, t) ? ROLE_TYPE : ROLE_OPERAND;
}

/* ---- the style ---------------------------------------------------------------------------------
 */

static bool space_before_open(const an_spacer *s, const pp_tok *t) {
    if (pp_is(t, "[")) return false;
    if (pp_is(t, "{")) return s->role != ROLE_CAST && s->role != ROLE_OPEN;
    if (s->role == ROLE_KEYWORD) return !pp_is(&s->prev, "sizeof");
    return s->role == ROLE_BINARY || s->role == ROLE_COMMA || s->role == ROLE_TYPE;
}

static bool space_by_style(const an_spacer *s, const pp_tok *t, an_role role) {
    static const char *const tight[] = {")", "]", "}", ",", ";", NULL};
    if (s->role == ROLE_OPEN || s->role == ROLE_UNARY || s->role == ROLE_MEMBER) return false;
    if ((t->kind == PP_PUNCT && in_list(t, tight)) || role == ROLE_MEMBER || role == ROLE_POSTFIX)
        return false;
    if (role == ROLE_OPEN) return space_before_open(s, t);
    if (role == ROLE_BINARY) return true;
    if (s->role == ROLE_CAST || s->role == ROLE_STAR) return false;
    return true;
}

/* `typedef X name;` makes a type of the name that stands before the semicolon, a comma or a
 * bracket. */
static void note_typedef(an_spacer *s, const pp_tok *t) {
    if (s->n == 0 && pp_is(t, "typedef")) s->in_typedef = true;
    bool ends = pp_is(t, ";") || pp_is(t, ",") || pp_is(t, "[");
    if (s->in_typedef && s->n == 0 && ends && s->prev.kind == PP_IDENT)
        an_name_add(&s->types, s->prev_at);
    if (s->n == 0 && pp_is(t, ";")) s->in_typedef = false;
}

bool an_space(an_spacer *s, const pp_tok *t) {
    static const char *const tags[] = {"struct", "union", "enum", NULL};
    an_role before = s->role;
    note_typedef(s, t);
    an_role role = role_of(s, t);
    if (s->n && role != ROLE_TYPE && role != ROLE_STAR && role != ROLE_OPEN && role != ROLE_CAST)
        s->parens[s->n - 1].only_types = false;
    bool space = before != ROLE_START && (space_by_style(s, t, role) || pp_must_part(&s->prev, t));
    s->prev = *t;
    s->prev_at = t;
    s->role = role;
    s->tag = t->kind == PP_IDENT && in_list(t, tags);
    return space;
}

void an_spacer_new_line(an_spacer *s) {
    s->role = ROLE_START;
}

void an_spacer_free(an_spacer *s) {
    free(s->parens);
    an_names_free(&s->types);
    memset(s, 0, sizeof *s);
}
