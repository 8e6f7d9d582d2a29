/* Directives: reads the open files line by line, runs what begins with #, and leaves out what
 * conditionals exclude.
 *
 * In: the files on the include stack. Out: their tokens, one PP_NL a line. Expands nothing, except
 * in #if, #include and #pragma unroll lines. #line is checked for and ignored: positions are those
 * of the real files. */
#include <stdlib.h>
#include <string.h>

#include "analyze/pp.h"
#include "common/intr.h"

int pp_read_line(pp *p, pp_toks *line) {
    pp_tok t;
    for (;;) {
        if (pp_lex(&p->open[p->n_open - 1].lex, &t, p->e)) return -1;
        if (t.kind == PP_NL || t.kind == PP_EOF) break;
        pp_push(line, &t);
    }
    p->line_start = true;
    return 0;
}

/* ---- conditionals ------------------------------------------------------------------------------
 */

static bool active(const pp *p) {
    return p->n_conds == 0 || p->conds[p->n_conds - 1].active;
}

static int begin_cond(pp *p, const pp_tok *at, bool yes) {
    if (p->n_conds >= (size_t)p->opt->max_nesting)
        return pp_fail(p, at, "conditionals are nested deeper than %d", p->opt->max_nesting);
    bool live = active(p);
    p->conds = lp_grow(p->conds, &p->cap_conds, p->n_conds + 1, sizeof *p->conds);
    p->conds[p->n_conds++] =
        (pp_cond){.at = *at, .live = live, .taken = yes || !live, .active = yes && live};
    return 0;
}

static int do_if(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    bool yes = false;
    if (active(p) && pp_eval(p, at, v, n, &yes)) return -1;
    return begin_cond(p, at, yes);
}

static int begin_ifdef(pp *p, const pp_tok *at, const pp_tok *v, size_t n, bool want) {
    if (active(p) && (n == 0 || v[0].kind != PP_IDENT))
        return pp_fail(p, at, "#%.*s needs the name of a macro", pp_size(at), at->s);
    return begin_cond(p, at, active(p) && pp_defined(p, &v[0]) == want);
}

static int do_ifdef(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    return begin_ifdef(p, at, v, n, true);
}

static int do_ifndef(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    return begin_ifdef(p, at, v, n, false);
}

/* The conditional that #elif, #else or #endif belongs to: one of the same file. */
static pp_cond *current_cond(pp *p, const pp_tok *at) {
    if (p->n_conds > p->open[p->n_open - 1].n_conds) return &p->conds[p->n_conds - 1];
    pp_fail(p, at, "#%.*s without #if", pp_size(at), at->s);
    return NULL;
}

static int do_elif(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    pp_cond *c = current_cond(p, at);
    bool yes = false;
    if (!c) return -1;
    if (c->in_else) return pp_fail(p, at, "#elif after #else");
    if (!c->taken && pp_eval(p, at, v, n, &yes)) return -1;
    c = &p->conds[p->n_conds - 1];
    c->active = yes;
    c->taken |= yes;
    return 0;
}

static int do_else(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    pp_cond *c = current_cond(p, at);
    (void)v;
    (void)n;
    if (!c) return -1;
    if (c->in_else) return pp_fail(p, at, "a second #else");
    c->active = !c->taken;
    c->taken = c->in_else = true;
    return 0;
}

static int do_endif(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    (void)v;
    (void)n;
    if (!current_cond(p, at)) return -1;
    p->n_conds--;
    return 0;
}

/* ---- other directives --------------------------------------------------------------------------
 */

static int do_define(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    return n ? pp_define(p, v, n) : pp_fail(p, at, "#define needs a name");
}

static int do_undef(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    if (n == 0 || v[0].kind != PP_IDENT) return pp_fail(p, at, "#undef needs the name of a macro");
    pp_undef(p, &v[0]);
    return 0;
}

static int do_error(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    lp_text text = {0};
    for (size_t i = 0; i < n && text.len < 200; i++) {
        lp_text_add(&text, i && v[i].space ? " " : "");
        lp_text_addn(&text, v[i].s, (size_t)pp_size(&v[i]));
    }
    pp_fail(p, at, "#error %s", lp_text_str(&text));
    lp_text_free(&text);
    return pp_trouble(p, at, AN_TROUBLE_DIRECTIVE, "");
}

