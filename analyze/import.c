/* Imports one file: read, preprocess and parse (with guesses, guess.h), normalise, infer.
 *
 * In: a file of the corpus. Out: records, complete but for duplicates, which only the whole corpus
 * can tell (store.c). */
#include "analyze/import.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/guess.h"
#include "analyze/infer.h"
#include "analyze/normal.h"
#include "analyze/probe.h"
#include "analyze/reason.h"
#include "common/fs.h"
#include "common/intr.h"

typedef struct import {
    an_parser *parser;
    const an_options *opt;
    const an_file *file;
    an_records *out;
    lp_strv lines; /* of the main file, when a guess asks for them */
} import;

static db_kernel *add_record(import *im, const char *name) {
    an_records *r = im->out;
    r->v = lp_grow(r->v, &r->cap, r->n + 1, sizeof *r->v);
    db_kernel *k = &r->v[r->n++];
    memset(k, 0, sizeof *k);
    k->path = lp_strdup(im->file->key);
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

static void import_tree(import *im, const an_guessed *g) {
    an_chunks c;
    lp_err e = {""};
    size_t before = im->out->n;
    if (an_chunks_init(&c, &g->unit, g->tu, &e)) {
        skip_file(im, AN_SYNTAX, e.msg);
        return;
    }
    for (size_t i = 0; i < c.n_kernels && !lp_interrupted(); i++) {
        if (is_of_other(g, &c.kernels[i])) continue;
        import_kernel(im, g->tu, &g->unit, &c, i, g->std);
        db_kernel *k = &im->out->v[im->out->n - 1];
        k->guesses = guess_lines(g);
        if (k->ok) constrain(im, g, &c.v[c.kernels[i].chunk], k);
    }
    if (im->out->n == before) {
        lp_fail(&e, "%s:1:1: no kernel function in this file", im->file->path);
        skip_file(im, AN_NO_KERNEL, e.msg);
        im->out->v[before].guesses = guess_lines(g);
    }
    an_chunks_free(&c);
}

/* Reads the file; what is no text is told from what is bad OpenCL C. */
static int read_source(const import *im, lp_text *bytes, lp_err *e) {
    if (lp_read_file(im->file->path, im->opt->max_source_bytes, bytes, e)) return -1;
    return pp_check_bytes(im->file->path, lp_text_str(bytes), bytes->len, e);
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

void an_import(an_parser *p, const an_options *o, const an_file *f, an_records *out) {
import im = {.parser = p, .opt = o, .file = f, .out = out };
    lp_text bytes = {0};
    an_guessed g = {0};
    lp_err e = {""};
    if (read_source(&im, &bytes, &e)) {
        skip_file(&im, AN_UNREADABLE, e.msg);
    } else if (an_guess_parse(p, f->path, lp_text_str(&bytes), bytes.len, o, &g, &e)) {
        skip_file(&im, g.preprocessed ? AN_SYNTAX : AN_PREPROCESS, e.msg);
    } else {
        if (g.local.n) split_lines(lp_text_str(&bytes), &im.lines);
        import_tree(&im, &g);
    }
    an_guessed_free(&g);
    lp_strv_free(&im.lines);
    lp_text_free(&bytes);
}

void an_records_free(an_records *r) {
    for (size_t i = 0; i < r->n; i++) db_kernel_free(&r->v[i]);
    free(r->v);
    memset(r, 0, sizeof *r);
}
