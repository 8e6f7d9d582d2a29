/* One macro expansion: a macro's body with its arguments put in, # and ## done.
 *
 * In: the macro and its arguments as they were written. Out: tokens still to be expanded again.
 * Every token counts towards the unit's size, so that a macro bomb ends early. */
#include <stdlib.h>
#include <string.h>

#include "analyze/pp.h"

typedef struct subst {
    pp *p;
    const pp_macro *m;
    const pp_toks *args;
    const size_t *at;
    const pp_tok *root;
    pp_toks *out;
    bool pad;          /* an empty argument had white space before it */
    pp_toks *expanded; /* by parameter, made on first use */
    bool *have;
} subst;

static int add(subst *s, const pp_tok *t) {
    s->p->work += t->len + 1;
    if (s->p->work > 2 * s->p->opt->max_unit_bytes)
        return pp_fail(s->p, s->root,
                       "macro %.*s expands to too much text (limit %zu bytes in all)",
                       pp_size(&s->m->name), s->m->name.s, s->p->opt->max_unit_bytes);
    pp_push(s->out, t);
    s->out->v[s->out->n - 1].space |= s->pad;
    s->pad = false;
    return 0;
}

static void place(const subst *s, pp_tok *t) {
    t->file = s->root->file;
    t->line = s->root->line;
    t->col = s->root->col;
    t->param = -1;
}

/* Glues `b` to the last token that was added. */
static int paste(subst *s, const pp_tok *b) {
    pp_tok *a = &s->out->v[s->out->n - 1];
    if (b->kind == PP_MARK) return 0;
    pp_tok glued = *b;
    glued.space = a->space;
    if (a->kind != PP_MARK) {
        char *text = pp_keep(s->p, NULL, (size_t)a->len + b->len);
        memcpy(text, a->s, a->len);
        memcpy(text + a->len, b->s, b->len);
        s->p->work += (size_t)a->len + b->len;
        if (!pp_lex_one(text, (size_t)a->len + b->len, &glued))
            return pp_fail(s->p, s->root, "pasting %.*s and %.*s gives no valid token", pp_size(a),
                           a->s, pp_size(b), b->s);
        glued.painted = false;
        place(s, &glued);
    }
    *a = glued;
    return 0;
}

static int add_list(subst *s, const pp_tok *v, size_t n, bool space, bool glue) {
    for (size_t i = 0; i < n; i++) {
        pp_tok t = v[i];
        if (i == 0) t.space = space;
        if (i == 0 && glue ? paste(s, &t) : add(s, &t)) return -1;
    }
    return 0;
}

static int stringise(subst *s, int param, bool space, bool glue) {
    lp_text text = {0};
    lp_text_addc(&text, '"');
    for (size_t i = s->at[param]; i < s->at[param + 1]; i++) {
        const pp_tok *t = &s->args->v[i];
        if (t->space && i > s->at[param]) lp_text_addc(&text, ' ');
        for (uint32_t k = 0; k < t->len; k++) {
            if ((t->kind == PP_STR || t->kind == PP_CHR) && (t->s[k] == '"' || t->s[k] == '\\'))
                lp_text_addc(&text, '\\');
            lp_text_addc(&text, t->s[k]);
        }
    }
    lp_text_addc(&text, '"');
    pp_tok t = {.kind = PP_STR, .space = space, .len = (uint32_t)text.len};
    t.s = pp_keep(s->p, lp_text_str(&text), text.len);
    lp_text_free(&text);
    place(s, &t);
    return glue ? paste(s, &t) : add(s, &t);
}

/* Puts an argument in: as written next to ##, else fully expanded. */
static int add_arg(subst *s, const pp_tok *b, bool glue, bool raw) {
    size_t n = s->at[b->param + 1] - s->at[b->param];
    const pp_tok *v = n ? s->args->v + s->at[b->param] : NULL;
    if (!raw && !s->have[b->param]) {
        if (pp_expand_list(s->p, v, n, &s->expanded[b->param])) return -1;
        s->have[b->param] = true;
    }
    if (!raw) {
        v = s->expanded[b->param].v;
        n = s->expanded[b->param].n;
    }
    if (n == 0 && raw) {
        pp_tok mark = {.kind = PP_MARK, .s = "", .param = -1, .space = b->space};
        place(s, &mark);
        return glue ? 0 : add(s, &mark);
    }
    s->pad |= n == 0 && b->space;
    return add_list(s, v, n, b->space, glue);
}

/* `, ## __VA_ARGS__`: without variable arguments the comma goes too, else nothing is glued. */
static bool is_comma_paste(const pp_macro *m, size_t i) {
    return m->variadic && i + 2 < m->body.n && pp_is(&m->body.v[i], ",") &&
           m->body.v[i + 1].kind == PP_PASTE && m->body.v[i + 2].param == m->n_params - 1;
}

static int add_comma_paste(subst *s, size_t i) {
    pp_tok comma = s->m->body.v[i];
    int last = s->m->n_params - 1;
    if (s->at[last] == s->at[last + 1]) return 0;
    place(s, &comma);
    return add(s, &comma) ? -1 : add_arg(s, &s->m->body.v[i + 2], false, false);
}

static int add_body(subst *s) {
    const pp_toks *body = &s->m->body;
    for (size_t i = 0; i < body->n; i++) {
        pp_tok t = body->v[i];
        bool glue = i > 0 && body->v[i - 1].kind == PP_PASTE && s->out->n > 0;
        bool raw = glue || (i + 1 < body->n && body->v[i + 1].kind == PP_PASTE);
        int rc = 0;
        if (t.kind == PP_PASTE) continue;
        if (is_comma_paste(s->m, i)) {
            rc = add_comma_paste(s, i);
            i += 2;
        } else if (t.kind == PP_HASH) {
            rc = stringise(s, body->v[++i].param, t.space, glue);
        } else if (t.param >= 0) {
            rc = add_arg(s, &t, glue, raw);
        } else {
            place(s, &t);
            rc = glue ? paste(s, &t) : add(s, &t);
        }
        if (rc) return rc;
    }
    return 0;
}

static void drop_marks(pp_toks *v) {
    size_t n = 0;
    for (size_t i = 0; i < v->n; i++)
        if (v->v[i].kind != PP_MARK) v->v[n++] = v->v[i];
    v->n = n;
}

int pp_substitute(pp *p, pp_macro *m, const pp_toks *args, const size_t *at, const pp_tok *root,
                  pp_toks *out) {
    subst s = {.p = p, .m = m, .args = args, .at = at, .root = root, .out = out};
    size_t n = (size_t)m->n_params;
    s.expanded = lp_alloc(n + 1, sizeof *s.expanded);
    s.have = lp_alloc(n + 1, sizeof *s.have);
    int rc = add_body(&s);
    for (size_t i = 0; i < n; i++) free(s.expanded[i].v);
    free(s.expanded);
    free(s.have);
    drop_marks(out);
    if (out->n) out->v[0].space = root->space;
    return rc;
}
