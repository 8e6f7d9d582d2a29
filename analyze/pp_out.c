/* The unit's text: one line a logical line of the source, single spaces, no two tokens that would
 * read as one.
 *
 * In: expanded tokens. Out: text and origins. Refuses what must not reach the compiler: a stray #
 * could be a directive to it. */
#include <stdlib.h>
#include <string.h>

#include "analyze/pp.h"

static void add_origin(pp *p, const pp_tok *t) {
    an_unit *u = p->unit;
    const an_origin *last = u->n_origin ? &u->origin[u->n_origin - 1] : NULL;
    if (last && last->file == t->file && last->line == t->line && last->col == t->col) return;
    u->origin = lp_grow(u->origin, &u->cap_origin, u->n_origin + 1, sizeof *u->origin);
    u->origin[u->n_origin++] = (an_origin){(uint32_t)u->text.len, t->file, t->line, t->col};
}

static int check(pp *p, const pp_tok *t) {
    if (t->kind == PP_OTHER && (t->s[0] == '"' || t->s[0] == '\''))
        return pp_fail(p, t, "a %c without its end", t->s[0]);
    if (t->kind == PP_OTHER || (t->kind == PP_PUNCT && t->s[0] == '#'))
        return pp_fail(p, t, "stray %.*s", pp_size(t), t->s);
    if (p->unit->text.len + t->len + 2 > p->opt->max_unit_bytes)
        return pp_fail(p, t, "the expanded source is longer than %zu bytes",
                       p->opt->max_unit_bytes);
    return pp_limit_token(p, t);
}

static void end_line(pp *p) {
    if (!p->line_empty) lp_text_addc(&p->unit->text, '\n');
    p->line_empty = true;
}

int pp_emit(pp *p, const pp_tok *t) {
    if (t->kind == PP_NL) {
        end_line(p);
        return 0;
    }
    if (check(p, t)) return -1;
    if (!p->line_empty && (t->space || pp_must_part(&p->last, t)))
        lp_text_addc(&p->unit->text, ' ');
    add_origin(p, t);
    lp_text_addn(&p->unit->text, t->s, t->len);
    p->last = *t;
    p->line_empty = false;
    return 0;
}

static void add_pragma_line(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    end_line(p);
    add_origin(p, at);
    lp_text_add(&p->unit->text, "#pragma");
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || v[i].space || pp_must_part(&v[i - 1], &v[i]))
            lp_text_addc(&p->unit->text, ' ');
        lp_text_addn(&p->unit->text, v[i].s, v[i].len);
    }
    lp_text_addc(&p->unit->text, '\n');
}

/* The words of a pragma to keep; none for one that means nothing to an OpenCL compiler. */
static int select_pragma(pp *p, const pp_tok *v, size_t n, pp_toks *line) {
    if (n && (pp_is(&v[0], "unroll") || pp_is(&v[0], "pack"))) {
        pp_push(line, &v[0]);
        return pp_expand_list(p, v + 1, n - 1, line);
    }
    bool opencl = n > 1 && pp_is(&v[0], "OPENCL");
    if (opencl && (pp_is(&v[1], "EXTENSION") || pp_is(&v[1], "FP_CONTRACT")))
        for (size_t i = 0; i < n; i++) pp_push(line, &v[i]);
    return 0;
}

int pp_emit_pragma(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    pp_toks line = {0};
    int rc = select_pragma(p, v, n, &line);
    for (size_t i = 0; rc == 0 && i < line.n; i++)
        if (line.v[i].kind == PP_OTHER)
            rc = pp_fail(p, at, "stray %.*s in a #pragma", pp_size(&line.v[i]), line.v[i].s);
    if (rc == 0 && line.n) add_pragma_line(p, at, line.v, line.n);
    free(line.v);
    if (rc == 0 && p->unit->text.len > p->opt->max_unit_bytes)
        rc = pp_fail(p, at, "the expanded source is longer than %zu bytes", p->opt->max_unit_bytes);
    return rc;
}
