/* Finds the programs in a file: which literals and calls belong together, and which of them are
 * OpenCL C.
 *
 * In: the tokens of host_lex. Out: sources, each a run of literals that the host's compiler or the
 * obvious operators would join. Parses nothing: whether it is a program, import.c sees. */
#include "analyze/host_lex.h"

#include <stdlib.h>
#include <string.h>

#include "common/fs.h"

const char *const an_host_suffixes[] = {".c",   ".cc",  ".cpp", ".cxx", ".c++", ".h", ".hh",
                                        ".hpp", ".hxx", ".inl", ".py",  ".clh", NULL};

static bool has_suffix(const char *path, const char *suffix) {
    size_t n = strlen(path), k = strlen(suffix);
    return n > k && strcmp(path + n - k, suffix) == 0;
}

bool an_is_host_name(const char *path) {
    for (size_t i = 0; an_host_suffixes[i]; i++)
        if (has_suffix(path, an_host_suffixes[i])) return true;
    return false;
}

/* ---- sources -----------------------------------------------------------------------------------
 */

void an_source_free(an_source *s) {
    lp_text_free(&s->text);
    free(s->marks.v);
    free(s->problem);
    *s = (an_source){0};
}

void an_sources_free(an_sources *s) {
    for (size_t i = 0; i < s->n; i++) an_source_free(&s->v[i]);
    free(s->v);
    *s = (an_sources){0};
}

void an_source_join(an_source *to, const an_source *from) {
    if (to->text.len) lp_text_addc(&to->text, '\n');
    size_t base = to->text.len;
    for (size_t i = 0; i < from->marks.n; i++) {
        const pp_mark *m = &from->marks.v[i];
        pp_mark_add(&to->marks, base + m->offset, m->line, m->col);
    }
    lp_text_addn(&to->text, lp_text_str(&from->text), from->text.len);
    to->kernel |= from->kernel;
}

static bool contains(const lp_text *t, const char *part) {
    return t->len && memmem(t->s, t->len, part, strlen(part)) != NULL;
}

/* Has a kernel function with a body. */
static bool is_program(const an_source *s) {
    host h = {.path = "", .s = lp_text_str(&s->text), .n = s->text.len};
    if (!contains(&s->text, "void") || !contains(&s->text, "{")) return false;
    an_host_lex(&h);
    an_host_free(&h);
    return h.plain;
}

/* What may be read in front of a kernel: functions, types, macros. */
static bool is_helper(const an_source *s) {
    static const char *const begins[] = {"#", "typedef ", "struct ", "inline ", "static "};
    static const char *const words[] = {"float", "int",    "void", "double", "half",
                                        "char",  "size_t", "long", "short",  "bool"};
    const char *text = lp_text_str(&s->text) + strspn(lp_text_str(&s->text), " \t\r\n");
    bool type = false, body = contains(&s->text, "{") && contains(&s->text, ";");
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(text, begins[i], strlen(begins[i])) == 0) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) type |= contains(&s->text, words[i]);
    return type && body && contains(&s->text, "(");
}

/* ---- the run of tokens -------------------------------------------------------------------------
 */

typedef struct run {
    host h;
    an_sources *out;
    an_source now;
    bool open;      /* the token before was part of `now` */
    size_t counted; /* bytes of it in `depth` */
    int depth;      /* braces that are open in `now` */
} run;

static void keep_source(run *r) {
    an_sources *o = r->out;
    o->v = lp_grow(o->v, &o->cap, o->n + 1, sizeof *o->v);
    o->n_kernels += r->now.kernel;
    o->v[o->n++] = r->now;
    r->now = (an_source){0};
}

static void close_source(run *r) {
    r->open = false;
    r->counted = 0;
    r->depth = 0;
    r->now.kernel = is_program(&r->now);
    if (r->now.kernel || (!r->now.problem && is_helper(&r->now)))
        keep_source(r);
    else
        an_source_free(&r->now);
}

static bool is_str(const run *r, size_t i) {
    return i < r->h.n_toks && r->h.v[i].kind == HOST_STR;
}

/* + and <<; how many tokens. */
static size_t operator_at(const run *r, size_t i) {
    if (an_host_is(&r->h, i, "+")) return 1;
    return an_host_is(&r->h, i, "<") && an_host_is(&r->h, i + 1, "<") ? 2 : 0;
}

/* Does the literal end its line? */
static bool ends_line(const run *r, size_t i) {
    const host_tok *t = &r->h.v[i];
    const char *s = r->h.s + t->lo;
    size_t n = t->hi - t->lo;
    return (n >= 1 && s[n - 1] == '\n') || (n >= 2 && !t->raw && memcmp(s + n - 2, "\\n", 2) == 0);
}

/* Elements of an array are parts of one program where a function is open, and lines of it where
 * each ends its line. Options behind a program, f("...", "-cl-mad-enable"), are neither. */
