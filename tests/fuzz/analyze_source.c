/* Fuzz target: a whole source through parsing, normalising and inference. Any bytes must be refused
 * with a message or give kernels whose normal form parses again and normalises to itself. */
#include <stdlib.h>
#include <string.h>

#include "analyze/infer.h"
#include "analyze/normal.h"
#include "analyze/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct input {
    const char *bytes;
    size_t n;
} input;

static an_parser *parser;

static CXTranslationUnit parse(const input *in, an_unit *u) {
    an_options o;
    const char *std;
    lp_err e = {{0}};
    CXTranslationUnit tu = NULL;
    an_options_defaults(&o);
    if (an_preprocess_bytes("t.cl", in->bytes, in->n, &o, u, &e) == 0)
        tu = an_parse(parser, u, &std, &e);
    if (!tu && strncmp(e.msg, "t.cl:", 5) != 0) abort();
    an_options_free(&o);
    return tu;
}

/* The normal form of kernel `name` of a text that must be good; caller frees. */
static void normalise_again(const an_normal *once, const char *name, an_normal *out) {
    const input in = {lp_text_str(&once->source), once->source.len};
    an_unit u;
    an_chunks c;
    CXTranslationUnit tu = parse(&in, &u);
    if (!tu || an_chunks_init(&c, &u, tu, NULL)) abort();
    for (size_t i = 0; i < c.n_kernels; i++) {
        CXString s = clang_getCursorSpelling(c.kernels[i].cursor);
        if (strcmp(clang_getCString(s), name) == 0 && an_normalise(&c, i, out, NULL)) abort();
        clang_disposeString(s);
    }
    an_chunks_free(&c);
    clang_disposeTranslationUnit(tu);
    an_unit_free(&u);
}

static void check_kernel(CXTranslationUnit tu, const an_unit *u, const an_chunks *c, size_t i) {
    an_normal once, twice = {{0}, "", ""};
    db_kernel k = {0};
    lp_err e = {{0}};
    CXString name = clang_getCursorSpelling(c->kernels[i].cursor);
    if (an_normalise(c, i, &once, &e) == 0) {
        normalise_again(&once, clang_getCString(name), &twice);
        if (strcmp(once.hash, twice.hash) != 0 || strcmp(once.family, twice.family) != 0) abort();
        if (strcmp(lp_text_str(&once.source), lp_text_str(&twice.source)) != 0) abort();
        an_normal_free(&twice);
    }
    an_normal_free(&once);
    k.ok = true;
    if (an_infer(tu, c->kernels[i].cursor, u, &k, &e) == 0 && !k.ok && !k.reason) abort();
    db_kernel_free(&k);
    clang_disposeString(name);
}

static int check(void *ctx) {
    an_unit u;
    an_chunks c;
    CXTranslationUnit tu = parse(ctx, &u);
    if (tu && an_chunks_init(&c, &u, tu, NULL) == 0) {
        for (size_t i = 0; i < c.n_kernels; i++) check_kernel(tu, &u, &c, i);
        an_chunks_free(&c);
    }
    if (tu) clang_disposeTranslationUnit(tu);
    an_unit_free(&u);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {(const char *)data, size};
    if (!parser) {
        parser = an_parser_new();
        clang_toggleCrashRecovery(0); /* crashes are the fuzzer's to see */
    }
    return an_with_stack(check, &in);
}
