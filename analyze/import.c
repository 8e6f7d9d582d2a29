/* Imports one file: read, preprocess, parse, normalise, infer.
 *
 * In: a file of the corpus. Out: records, complete but for duplicates, which only the whole corpus
 * can tell (store.c). */
#include "analyze/import.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/infer.h"
#include "analyze/normal.h"
#include "analyze/reason.h"
#include "common/fs.h"

typedef struct import {
    an_parser *parser;
    const an_options *opt;
    const an_file *file;
    an_records *out;
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
    }
}

/* ---- a file ------------------------------------------------------------------------------------
 */

static void import_tree(import *im, const an_unit *u, CXTranslationUnit tu, const char *std) {
    an_chunks c;
    lp_err e = {""};
    if (an_chunks_init(&c, u, tu, &e)) {
        skip_file(im, AN_SYNTAX, e.msg);
        return;
    }
    if (c.n_kernels == 0) {
        lp_fail(&e, "%s:1:1: no kernel function in this file", im->file->path);
        skip_file(im, AN_NO_KERNEL, e.msg);
    }
    for (size_t i = 0; i < c.n_kernels; i++) import_kernel(im, tu, u, &c, i, std);
    an_chunks_free(&c);
}

static void import_unit(import *im, const an_unit *u) {
    const char *std;
    lp_err e = {""};
    CXTranslationUnit tu = an_parse(im->parser, u, &std, &e);
    if (!tu) {
        skip_file(im, AN_SYNTAX, e.msg);
        return;
    }
    import_tree(im, u, tu, std);
    clang_disposeTranslationUnit(tu);
}

/* Reads the file; what is no text is told from what is bad OpenCL C. */
static int read_source(const import *im, lp_text *bytes, lp_err *e) {
    if (lp_read_file(im->file->path, im->opt->max_source_bytes, bytes, e)) return -1;
    return pp_check_bytes(im->file->path, lp_text_str(bytes), bytes->len, e);
}

void an_import(an_parser *p, const an_options *o, const an_file *f, an_records *out) {
import im = {.parser = p, .opt = o, .file = f, .out = out };
    lp_text bytes = {0};
    an_unit u = {0};
    lp_err e = {""};
    if (read_source(&im, &bytes, &e))
        skip_file(&im, AN_UNREADABLE, e.msg);
    else if (an_preprocess_bytes(f->path, lp_text_str(&bytes), bytes.len, o, &u, &e))
        skip_file(&im, AN_PREPROCESS, e.msg);
    else
        import_unit(&im, &u);
    an_unit_free(&u);
    lp_text_free(&bytes);
}

void an_records_free(an_records *r) {
    for (size_t i = 0; i < r->n; i++) db_kernel_free(&r->v[i]);
    free(r->v);
    memset(r, 0, sizeof *r);
}
