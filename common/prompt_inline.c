/* Inlining for the prompt: `sq(a[i])` becomes `a[i] * a[i]` where `sq` only returns an expression.
 *
 * In: tokens of a whole source. Out: the same with short helpers at their calls and without helpers
 * that nothing calls any more. Conversions that a call makes are not written out: the text is for
 * reading. A call whose argument would be computed twice, or that changes something, stays. */
#include <stdlib.h>
#include <string.h>

#include "common/prompt_int.h"

enum {
    MAX_FUNCTIONS = 64,
    MAX_PARAMS = 8,
    MAX_BODY = 32,    /* tokens of the expression */
    MAX_TWICE = 4,    /* tokens of an argument that may be written more than once */
    MAX_GROWTH = 4,   /* times the bytes of the source */
    MAX_NESTING = 24, /* calls in arguments of calls */
};

typedef struct range {
    size_t lo, hi;
} range;

typedef struct function {
    lp_ptok name;
    lp_ptok params[MAX_PARAMS];
    size_t n_params;
    lp_ptoks body; /* its expression, with the helpers before it inlined */
    range at;      /* in the output, where all of it is */
} function;

typedef struct inliner {
    function *f;
    size_t n;
    size_t bytes, max_bytes; /* written so far */
} inliner;

static bool same(const lp_ptok *a, const lp_ptok *b) {
    return a->kind == b->kind && a->len == b->len && memcmp(a->s, b->s, a->len) == 0;
}

static bool point(const lp_ptok *t, char c) {
    return t->kind == LP_PT_POINT && *t->s == c;
}

static void push(inliner *l, lp_ptoks *out, lp_ptok tok) {
    l->bytes += tok.len + 1;
    lp_pt_push(out, tok);
}

static void push_all(inliner *l, lp_ptoks *out, const lp_ptok *v, size_t n, uint8_t space) {
    for (size_t i = 0; i < n; i++) {
        lp_ptok tok = v[i];
        if (i == 0) tok.space = space;
        push(l, out, tok);
    }
}

/* ---- expressions --------------------------------------------------------------------------------
 */

/* A name, a number, or a chain of members, subscripts and calls: needs no parentheses anywhere. */
static bool is_primary(const lp_ptok *v, size_t n) {
    lp_ptoks t = {.v = (lp_ptok *)v, .n = n};
    if (n == 0 || v[0].kind == LP_PT_LINE) return false;
    if (v[0].kind == LP_PT_POINT && !point(&v[0], '(')) return false;
    size_t i = point(&v[0], '(') ? lp_pt_close(&t, 0) : 1;
    if (point(&v[0], '(') && i < n) return false; /* maybe a cast */
    while (i < n) {
        if (point(&v[i], '(') || point(&v[i], '['))
            i = lp_pt_close(&t, i);
        else if (point(&v[i], '.') && i + 1 < n && v[i + 1].kind == LP_PT_NAME)
            i += 2;
        else
            return false;
    }
    return true;
}

/* Assigns, counts or calls: must be computed exactly once. */
static bool has_effects(const lp_ptok *v, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char c = v[i].kind == LP_PT_POINT ? *v[i].s : 0, next = 0;
        if (i + 1 < n && v[i + 1].kind == LP_PT_POINT) next = *v[i + 1].s;
        if ((c == '+' || c == '-') && next == c) return true;
        if (c == '(' && i > 0 && v[i - 1].kind == LP_PT_NAME) return true;
        if (c != '=') continue;
        bool compares = next == '=' || (i > 0 && v[i - 1].kind == LP_PT_POINT &&
                                        strchr("=!<>", *v[i - 1].s) != NULL);
        if (!compares) return true;
        if (next == '=') i++;
    }
    return false;
}

static size_t uses(const function *f, size_t param) {
    size_t n = 0;
    for (size_t i = 0; i < f->body.n; i++) n += same(&f->body.v[i], &f->params[param]);
    return n;
}

/* May the argument stand where the parameter does? */
static bool fits(const function *f, size_t param, const lp_ptoks *arg) {
    size_t n = uses(f, param);
    if (n == 1) return true;
    return !has_effects(arg->v, arg->n) && (n == 0 || arg->n <= MAX_TWICE);
}

/* ---- calls --------------------------------------------------------------------------------------
 */

static void expand(inliner *l, const lp_ptok *v, size_t n, int nesting, lp_ptoks *out);

static const function *function_of(const inliner *l, const lp_ptok *name) {
    for (size_t i = l->n; i > 0; i--)
        if (same(&l->f[i - 1].name, name)) return &l->f[i - 1];
    return NULL;
}

/* The arguments between v[open] and v[close - 1], unexpanded; false when they are not as many as
 * the parameters. */
static bool split_args(const function *f, const lp_ptok *v, size_t open, size_t close,
                       range *args) {
    size_t from = open + 1, last = close - 1, n = 0, depth = 0;
    if (from == last) return f->n_params == 0;
    for (size_t i = from; i <= last; i++) {
        char c = v[i].kind == LP_PT_POINT ? *v[i].s : 0;
        if (c == '(' || c == '[' || c == '{') depth++;
        if (i < last && (c == ')' || c == ']' || c == '}')) depth--;
        if (i < last && (depth > 0 || c != ',')) continue;
        if (n == f->n_params || i == from) return false;
        args[n++] = (range){from, i};
        from = i + 1;
    }
    return n == f->n_params;
}

