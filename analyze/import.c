/* Imports one file: read, take programs out of strings (host.h), preprocess and parse (with
 * guesses, guess.h), normalise, infer.
 *
 * In: a file of the corpus. Out: records, complete but for duplicates, which only the whole corpus
 * can tell (store.c). */
#include "analyze/import.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/guess.h"
#include "analyze/host.h"
#include "analyze/infer.h"
#include "analyze/normal.h"
#include "analyze/probe.h"
#include "analyze/reason.h"
#include "common/fs.h"
#include "common/intr.h"
#include "common/template.h"

typedef struct import {
    an_parser *parser;
    const an_options *opt;
    const an_file *file;
    an_records *out;
    const lp_text *bytes; /* of the file */
    size_t first;         /* record of this file */
    lp_strv lines;        /* of the file, when a guess asks for them */
    char *unused;         /* guesses of a program without a kernel */
} import;

/* A record is known by its path and name. Programs of one file may have kernels of one name: the
 * second is in FILE#2. */
static char *path_for(const import *im, const char *name) {
    lp_text t = {0};
    int n = 1;
    for (size_t i = im->first; i < im->out->n; i++) n += strcmp(im->out->v[i].name, name) == 0;
    lp_text_add(&t, im->file->key);
    if (n > 1) lp_text_addf(&t, "#%d", n);
    return lp_text_take(&t);
}

static db_kernel *add_record(import *im, const char *name) {
    an_records *r = im->out;
    char *path = path_for(im, name);
    r->v = lp_grow(r->v, &r->cap, r->n + 1, sizeof *r->v);
    db_kernel *k = &r->v[r->n++];
    memset(k, 0, sizeof *k);
    k->path = path;
    k->name = lp_strdup(name);
    k->line = 1;
    return k;
}

static void set_text(char **at, char *text) {
    free(*at);
    *at = text;
}

void an_skip(db_kernel *k, const char *root, const char *code, const char *detail) {
    size_t n = root ? strlen(root) : 0;
    while (n > 1 && root[n - 1] == '/') n--;
    if (n && strncmp(detail, root, n) == 0 && detail[n] == '/')
        for (detail += n; *detail == '/';) detail++;
    char *copy = lp_strdup(detail); /* detail may be k's own */
    k->ok = false;
    set_text(&k->reason, lp_strdup(code));
    set_text(&k->detail, copy);
}

static void skip_file(import *im, an_reason r, const char *detail) {
    an_skip(add_record(im, ""), im->file->root, an_reason_code(r), detail);
}

/* ---- a kernel ----------------------------------------------------------------------------------
 */

static int normalise(const an_chunks *c, size_t i, db_kernel *k, lp_err *e) {
    an_normal n;
    if (an_normalise(c, i, &n, e)) return -1;
    k->source = lp_text_take(&n.source);
    k->hash = lp_strdup(n.hash);
    k->family = lp_strdup(n.family);
    an_normal_free(&n);
    return 0;
}

/* A kernel that cannot be instrumented stays: guards around its buffers protect the device. */
static void instrument(const import *im, db_kernel *k) {
    lp_err e = {""};
    if (an_probe(im->parser, k->source, k->std, k->name, &k->probe, &k->probe_gap, &e))
        k->probe_gap = lp_strdup(e.msg);
}

static void import_kernel(import *im, CXTranslationUnit tu, const an_unit *u, const an_chunks *c,
                          size_t i, const char *std) {
    CXString name = clang_getCursorSpelling(c->kernels[i].cursor);
    db_kernel *k = add_record(im, clang_getCString(name));
    const char *file;
    uint32_t line, col;
    lp_err e = {""};
    clang_disposeString(name);
    an_unit_where(u, c->kernels[i].offset, &file, &line, &col);
    k->line = line;
    k->std = lp_strdup(std);
    k->ok = true;
    if (normalise(c, i, k, &e) || an_infer(tu, c->kernels[i].cursor, u, k, &e)) {
        lp_text where = {0};
        lp_text_addf(&where, "%s:%u:%u: %s", file, line, col, e.msg);
        an_skip(k, im->file->root, an_reason_code(AN_UNSUPPORTED), lp_text_str(&where));
        lp_text_free(&where);
    } else if (!k->ok) {
        an_skip(k, im->file->root, k->reason ? k->reason : an_reason_code(AN_UNSUPPORTED),
                k->detail ? k->detail : "");
    } else {
        instrument(im, k);
    }
}

/* ---- what was guessed ---------------------------------------------------------------------------
 */

static char *guess_lines(const an_guessed *g) {
    lp_text t = {0};
    for (size_t i = 0; i < g->guesses.n; i++)
        lp_text_addf(&t, "%s%s", i ? "\n" : "", g->guesses.v[i]);
    return g->guesses.n ? lp_text_take(&t) : NULL;
}

static const char *guessed_value(const an_guessed *g, const char *name) {
    size_t n = strlen(name);
    for (size_t i = 0; i < g->guesses.n; i++)
        if (strncmp(g->guesses.v[i], name, n) == 0 && g->guesses.v[i][n] == '=')
            return g->guesses.v[i] + n + 1;
    return NULL;
}