static int do_nothing(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    (void)p;
    (void)at;
    (void)v;
    (void)n;
    return 0;
}

static int do_pragma(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    if (n && pp_is(&v[0], "once")) {
        p->open[p->n_open - 1].src->once = true;
        return 0;
    }
    return pp_emit_pragma(p, at, v, n);
}

typedef int directive_fn(pp *p, const pp_tok *at, const pp_tok *v, size_t n);

static const struct directive {
    const char *name;
    directive_fn *run;
    bool conditional; /* also run in groups that are left out, and between the arguments of a macro
                       */
} directives[] = {
    {"if", do_if, true},          {"ifdef", do_ifdef, true},    {"ifndef", do_ifndef, true},
    {"elif", do_elif, true},      {"else", do_else, true},      {"endif", do_endif, true},
    {"define", do_define, false}, {"undef", do_undef, false},   {"include", pp_include, false},
    {"error", do_error, false},   {"pragma", do_pragma, false}, {"warning", do_nothing, false},
    {"line", do_nothing, false},
};

static int run_directive(pp *p, const pp_toks *line) {
    const pp_tok *name = &line->v[0];
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        const struct directive *d = &directives[i];
        if (!pp_is(name, d->name)) continue;
        if (!d->conditional && !active(p)) return 0;
        if (!d->conditional && p->in_args)
            return pp_fail(p, name, "#%s between the arguments of a macro", d->name);
        return d->run(p, name, line->v + 1, line->n - 1);
    }
    if (!active(p) || name->kind == PP_NUM) /* a number: a line marker of another preprocessor */
        return 0;
    return pp_fail(p, name, "unknown directive #%.*s", pp_size(name), name->s);
}

/* Runs the directive whose # was read. */
static int read_directive(pp *p) {
    pp_toks line = {0};
    int rc = pp_read_line(p, &line);
    if (rc == 0 && line.n) rc = run_directive(p, &line);
    free(line.v);
    return rc;
}

/* ---- the open files ----------------------------------------------------------------------------
 */

/* At the start of a line that a conditional leaves out. */
static int skip_line(pp *p, pp_tok *t) {
    pp_lexer *l = &p->open[p->n_open - 1].lex;
    if (pp_lex(l, t, p->e)) return -1;
    if (t->kind == PP_PUNCT && pp_is(t, "#")) return read_directive(p);
    while (t->kind != PP_NL && t->kind != PP_EOF)
        if (pp_lex(l, t, p->e)) return -1;
    return 0;
}

static int end_file(pp *p) {
    if (p->n_conds > p->open[p->n_open - 1].n_conds)
        return pp_fail(p, &p->conds[p->n_conds - 1].at, "#%.*s without #endif",
                       pp_size(&p->conds[p->n_conds - 1].at), p->conds[p->n_conds - 1].at.s);
    pp_leave(p);
    p->line_start = true;
    return 0;
}

int pp_file_next(pp *p, pp_tok *t) {
    while (p->n_open) {
        if (lp_interrupted()) return lp_fail(p->e, "interrupted");
        bool was_start = p->line_start, was_active = active(p);
        if (was_active ? pp_lex(&p->open[p->n_open - 1].lex, t, p->e) : skip_line(p, t)) return -1;
        if (t->kind == PP_EOF) {
            if (end_file(p)) return -1;
        } else if (!was_active) {
            continue;
        } else if (t->kind == PP_NL) {
            p->line_start = true;
            return 0;
        } else if (was_start && t->kind == PP_PUNCT && pp_is(t, "#")) {
            if (read_directive(p)) return -1;
        } else {
            p->line_start = false;
            return 0;
        }
    }
    *t = (pp_tok){.kind = PP_EOF, .s = "", .param = -1};
    return 0;
}

int pp_peek_paren(pp *p, bool *yes) {
    *yes = false;
    if (p->n_open == 0) return 0;
    pp_lexer *l = &p->open[p->n_open - 1].lex, was = *l;
    pp_tok t;
    do {
        if (pp_lex(l, &t, p->e)) return -1;
    } while (t.kind == PP_NL);
    *yes = pp_is(&t, "(");
    if (*yes)
        p->line_start = false;
    else
        *l = was;
    return 0;
}
