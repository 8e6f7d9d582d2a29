/* Macro expansion: turns the stream of raw tokens into the stream of expanded ones.
 *
 * A stack of token lists lies over the open files. An expansion is pushed there and read again; its
 * macro is not expanded while the list is on the stack, and its name, met meanwhile, is painted:
 * never expanded later either. Depth and amount of expansion are limited (pp_subst.c counts the
 * amount). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/pp.h"
#include "common/intr.h"

static void push_ctx(pp *p, pp_tok *v, size_t n, pp_macro *m, bool barrier) {
    p->ctxs = lp_grow(p->ctxs, &p->cap_ctxs, p->n_ctxs + 1, sizeof *p->ctxs);
    p->ctxs[p->n_ctxs++] = (pp_ctx){.v = v, .n = n, .macro = m, .barrier = barrier};
    if (m) m->active++;
}

static void pop_ctx(pp *p) {
    pp_ctx *c = &p->ctxs[--p->n_ctxs];
    if (c->macro) c->macro->active--;
    free(c->v);
}

void pp_begin_list(pp *p, const pp_tok *v, size_t n) {
    pp_tok *copy = lp_alloc(n + 1, sizeof *copy);
    if (n) memcpy(copy, v, n * sizeof *v);
    push_ctx(p, copy, n, NULL, true);
}

void pp_end_list(pp *p) {
    bool barrier;
    do {
        barrier = p->ctxs[p->n_ctxs - 1].barrier;
        pop_ctx(p);
    } while (!barrier);
}

int pp_raw(pp *p, pp_tok *t) {
    while (p->n_ctxs) {
        pp_ctx *c = &p->ctxs[p->n_ctxs - 1];
        if (c->at < c->n) {
            *t = c->v[c->at++];
            return 0;
        }
        if (c->barrier) {
            *t = (pp_tok){.kind = PP_EOF, .s = "", .param = -1};
            return 0;
        }
        pop_ctx(p);
    }
    return pp_file_next(p, t);
}

/* Is the next token a "("? It is read if so. Lists that are used up are looked past, as compilers
 * do. */
static int take_paren(pp *p, bool *yes) {
    for (size_t i = p->n_ctxs; i-- > 0;) {
        const pp_ctx *c = &p->ctxs[i];
        if (c->at < c->n || c->barrier) {
            pp_tok t;
            *yes = c->at < c->n && pp_is(&c->v[c->at], "(");
            return *yes ? pp_raw(p, &t) : 0;
        }
    }
    if (pp_peek_paren(p, yes)) return -1;
    while (*yes && p->n_ctxs) pop_ctx(p);
    return 0;
}

typedef struct call {
    pp_macro *m;
    pp_toks toks; /* of all arguments */
    size_t *at;   /* start of each, and the end of the last */
    int n;        /* arguments begun */
} call;

static int end_arg(pp *p, call *c, const pp_tok *root) {
    if (c->n >= c->m->n_params)
        return pp_fail(p, root, "too many arguments for macro %.*s (it takes %d)", pp_size(root),
                       root->s, c->m->n_params);
    c->at[++c->n] = c->toks.n;
    return 0;
}

static int finish_args(pp *p, call *c, const pp_tok *root) {
    int need = c->m->n_params;
    if (need == 0 && c->toks.n == 0) return 0;
    if (end_arg(p, c, root)) return -1;
    if (c->n == need - 1 && c->m->variadic) c->at[++c->n] = c->toks.n;
    if (c->n < need)
        return pp_fail(p, root, "too few arguments for macro %.*s (it takes %d)", pp_size(root),
                       root->s, need);
    return 0;
}

/* Reads the arguments of a call whose "(" was read. */
static int read_args(pp *p, call *c, const pp_tok *root) {
    bool space = false;
    for (int depth = 1; depth > 0;) {
        pp_tok t;
        if (pp_raw(p, &t)) return -1;
        if (t.kind == PP_EOF)
            return pp_fail(p, root, "call of macro %.*s has no closing parenthesis", pp_size(root),
                           root->s);
        if (t.kind == PP_NL) {
            space = true;
            continue;
        }
        depth += pp_is(&t, "(") - pp_is(&t, ")");
        bool last = c->m->variadic && c->n == c->m->n_params - 1;
        if (depth == 1 && pp_is(&t, ",") && !last) {
            if (end_arg(p, c, root)) return -1;
        } else if (depth > 0) {
            t.space |= space;
            pp_push(&c->toks, &t);
        }
        space = false;
    }
    return finish_args(p, c, root);
}

