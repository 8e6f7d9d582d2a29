/* Reads files without expanding anything, to see who would define a name, and under which
 * condition.
 *
 * In: bytes of a file. Out: macros that its conditionals ask for. Does not decide whether to define
 * them. */
#include <stdlib.h>
#include <string.h>

#include "analyze/guess.h"
#include "common/fs.h"

bool an_scan_init(an_scan *s, const char *path, const char *bytes, size_t n, const pp_marks *from) {
    memset(s, 0, sizeof *s);
    if (pp_check_bytes(path, bytes, n, NULL)) return false;
    pp_src_init_from(&s->src, path, bytes, n, from);
    pp_lexer l = {.src = &s->src};
    pp_tok t;
    int rc;
    while ((rc = pp_lex(&l, &t, NULL)) == 0 && t.kind != PP_EOF) pp_push(&s->toks, &t);
    if (rc) an_scan_free(s);
    return rc == 0;
}

bool an_scan_file(an_scan *s, const char *path, size_t max_bytes) {
    lp_text bytes = {0};
    bool ok = lp_read_file(path, max_bytes, &bytes, NULL) == 0 &&
              an_scan_init(s, path, lp_text_str(&bytes), bytes.len, NULL);
    lp_text_free(&bytes);
    return ok;
}

void an_scan_free(an_scan *s) {
    free(s->toks.v);
    pp_src_free(&s->src);
    memset(s, 0, sizeof *s);
}

bool an_have_guess(const lp_strv *have, const char *name, size_t n) {
    for (size_t i = 0; i < have->n; i++) {
        const char *h = have->v[i];
        if (strncmp(h, name, n) == 0 && (h[n] == '=' || h[n] == '(')) return true;
    }
    return false;
}

/* ---- walking with the conditionals that are open ------------------------------------------------
 */

typedef struct cond_line {
    size_t at; /* the token after # */
    int level;
} cond_line;

typedef struct walk {
    const an_scan *s;
    cond_line *v; /* every line, so far, of every conditional that is open */
    size_t n, cap;
    int level;
    size_t at; /* the current token: the word after # for directives */
} walk;

static bool is_end(const an_scan *s, size_t at) {
    return at >= s->toks.n || s->toks.v[at].kind == PP_NL;
}

static void follow_cond(walk *w) {
    const pp_tok *t = &w->s->toks.v[w->at];
    bool opens = pp_is(t, "if") || pp_is(t, "ifdef") || pp_is(t, "ifndef");
    if (pp_is(t, "endif")) {
        while (w->n && w->v[w->n - 1].level == w->level) w->n--;
        w->level -= w->level > 0;
    } else if (opens || pp_is(t, "elif") || pp_is(t, "else")) {
        w->level += opens;
        w->v = lp_grow(w->v, &w->cap, w->n + 1, sizeof *w->v);
        w->v[w->n++] = (cond_line){w->at, w->level};
    }
}

/* Calls `fn` for each token of ordinary lines and for the word of each directive, until it says
 * true. */
static bool walk_file(const an_scan *s, bool (*fn)(walk *w, bool directive, void *ctx), void *ctx) {
    walk w = {.s = s};
    bool start = true, found = false;
    for (size_t i = 0; i < s->toks.n && !found; i++) {
        if (start && pp_is(&s->toks.v[i], "#") && !is_end(s, i + 1)) {
            w.at = ++i;
            follow_cond(&w);
            found = fn(&w, true, ctx);
            while (!is_end(s, i)) i++;
        } else if (s->toks.v[i].kind != PP_NL) {
            w.at = i;
            found = fn(&w, false, ctx);
        }
        start = is_end(s, i);
    }
    free(w.v);
    return found;
}

/* ---- what a conditional asks for ----------------------------------------------------------------
 */

static char *guess_text(const pp_tok *name, const pp_tok *value) {
    lp_text t = {0};
    lp_text_addf(&t, "%.*s=", (int)name->len, name->s);
    if (value)
        lp_text_addn(&t, value->s, value->len);
    else
        lp_text_addc(&t, '1');
    return lp_text_take(&t);
}

/* The guess that makes a line #if... true: NAME, defined NAME, NAME == VALUE; NULL for all else. */
static char *guess_for_line(const an_scan *s, size_t at, const lp_strv *have) {
    const pp_tok *word = &s->toks.v[at];
    bool negated = false;
    if (pp_is(word, "ifndef") || pp_is(word, "else")) return NULL;
    for (size_t i = at + 1; !is_end(s, i); i++) {
        const pp_tok *t = &s->toks.v[i];
        if (t->kind == PP_PUNCT && pp_is(t, "!")) negated = true;
        if (t->kind != PP_IDENT || pp_is(t, "defined")) continue;
        if (negated || an_have_guess(have, t->s, t->len)) return NULL;
        bool equal = !is_end(s, i + 1) && !is_end(s, i + 2) && pp_is(&s->toks.v[i + 1], "==");
        return guess_text(t, equal ? &s->toks.v[i + 2] : NULL);
    }
    return NULL;
}

/* Of the groups that the token lies in, the outermost whose condition can be made true. */
static char *guess_for_groups(const walk *w, const lp_strv *have) {
    char *guess = NULL;
    for (size_t i = 0; i < w->n && !guess; i++) {
        bool current = i + 1 == w->n || w->v[i + 1].level != w->v[i].level;
        if (!current) continue;
        guess = guess_for_line(w->s, w->v[i].at, have);
    }
    return guess;
}

/* ---- definitions
 * --------------------------------------------------------------------------------- */