/* Does the text that the chunk came from have the name? */
static bool chunk_uses(const import *im, const an_guessed *g, const an_chunk *k, const char *name) {
    size_t n = strlen(name);
    bool found = false;
    for (size_t i = 0; i < g->unit.n_origin && !found; i++) {
        const an_origin *o = &g->unit.origin[i];
        if (o->offset < k->lo || o->offset >= k->hi || o->file != 0) continue;
        if (o->line > im->lines.n) continue;
        const char *at = im->lines.v[o->line - 1];
        found = strlen(at) >= o->col - 1 + n && strncmp(at + o->col - 1, name, n) == 0 &&
                !pp_ident_char((unsigned char)at[o->col - 1 + n]);
    }
    return found;
}

/* A guessed macro that stands for the local size holds the launch to it. */
static void constrain(const import *im, const an_guessed *g, const an_chunk *chunk, db_kernel *k) {
    for (size_t i = 0; i < g->local.n; i++) {
        const char *value = guessed_value(g, g->local.v[i]);
        if (!value || !chunk_uses(im, g, chunk, g->local.v[i])) continue;
        lp_text t = {0};
        size_t end = k->constraints ? strlen(k->constraints) : 0;
        if (end > 2) lp_text_addn(&t, k->constraints, end - 1);
        lp_text_addf(&t, "%s\"local == %s\"]", end > 2 ? "," : "[", value);
        set_text(&k->constraints, lp_text_take(&t));
    }
}

/* ---- a file ------------------------------------------------------------------------------------
 */

/* Files that were read first have records of their own. */
static bool is_of_other(const an_guessed *g, const an_kernel_ref *k) {
    const char *file;
    uint32_t line, col;
    bool joined = false;
    for (size_t i = 0; i < g->guesses.n; i++)
        joined |= strncmp(g->guesses.v[i], "#include ", 9) == 0 && g->guesses.v[i][9] != '"';
    an_unit_where(&g->unit, k->offset, &file, &line, &col);
    return joined && strcmp(file, g->unit.files.v[0]) != 0;
}

static int import_tree(import *im, const an_guessed *g, lp_err *e) {
    an_chunks c;
    if (an_chunks_init(&c, &g->unit, g->tu, e)) return -1;
    for (size_t i = 0; i < c.n_kernels && !lp_interrupted(); i++) {
        if (is_of_other(g, &c.kernels[i])) continue;
        import_kernel(im, g->tu, &g->unit, &c, i, g->std);
        db_kernel *k = &im->out->v[im->out->n - 1];
        k->guesses = guess_lines(g);
        if (k->ok) constrain(im, g, &c.v[c.kernels[i].chunk], k);
    }
    an_chunks_free(&c);
    return 0;
}

static void split_lines(const char *s, lp_strv *lines) {
    while (*s) {
        size_t n = strcspn(s, "\n");
        char *line = lp_strndup(s, n);
        lp_strv_add(lines, line);
        free(line);
        s += n + (s[n] == '\n');
    }
}

/* Parses a program with guesses, or as it is only. Makes its records, or fails with the first
 * error. */
static int import_program(import *im, const an_source *s, bool guess, an_reason *why, lp_err *e) {
    an_options o = *im->opt;
    an_guessed g = {0};
    const char *text = lp_text_str(&s->text);
    int rc;
    if (s->marks.n) o.marks = &s->marks;
    if (guess) {
        rc = an_guess_parse(im->parser, im->file->path, text, s->text.len, &o, &g, e);
    } else {
        rc = an_preprocess_bytes(im->file->path, text, s->text.len, &o, &g.unit, e);
        g.preprocessed = rc == 0;
        if (rc == 0) g.tu = an_parse(im->parser, &g.unit, &g.std, e);
        if (!g.tu) rc = -1;
    }
    *why = g.preprocessed ? AN_SYNTAX : AN_PREPROCESS;
    if (rc == 0 && g.local.n && im->lines.n == 0) split_lines(lp_text_str(im->bytes), &im->lines);
    if (rc == 0) rc = import_tree(im, &g, e);
    if (rc == 0 && im->out->n == im->first) im->unused = guess_lines(&g);
    an_guessed_free(&g);
    return rc;
}

/* ---- programs in strings -----------------------------------------------------------------------
 */

/* What one file may cost when its strings are no one program. */
enum { MAX_PROGRAMS = 256, MAX_GUESSED = 16, MAX_HELPER_BYTES = 1 << 18 };

static void join_all(const an_sources *s, an_source *out) {
    for (size_t k = 0; k < s->n; k++)
        if (!s->v[k].problem) an_source_join(out, &s->v[k]);
}

/* What stands before program `i` and is no program itself, then the program. */
static void join_helpers(const an_sources *s, size_t i, an_source *out) {
    for (size_t k = 0; k < i; k++)
        if (!s->v[k].problem && !s->v[k].kernel &&
            out->text.len + s->v[k].text.len < MAX_HELPER_BYTES)
            an_source_join(out, &s->v[k]);
    an_source_join(out, &s->v[i]);
}