static int push_expansion(pp *p, pp_macro *m, const call *c, const pp_tok *root) {
    pp_toks out = {0};
    if (pp_substitute(p, m, &c->toks, c->at, root, &out)) {
        free(out.v);
        return -1;
    }
    p->pad = out.n == 0 && root->space;
    push_ctx(p, out.v, out.n, m, false);
    return 0;
}

static int expand_call(pp *p, pp_macro *m, const pp_tok *root) {
    call c = {.m = m};
    c.at = lp_alloc((size_t)m->n_params + 2, sizeof *c.at);
    p->in_args++;
    int rc = read_args(p, &c, root);
    p->in_args--;
    if (rc == 0) rc = push_expansion(p, m, &c, root);
    free(c.toks.v);
    free(c.at);
    return rc;
}

static void make_number(pp *p, pp_tok *t, unsigned long long v) {
    char text[32];
    int n = snprintf(text, sizeof text, "%llu", v);
    t->kind = PP_NUM;
    t->s = pp_keep(p, text, (size_t)n);
    t->len = (uint32_t)n;
}

/* `defined X`, `defined(X)` in a conditional. */
static int read_defined(pp *p, pp_tok *t) {
    pp_tok name, close;
    if (pp_raw(p, &name)) return -1;
    bool paren = pp_is(&name, "(");
    if (paren && pp_raw(p, &name)) return -1;
    if (name.kind != PP_IDENT) return pp_fail(p, t, "defined needs the name of a macro");
    if (paren && pp_raw(p, &close)) return -1;
    if (paren && !pp_is(&close, ")")) return pp_fail(p, t, "defined( needs a closing parenthesis");
    make_number(p, t, pp_defined(p, &name));
    return 0;
}

/* __LINE__ and __FILE__, the latter without folders, so that the text is the same on any machine.
 */
static bool expand_place(pp *p, pp_tok *t) {
    if (pp_is(t, "__LINE__")) {
        make_number(p, t, t->line);
        return true;
    }
    if (!pp_is(t, "__FILE__")) return false;
    const char *path = pp_file_path(p, t->file), *slash = strrchr(path, '/');
    lp_text s = {0};
    lp_text_addc(&s, '"');
    for (const char *c = slash ? slash + 1 : path; *c; c++) {
        if (*c == '"' || *c == '\\') lp_text_addc(&s, '\\');
        lp_text_addc(&s, *c);
    }
    lp_text_addc(&s, '"');
    t->kind = PP_STR;
    t->s = pp_keep(p, lp_text_str(&s), s.len);
    t->len = (uint32_t)s.len;
    lp_text_free(&s);
    return true;
}

/* Expands the name `t` once. *done: it stays as it is. White space before what vanishes stays in
 * p->pad. */
static int expand_name(pp *p, pp_tok *t, bool *done) {
    pp_macro *m = pp_find(p, t);
    *done = true;
    if (!m) {
        expand_place(p, t);
        return 0;
    }
    if (m->active) {
        t->painted = true;
        return 0;
    }
    if (m->func) {
        bool is_call = false;
        if (take_paren(p, &is_call)) return -1;
        *done = !is_call;
        return is_call ? expand_call(p, m, t) : 0;
    }
    *done = false;
    return push_expansion(p, m, &(call){.m = m}, t);
}

int pp_next(pp *p, pp_tok *t) {
    for (bool done = false; !done;) {
        if (lp_interrupted()) return lp_fail(p->e, "interrupted");
        if (pp_raw(p, t)) return -1;
        t->space |= p->pad;
        p->pad = false;
        if (t->kind != PP_IDENT || t->painted) return 0;
        if (p->in_if && pp_is(t, "defined")) return read_defined(p, t);
        if (expand_name(p, t, &done)) return -1;
    }
    return 0;
}

int pp_expand_list(pp *p, const pp_tok *v, size_t n, pp_toks *out) {
    pp_tok t = {.kind = PP_EOF};
    int rc = 0;
    if (p->depth >= p->opt->max_nesting)
        return n ? pp_fail(p, v, "macro calls are nested deeper than %d", p->opt->max_nesting) : 0;
    p->depth++;
    pp_begin_list(p, v, n);
    for (;;) {
        rc = pp_next(p, &t);
        if (rc || t.kind == PP_EOF) break;
        pp_push(out, &t);
    }
    pp_end_list(p);
    p->depth--;
    return rc;
}