static bool comma_joins(run *r, size_t i) {
    if (!an_host_is(&r->h, i, ",") || i == 0 || !is_str(r, i - 1) || !is_str(r, i + 1))
        return false;
    for (; r->counted < r->now.text.len; r->counted++) {
        char c = r->now.text.s[r->counted];
        r->depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    return r->depth > 0 || (ends_line(r, i - 1) && ends_line(r, i + 1));
}

/* NAME or F(NAME) at i, with any scopes before: the token that will stand for it, and the index
 * behind. */
static size_t operand_at(const run *r, size_t i, size_t *word) {
    const host *h = &r->h;
    while (i + 2 < h->n_toks && h->v[i].kind == HOST_WORD && an_host_is(h, i + 1, ":") &&
           an_host_is(h, i + 2, ":"))
        i += 3;
    if (i >= h->n_toks || (h->v[i].kind != HOST_WORD && h->v[i].kind != HOST_NUM)) return 0;
    *word = i;
    if (!an_host_is(h, i + 1, "(")) return i + 1;
    bool one = i + 3 < h->n_toks && h->v[i + 1].match == i + 3 && !h->v[i + 1].stringify &&
               (h->v[i + 2].kind == HOST_WORD || h->v[i + 2].kind == HOST_NUM);
    if (!one) return 0;
    *word = i + 2;
    return i + 4;
}

/* What joins the literal before to the one at the index returned; 0 when nothing does. */
static size_t joint(run *r, size_t i) {
    size_t op = operator_at(r, i), word = 0, next;
    if (op && is_str(r, i + op)) return i + op;
    if (comma_joins(r, i)) return i + 1;
    next = operand_at(r, i + op, &word);
    if (next == 0) return 0;
    if (op) {
        size_t again = operator_at(r, next);
        if (again != op) return 0;
        next += op;
    }
    if (!is_str(r, next)) return 0;
    lp_text_addc(&r->now.text, ' ');
    an_host_add_bytes(&r->h, r->h.v[word].at, r->h.v[word].end, &r->now);
    lp_text_addc(&r->now.text, ' ');
    return next;
}

/* Takes the token at *i; *i is behind it then. */
static void take(run *r, size_t *i) {
    const host_tok *t = &r->h.v[*i];
    if (t->kind == HOST_STR) {
        ++*i;
        r->open = true;
        an_host_add_literal(&r->h, t, &r->now);
        return;
    }
    if (t->stringify) {
        an_host_add_bytes(&r->h, t->end, r->h.v[t->match].at, &r->now);
        lp_text_addc(&r->now.text, '\n');
        r->open = true;
        *i = t->match + 1;
        return;
    }
    bool of_call = *i + 1 < r->h.n_toks && r->h.v[*i + 1].stringify;
    size_t next = r->open && t->kind != HOST_BREAK && !of_call ? joint(r, *i) : 0;
    if (next == 0 && !of_call && r->open) close_source(r);
    *i = next ? next : *i + 1;
}

/* ---- entry -------------------------------------------------------------------------------------
 */

void an_host_read(const char *path, const char *bytes, size_t n, an_sources *out) {
    run r = {.h = {.path = path, .s = bytes, .n = n, .python = has_suffix(path, ".py")},
             .out = out};
    *out = (an_sources){0};
    an_host_lex(&r.h);
    out->plain = r.h.plain;
    if (r.h.unended != HOST_NONE) {
        an_host_problem(&r.h, r.h.unended, "a missing quote", &r.now);
        r.now.kernel = true;
        keep_source(&r);
    }
    for (size_t i = 0; i < r.h.n_toks;) take(&r, &i);
    if (r.open) close_source(&r);
    an_host_free(&r.h);
}

/* A quick look: is there `kernel`, and `void` soon after? */
static bool may_have_kernel(const char *s, size_t n) {
    enum { NEAR = 400 };
    static const char *const words[] = {"kernel", "KERNEL"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (size_t at = 0; at < n;) {
            const char *p = memmem(s + at, n - at, words[w], 6);
            if (!p) break;
            at = (size_t)(p - s) + 6;
            if (memmem(p, n - (size_t)(p - s) < NEAR ? n - (size_t)(p - s) : NEAR, "void", 4))
                return true;
        }
    return false;
}

bool an_host_has_kernel(const char *path, size_t max_bytes) {
    lp_text bytes = {0};
    an_sources s = {0};
    bool found = false;
    if (lp_read_file(path, max_bytes, &bytes, NULL) == 0 &&
        may_have_kernel(lp_text_str(&bytes), bytes.len)) {
        an_host_read(path, lp_text_str(&bytes), bytes.len, &s);
        found = s.n_kernels > 0 || (s.plain && has_suffix(path, ".clh"));
        an_sources_free(&s);
    }
    lp_text_free(&bytes);
    return found;
}