/* The ways to read one of several programs: with the strings before it that may be its helpers, or
 * alone; first without guesses, which would invent what a helper has. */
static int import_one(import *im, const an_sources *s, size_t i, bool guess, an_reason *why,
                      lp_err *e) {
    an_source joined = {0};
    lp_err later = {""};
    an_reason other;
    *why = AN_PREPROCESS;
    if (s->v[i].problem) return lp_fail(e, "%s", s->v[i].problem);
    join_helpers(s, i, &joined);
    bool more = joined.text.len > s->v[i].text.len;
    int rc = more ? import_program(im, &joined, false, &other, &later) : -1;
    if (rc && more) rc = import_program(im, &s->v[i], false, &other, &later);
    if (rc && more && guess) rc = import_program(im, &joined, true, &other, &later);
    if (rc) rc = import_program(im, &s->v[i], guess, why, e);
    an_source_free(&joined);
    return rc;
}

/* Strings of one file are mostly one program; else each with a kernel is one. */
static void import_strings(import *im, const an_sources *s) {
    an_source joined = {0};
    an_reason why = AN_OK, first = AN_OK;
    lp_err e = {""}, first_e = {""};
    size_t programs = 0, failed = 0;
    join_all(s, &joined);
    bool done = s->n > 1 && import_program(im, &joined, false, &why, &e) == 0;
    an_source_free(&joined);
    for (size_t i = 0; i < s->n && !done && !lp_interrupted(); i++) {
        if (!s->v[i].kernel) continue;
        if (programs++ == MAX_PROGRAMS) {
            lp_fail(&e, "%s:1:1: more than %d programs in strings: the rest is left out",
                    im->file->path, MAX_PROGRAMS);
            why = AN_PREPROCESS;
            done = true;
        } else if (import_one(im, s, i, failed < MAX_GUESSED, &why, &e) == 0) {
            continue;
        }
        if (failed++ == 0) first = why, first_e = e;
    }
    if (first != AN_OK) skip_file(im, first, first_e.msg);
}

/* The template that the first line names, NULL when it names none. */
static char *template_in(const char *s) {
    static const char mark[] = LP_TEMPLATE_MARK;
    if (strncmp(s, mark, sizeof mark - 1) != 0) return NULL;
    s += sizeof mark - 1;
    bool whole = strspn(s, "0123456789abcdef") == LP_TEMPLATE_DIGITS;
    return whole && s[LP_TEMPLATE_DIGITS] == ';' ? lp_strndup(s, LP_TEMPLATE_DIGITS) : NULL;
}

/* ---- entry -------------------------------------------------------------------------------------
 */

static void import_plain(import *im) {
    an_source whole = {.text = *im->bytes}; /* borrowed */
    an_reason why;
    lp_err e = {""};
    if (import_program(im, &whole, true, &why, &e)) skip_file(im, why, e.msg);
}

/* Reads the file; what is no text is told from what is bad OpenCL C. Files that hold programs may
 * have anything around them. */
static int read_source(const import *im, lp_text *bytes, an_sources *strings, lp_err *e) {
    const char *path = im->file->path;
    if (lp_read_file(path, im->opt->max_source_bytes, bytes, e)) return -1;
    an_host_read(path, lp_text_str(bytes), bytes->len, strings);
    if (strings->n_kernels == 0 || (strings->plain && !an_is_host_name(path))) {
        an_sources_free(strings);
        return pp_check_bytes(path, lp_text_str(bytes), bytes->len, e);
    }
    for (size_t i = 0; i < strings->n; i++)
        if (pp_check_bytes(path, lp_text_str(&strings->v[i].text), strings->v[i].text.len, NULL))
            return pp_check_bytes(path, lp_text_str(bytes), bytes->len, e);
    return 0;
}

void an_import(an_parser *p, const an_options *o, const an_file *f, an_records *out) {
    lp_text bytes = {0};
    an_sources strings = {0};
import im = {.parser = p, .opt = o, .file = f, .out = out, .bytes = & bytes, .first = out->n };
    lp_err e = {""};
    if (read_source(&im, &bytes, &strings, &e))
        skip_file(&im, AN_UNREADABLE, e.msg);
    else if (strings.n)
        import_strings(&im, &strings);
    else
        import_plain(&im);
    if (out->n == im.first) {
        lp_fail(&e, "%s:1:1: no kernel function in this file", f->path);
        skip_file(&im, AN_NO_KERNEL, e.msg);
        out->v[im.first].guesses = im.unused;
        im.unused = NULL;
    }
    for (size_t i = im.first; i < out->n; i++)
        out->v[i].template_id = template_in(lp_text_str(&bytes));
    free(im.unused);
    an_sources_free(&strings);
    lp_strv_free(&im.lines);
    lp_text_free(&bytes);
}

void an_records_free(an_records *r) {
    for (size_t i = 0; i < r->n; i++) db_kernel_free(&r->v[i]);
    free(r->v);
    memset(r, 0, sizeof *r);
}
