/* The printer: lines and indents of OpenCL C.
 *
 * In: tokens of whole declarations. Out: text. Reads statements just far enough to know where lines
 * begin; spaces within a line are layout_space.c's. Checks nothing: every token comes out, in
 * order, whatever it is. */
#include "analyze/layout.h"

#include <stdlib.h>
#include <string.h>

enum {
    INDENT = 4,
    INDENT_MAX = 40 * INDENT
}; /* deeper lines stay there: text must not grow with the square of the depth */

typedef struct layout {
    const pp_toks *toks;
    size_t i;
    lp_text *out;
    int indent;
    int nest; /* open blocks; 0 at file scope */
    bool line_empty;
    an_spacer spacer;
} layout;

static void statement(layout *l);

static bool more(const layout *l) {
    return l->i < l->toks->n;
}

static bool at(const layout *l, const char *text) {
    return more(l) && pp_is(&l->toks->v[l->i], text);
}

static bool next_is(const layout *l, const char *text) {
    return l->i + 1 < l->toks->n && pp_is(&l->toks->v[l->i + 1], text);
}

/* ---- output ------------------------------------------------------------------------------------
 */

static void new_line(layout *l) {
    if (!l->line_empty) lp_text_addc(l->out, '\n');
    l->line_empty = true;
    an_spacer_new_line(&l->spacer);
}

static void begin_line(layout *l) {
    int n = l->indent < INDENT_MAX ? l->indent : INDENT_MAX;
    for (int i = 0; i < n; i++) lp_text_addc(l->out, ' ');
    l->line_empty = false;
}

/* Prints the next token. */
static void put(layout *l) {
    const pp_tok *t = &l->toks->v[l->i++];
    if (t->kind == PP_PRAGMA) {
        new_line(l);
        lp_text_addn(l->out, t->s, t->len);
        lp_text_addc(l->out, '\n');
        return;
    }
    bool space = an_space(&l->spacer, t);
    if (l->line_empty)
        begin_line(l);
    else if (space)
        lp_text_addc(l->out, ' ');
    lp_text_addn(l->out, t->s, t->len);
}

static int bracket(const pp_tok *t) {
    char c = t->kind == PP_PUNCT && t->len == 1 ? t->s[0] : 0;
    if (c == '(' || c == '[' || c == '{') return 1;
    return c == ')' || c == ']' || c == '}' ? -1 : 0;
}

/* Prints from an opening bracket to its partner. */
static void put_group(layout *l) {
    int depth = 0;
    do {
        depth += bracket(&l->toks->v[l->i]);
        put(l);
    } while (depth > 0 && more(l));
}

/* ---- statements --------------------------------------------------------------------------------
 */

/* { ... }; the line goes on after the closing brace. */
static void block(layout *l) {
    put(l);
    new_line(l);
    l->indent += INDENT;
    l->nest++;
    while (more(l) && !at(l, "}")) statement(l);
    l->indent -= INDENT;
    l->nest--;
    new_line(l);
    if (more(l)) put(l);
}

/* What a condition or an else governs: a block on the same line, or an indented line of its own. */
static void body(layout *l) {
    while (more(l) && l->toks->v[l->i].kind == PP_PRAGMA) put(l);
    if (at(l, "{")) {
        block(l);
        return;
    }
    new_line(l);
    l->indent += INDENT;
    if (more(l) && !at(l, "}")) statement(l);
    l->indent -= INDENT;
}

static void head(layout *l) {
    put(l);
    if (at(l, "(")) put_group(l);
    body(l);
}

static void if_statement(layout *l) {
    head(l);
    while (at(l, "else")) {
        put(l);
        if (!at(l, "if")) {
            body(l);
            break;
        }
        head(l);
    }
    new_line(l);
}

static void do_statement(layout *l) {
    put(l);
    body(l);
    if (at(l, "while")) {
        put(l);
        if (at(l, "(")) put_group(l);
        if (at(l, ";")) put(l);
    }
    new_line(l);
}

/* `case X:`, `default:`, `name:` stand one step to the left. */
static void label(layout *l) {
    int questions = 0, was = l->indent;
    l->indent = was >= INDENT ? was - INDENT : 0;
    while (more(l) && !(at(l, ":") && questions == 0) && !at(l, ";") && !at(l, "{") &&
           !at(l, "}")) {
        questions += at(l, "?") - at(l, ":");
        put(l);
    }
    if (at(l, ":")) {
        lp_text_addc(l->out, ':');
        l->i++;
    }
    new_line(l);
    l->indent = was;
}

typedef enum { TAG_NONE, TAG_RECORD, TAG_ENUM } tag_kind;

typedef struct declaration {
    tag_kind tag; /* a struct, union or enum whose braces may follow */
    bool assigned;
} declaration;

static void note(layout *l, declaration *d) {
    if (d->assigned) return;
    if (at(l, "struct") || at(l, "union"))
        d->tag = TAG_RECORD;
    else if (at(l, "enum"))
        d->tag = TAG_ENUM;
    else if (at(l, "="))
        d->assigned = true;
    else if (at(l, "(") && !pp_is(&l->spacer.prev, "__attribute__"))
        d->tag = TAG_NONE;
}

/* The braces of a declaration or an expression; true when they were a function's body. */
static bool braces(layout *l, declaration *d) {
    bool body_follows = l->nest == 0 && !d->assigned && d->tag == TAG_NONE;
    if (body_follows || (d->tag == TAG_RECORD && !d->assigned))
        block(l);
    else
        put_group(l);
    d->tag = TAG_NONE;
    return body_follows;
}

/* An expression, a declaration or a function definition. */
static void simple(layout *l) {
    declaration d = {TAG_NONE, false};
    while (more(l) && !at(l, "}")) {
        bool last = at(l, ";");
        note(l, &d);
        if (at(l, "{"))
            last = braces(l, &d);
        else if (at(l, "(") || at(l, "["))
            put_group(l);
        else
            put(l);
        if (last) break;
    }
    new_line(l);
}

static bool is_label(const layout *l) {
    return at(l, "case") || at(l, "default") ||
           (l->nest > 0 && l->toks->v[l->i].kind == PP_IDENT && next_is(l, ":"));
}

static void statement(layout *l) {
    if (at(l, "{")) {
        block(l);
        new_line(l);
    } else if (at(l, "if")) {
        if_statement(l);
    } else if (at(l, "for") || at(l, "while") || at(l, "switch")) {
        head(l);
        new_line(l);
    } else if (at(l, "do")) {
        do_statement(l);
    } else if (is_label(l)) {
        label(l);
    } else if (l->toks->v[l->i].kind == PP_PRAGMA || at(l, "}")) {
        put(l);
        new_line(l);
    } else {
        simple(l);
    }
}

void an_layout(const pp_toks *toks, lp_text *out) {
    layout l = {.toks = toks, .out = out, .line_empty = true};
    while (more(&l)) statement(&l);
    new_line(&l);
    an_spacer_free(&l.spacer);
}