typedef struct search {
    const pp_tok *name;
    const lp_strv *have;
    char *guess;
    int braces;
    bool in_typedef;
} search;

static bool is_name(const pp_tok *t, const pp_tok *name) {
    return t->kind == PP_IDENT && t->len == name->len && memcmp(t->s, name->s, t->len) == 0;
}

/* NAME ( ... ) { */
static bool is_function(const an_scan *s, size_t at) {
    int depth = 0;
    size_t i = at + 1;
    for (; i < s->toks.n; i++) {
        const pp_tok *t = &s->toks.v[i];
        if (t->kind == PP_NL) continue;
        depth += pp_is(t, "(");
        if (depth == 0) return false;
        if (pp_is(t, ")") && --depth == 0) break;
    }
    for (i++; i < s->toks.n; i++)
        if (s->toks.v[i].kind != PP_NL) return pp_is(&s->toks.v[i], "{");
    return false;
}

static bool is_definition(const walk *w, search *x, bool directive) {
    const pp_tok *t = &w->s->toks.v[w->at];
    const pp_tok *next = is_end(w->s, w->at + 1) ? NULL : &w->s->toks.v[w->at + 1];
    if (directive) return pp_is(t, "define") && next && is_name(next, x->name);
    if (x->braces == 0 && pp_is(t, "typedef")) x->in_typedef = true;
    if (x->braces == 0 && pp_is(t, ";")) x->in_typedef = false;
    x->braces += pp_is(t, "{");
    x->braces -= pp_is(t, "}") && x->braces > 0;
    if (x->braces || !is_name(t, x->name)) return false;
    return (x->in_typedef && next && pp_is(next, ";")) || is_function(w->s, w->at);
}

static bool search_at(walk *w, bool directive, void *ctx) {
    search *x = ctx;
    if (!is_definition(w, x, directive)) return false;
    x->guess = guess_for_groups(w, x->have);
    return true;
}

bool an_scan_defines(const an_scan *s, const pp_tok *name, const lp_strv *have, char **guess) {
    search x = {.name = name, .have = have};
    bool found = walk_file(s, search_at, &x);
    *guess = x.guess;
    return found;
}

/* ---- selectors
 * ----------------------------------------------------------------------------------- */

static bool include_at(walk *w, bool directive, void *ctx) {
    static const lp_strv none = {0};
    lp_strv *guesses = ctx;
    if (!directive || !pp_is(&w->s->toks.v[w->at], "include")) return false;
    char *guess = guess_for_groups(w, &none);
    if (guess && !an_have_guess(guesses, guess, strcspn(guess, "="))) lp_strv_add(guesses, guess);
    free(guess);
    return false;
}

void an_scan_include_selectors(const an_scan *s, lp_strv *guesses) {
    walk_file(s, include_at, guesses);
}

/* ---- #error
 * -------------------------------------------------------------------------------------- */

enum { MAX_VALUES = 6 };

void an_scan_compared(const an_scan *s, const pp_tok *name, an_values *out) {
    for (size_t i = 0; i + 2 < s->toks.n && out->v.n < MAX_VALUES; i++) {
        if (!is_name(&s->toks.v[i], name) || !pp_is(&s->toks.v[i + 1], "==")) continue;
        if (is_end(s, i + 2)) continue;
        char *guess = guess_text(name, &s->toks.v[i + 2]);
        bool have = false;
        for (size_t k = 0; k < out->v.n; k++) have |= strcmp(out->v.v[k], guess) == 0;
        if (!have) lp_strv_add(&out->v, guess);
        free(guess);
    }
}

/* Sources that refuse OpenCL C 1.2. */
static void versions(const pp_tok *name, an_values *out) {
    static const char *const known[] = {"200", "300"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char *guess = guess_text(name, &(pp_tok){.s = known[i], .len = 3});
        lp_strv_add(&out->v, guess);
        free(guess);
    }
}

static void values_of_name(const an_scan *s, size_t at, an_values *out) {
    const pp_tok *t = &s->toks.v[at];
    char *name = lp_strndup(t->s, t->len);
    size_t use = an_first_use(&s->toks, name);
    if (pp_is(t, "__OPENCL_C_VERSION__") || pp_is(t, "__OPENCL_VERSION__")) {
        free(name);
        versions(t, out);
        return;
    }
    an_scan_compared(s, t, out);
    if (out->v.n == 0 && use < s->toks.n) an_values_of_use(&s->toks, use, false, out);
    if (out->v.n == 0) {
        char *guess = guess_text(t, NULL);
        lp_strv_add(&out->v, guess);
        free(guess);
    }
    free(name);
}

typedef struct wanted {
    uint32_t line;
    const lp_strv *have;
    an_values *out;
} wanted;

static bool wanted_at(walk *w, bool directive, void *ctx) {
    const wanted *x = ctx;
    if (!directive || w->s->toks.v[w->at].line < x->line) return false;
    for (size_t i = w->n; i-- > 0 && x->out->v.n == 0;)
        for (size_t k = w->v[i].at + 1; !is_end(w->s, k) && x->out->v.n == 0; k++) {
            const pp_tok *t = &w->s->toks.v[k];
            if (t->kind == PP_IDENT && !pp_is(t, "defined") &&
                !an_have_guess(x->have, t->s, t->len))
                values_of_name(w->s, k, x->out);
        }
    return true;
}

void an_scan_wanted(const an_scan *s, uint32_t line, const lp_strv *have, an_values *out) {
    wanted x = {line, have, out};
    walk_file(s, wanted_at, &x);
}