/* Nothing around v[at..close) can bind a part of an expression there. */
static bool stands_alone(const lp_ptok *v, size_t n, size_t at, size_t close) {
    if (at == 0 || close == n || v[close].kind != LP_PT_POINT || !strchr(";),]", *v[close].s))
        return false;
    if (lp_pt_is(&v[at - 1], "return")) return true;
    if (v[at - 1].kind != LP_PT_POINT || !strchr("=(,[", *v[at - 1].s)) return false;
    return !point(&v[at - 1], '=') ||
           (at > 1 && !(v[at - 2].kind == LP_PT_POINT && strchr("=!<>", *v[at - 2].s)));
}

static void write_arg(inliner *l, lp_ptoks *out, const lp_ptoks *arg, uint8_t space, bool bare) {
    static const lp_ptok open = {"(", 1, LP_PT_POINT, LP_PT_JOINED};
    static const lp_ptok close = {")", 1, LP_PT_POINT, LP_PT_JOINED};
    bare = bare || is_primary(arg->v, arg->n);
    if (!bare) push_all(l, out, &open, 1, space);
    push_all(l, out, arg->v, arg->n, bare ? space : LP_PT_JOINED);
    if (!bare) push(l, out, close);
}

/* The body with the arguments for the parameters. */
static void write_body(inliner *l, const function *f, const lp_ptoks *args, lp_ptoks *out) {
    for (size_t i = 0; i < f->body.n; i++) {
        const lp_ptok *t = &f->body.v[i];
        bool member =
            i > 0 && (point(&t[-1], '.') || (i > 1 && point(&t[-1], '>') && point(&t[-2], '-')));
        size_t p = 0;
        while (p < f->n_params && !same(t, &f->params[p])) p++;
        if (p < f->n_params && !member)
            write_arg(l, out, &args[p], t->space, stands_alone(f->body.v, f->body.n, i, i + 1));
        else
            push(l, out, *t);
    }
}

static bool has_comma(const lp_ptoks *t) {
    for (size_t i = 0; i < t->n; i++) {
        if (point(&t->v[i], ',')) return true;
        if (point(&t->v[i], '(') || point(&t->v[i], '[')) i = lp_pt_close(t, i) - 1;
    }
    return false;
}

/* Writes the call at v[at..close), inlined where its arguments allow it; of n tokens in all. False,
 * and nothing is written, when its arguments are not as many as the parameters. */
static bool write_call(inliner *l, const lp_ptok *v, size_t n, size_t at, size_t close, int nesting,
                       lp_ptoks *out) {
    const function *f = function_of(l, &v[at]);
    range given[MAX_PARAMS];
    lp_ptoks args[MAX_PARAMS] = {{0}}, body = {0};
    if (!split_args(f, v, at + 1, close, given)) return false;
    size_t before = l->bytes;
    bool inlined = true;
    for (size_t p = 0; p < f->n_params; p++) {
        expand(l, v + given[p].lo, given[p].hi - given[p].lo, nesting + 1, &args[p]);
        inlined = inlined && fits(f, p, &args[p]);
    }
    if (inlined) write_body(l, f, args, &body);
    l->bytes = before; /* only what goes out counts */
    if (inlined) {
        bool alone = stands_alone(v, n, at, close) && !has_comma(&body);
        write_arg(l, out, &body, v[at].space, alone);
    } else {
        push_all(l, out, v + at, 2, v[at].space);
        for (size_t p = 0; p < f->n_params; p++) {
            push_all(l, out, args[p].v, args[p].n, v[given[p].lo].space);
            push(l, out, v[given[p].hi]);
        }
        if (f->n_params == 0) push(l, out, v[close - 1]);
    }
    for (size_t p = 0; p < f->n_params; p++) lp_pt_free(&args[p]);
    lp_pt_free(&body);
    return true;
}

static void expand(inliner *l, const lp_ptok *v, size_t n, int nesting, lp_ptoks *out) {
    lp_ptoks t = {.v = (lp_ptok *)v, .n = n};
    for (size_t i = 0; i < n; i++) {
        bool call = v[i].kind == LP_PT_NAME && i + 1 < n && point(&v[i + 1], '(') &&
                    !(i > 0 && (point(&v[i - 1], '.') || point(&v[i - 1], '>')));
        bool known = call && nesting < MAX_NESTING && function_of(l, &v[i]);
        size_t close = known ? lp_pt_close(&t, i + 1) : 0;
        if (close > 0 && point(&v[close - 1], ')') && write_call(l, v, n, i, close, nesting, out))
            i = close - 1;
        else
            push(l, out, v[i]);
    }
}

/* ---- functions ----------------------------------------------------------------------------------
 */

static size_t skip_attributes(const lp_ptoks *t, size_t i) {
    while (i + 1 < t->n && lp_pt_is(&t->v[i], "__attribute__")) i = lp_pt_close(t, i + 1);
    return i;
}

