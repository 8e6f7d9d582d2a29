/* Limits on nesting and on the length of statements and numbers, so that no syntax tree can be
 * deeper than the stacks of the compiler and of the passes behind it.
 *
 * In: the tokens of the unit, in order. Besides brackets, trees also grow by chains: `1+1+...`,
 * `!!!...`, `if () if () ...`, `else if`. So the tokens that lead to each point are counted: those
 * of the unfinished statement and of the unfinished statements around it. Finds no syntax errors:
 * the compiler reports them. */
#include <string.h>

#include "analyze/pp.h"

enum { CHAIN_MAX = 16384, NUMBER_MAX = 1000 };

static bool is_any(const pp_tok *t, const char *const *words) {
    for (; *words; words++)
        if (pp_is(t, *words)) return true;
    return false;
}

static char top_kind(const pp_limit *l) {
    return l->n ? l->levels[l->n - 1].kind : '{';
}

/* Does a brace after the parenthesis that begins now open a block (a body) rather than a compound
 * literal? */
static bool leads_to_block(const pp_limit *l) {
    static const char *const heads[] = {"if",        "for", "while", "switch", "__attribute__",
                                        "attribute", NULL};
    static const char *const operators[] = {"sizeof",      "return",    "vec_step",
                                            "__alignof__", "__alignof", NULL};
    if (is_any(&l->prev, heads)) return true;
    return l->n == 0 && l->prev.kind == PP_IDENT && !is_any(&l->prev, operators);
}

static bool opens_initialiser(const pp_limit *l) {
    if (pp_is(&l->prev, "=")) return true;
    if (pp_is(&l->prev, ",") || pp_is(&l->prev, "{")) return top_kind(l) == '=';
    return pp_is(&l->prev, ")") && !l->block;
}

static int open_level(pp *p, pp_limit *l, const pp_tok *t) {
    if (l->n >= (size_t)p->opt->max_nesting)
        return pp_fail(p, t, "brackets are nested deeper than %d", p->opt->max_nesting);
    pp_level v = {.kind = t->s[0], .at = l->count, .base = l->base, .block = leads_to_block(l)};
    if (v.kind == '{' && opens_initialiser(l)) v.kind = '=';
    if (v.kind == '{') l->base = l->count;
    l->levels = lp_grow(l->levels, &l->cap, l->n + 1, sizeof *l->levels);
    l->levels[l->n++] = v;
    return 0;
}

static void end_statement(pp_limit *l) {
    l->ended = l->count;
    l->count = l->base;
}

static void close_level(pp_limit *l) {
    if (l->n == 0) return;
    pp_level v = l->levels[--l->n];
    l->base = v.base;
    l->count = v.at + 1;
    l->block = v.block;
    if (v.kind == '{' && top_kind(l) == '{') end_statement(l);
}

int pp_limit_token(pp *p, const pp_tok *t) {
    pp_limit *l = &p->limit;
    int rc = 0;
    if (l->ended && pp_is(t, "else")) l->count = l->ended;
    l->ended = 0;
    if (t->kind == PP_NUM && t->len > NUMBER_MAX) /* the compiler's arithmetic takes for ever */
        return pp_fail(p, t, "a number of more than %d characters", NUMBER_MAX);
    if (++l->count > CHAIN_MAX)
        return pp_fail(p, t, "a statement of more than %d tokens", CHAIN_MAX);
    if (l->prev.kind == PP_IDENT && pp_is(t, "(") && pp_limit_call(p, &l->prev)) return -1;
    char c = t->kind == PP_PUNCT && t->len == 1 ? t->s[0] : 0;
    if (c == '(' || c == '[' || c == '{')
        rc = open_level(p, l, t);
    else if (c == ')' || c == ']' || c == '}')
        close_level(l);
    else if (c == ';' && top_kind(l) == '{')
        end_statement(l);
    else if (c == ',' && top_kind(l) == '=')
        l->count = l->levels[l->n - 1].at;
    l->prev = *t;
    return rc;
}