/* The declaration at `i`: behind its end. When it defines a function, *name and *body are its name
 * and its '{'; else *body is 0. */
static size_t declaration(const lp_ptoks *t, size_t i, size_t *name, size_t *body) {
    *body = 0;
    if (t->v[i].kind == LP_PT_LINE) return i + 1;
    for (bool plain = true; i < t->n; i++) {
        i = skip_attributes(t, i);
        if (i >= t->n || point(&t->v[i], ';')) return i < t->n ? i + 1 : i;
        if (plain && t->v[i].kind == LP_PT_NAME && i + 1 < t->n && point(&t->v[i + 1], '(')) {
            size_t end = skip_attributes(t, lp_pt_close(t, i + 1));
            if (end < t->n && point(&t->v[end], '{')) {
                *name = i;
                *body = end;
                return lp_pt_close(t, end);
            }
        }
        if (point(&t->v[i], '=')) plain = false;
        if (point(&t->v[i], '(') || point(&t->v[i], '[') || point(&t->v[i], '{'))
            i = lp_pt_close(t, i) - 1;
    }
    return i;
}

/* The names of the parameters between '(' at `open` and its ')'. */
static bool read_params(const lp_ptoks *t, size_t open, function *f) {
    size_t close = lp_pt_close(t, open) - 1;
    if (close == open + 1 || (close == open + 2 && lp_pt_is(&t->v[open + 1], "void"))) return true;
    for (size_t i = open + 1; i <= close; i++) {
        const lp_ptok *name = &t->v[i - 1];
        if (i < close && (point(&t->v[i], '(') || point(&t->v[i], '['))) return false;
        if (i < close && !point(&t->v[i], ',')) continue;
        if (f->n_params == MAX_PARAMS || name->kind != LP_PT_NAME || lp_pt_is_keyword(name))
            return false;
        f->params[f->n_params++] = *name;
    }
    return true;
}

/* Takes the function at out[at.lo..at.hi) for one to inline if it is short enough. */
static void learn(inliner *l, const lp_ptoks *out, range at) {
    size_t name, body;
    lp_ptoks t = {.v = out->v + at.lo, .n = at.hi - at.lo};
    declaration(&t, 0, &name, &body);
    size_t lo = body + 2, hi = t.n - 2; /* { return ... ; } */
    if (l->n == MAX_FUNCTIONS || body == 0 || hi <= lo || hi - lo > MAX_BODY) return;
    if (!lp_pt_is(&t.v[body + 1], "return") || !point(&t.v[hi], ';') || !point(&t.v[hi + 1], '}'))
        return;
    for (size_t i = 0; i < name; i++)
        if (lp_pt_is(&t.v[i], "kernel") || lp_pt_is(&t.v[i], "__kernel")) return;
    function f = {.name = t.v[name], .at = at};
    if (!read_params(&t, name + 1, &f)) return;
    for (size_t i = lo; i < hi; i++)
        if (point(&t.v[i], ';') || same(&t.v[i], &f.name)) return;
    for (size_t i = lo; i < hi; i++) lp_pt_push(&f.body, t.v[i]);
    f.body.v[0].space = LP_PT_JOINED;
    l->f[l->n++] = f;
}

/* Is `name` anywhere but in `own`? */
static bool is_used(const lp_ptoks *t, const bool *gone, const lp_ptok *name, range own) {
    for (size_t i = 0; i < t->n; i++)
        if (!gone[i] && (i < own.lo || i >= own.hi) && same(&t->v[i], name)) return true;
    return false;
}

/* Takes out the functions that nothing calls any more, the last first. */
static void drop_unused(const inliner *l, lp_ptoks *t) {
    bool *gone = lp_alloc(t->n + 1, sizeof *gone);
    size_t n = 0;
    for (size_t i = l->n; i > 0; i--) {
        const function *f = &l->f[i - 1];
        if (!is_used(t, gone, &f->name, f->at)) memset(gone + f->at.lo, 1, f->at.hi - f->at.lo);
    }
    for (size_t i = 0; i < t->n; i++)
        if (!gone[i]) t->v[n++] = t->v[i];
    t->n = n;
    free(gone);
}

void lp_pt_inline(lp_ptoks *t) {
    inliner l = {0};
    lp_ptoks out = {0};
    for (size_t i = 0; i < t->n; i++) l.max_bytes += t->v[i].len + 1;
    l.max_bytes *= MAX_GROWTH;
    l.f = lp_alloc(MAX_FUNCTIONS, sizeof *l.f);
    for (size_t i = 0, name, body; i < t->n;) {
        size_t end = declaration(t, i, &name, &body), from = out.n;
        expand(&l, t->v + i, end - i, 0, &out);
        if (body) learn(&l, &out, (range){from, out.n});
        i = end;
    }
    if (l.bytes <= l.max_bytes) {
        drop_unused(&l, &out);
        free(t->v);
        t->v = out.v;
        t->n = out.n;
        t->cap = out.cap;
    } else {
        free(out.v);
    }
    for (size_t i = 0; i < l.n; i++) lp_pt_free(&l.f[i].body);
    free(l.f);
}
