/* Short ways to preprocess, parse and normalise text in tests. */
#ifndef TEST_ANALYZE_SOURCE_H
#define TEST_ANALYZE_SOURCE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/chunk.h"
#include "analyze/normal.h"
#include "analyze/parse.h"
#include "analyze/unit.h"

/* The unit of a source under the name t.cl, or the test fails with the message. */
static inline void preprocess(const char *source, an_unit *u) {
    an_options o;
    lp_err e = {""};
    an_options_defaults(&o);
    if (an_preprocess_bytes("t.cl", source, strlen(source), &o, u, &e)) fail_msg("%s", e.msg);
    an_options_free(&o);
}

/* The message with which the preprocessor refuses a source. */
static inline const char *refusal(const char *source, size_t n) {
    static lp_err e;
    an_options o;
    an_unit u;
    an_options_defaults(&o);
    if (an_preprocess_bytes("t.cl", source, n, &o, &u, &e) == 0) {
        fail_msg("accepted: %s", lp_text_str(&u.text));
        an_unit_free(&u);
    }
    an_options_free(&o);
    return e.msg;
}

/* Everything that a parsed source takes. */
typedef struct parsed {
    an_parser *parser;
    an_unit unit;
    CXTranslationUnit tu;
    const char *std;
    an_chunks chunks;
} parsed;

static inline void parse(const char *source, parsed *p) {
    lp_err e = {""};
    memset(p, 0, sizeof *p);
    preprocess(source, &p->unit);
    p->parser = an_parser_new();
    p->tu = an_parse(p->parser, &p->unit, &p->std, &e);
    if (!p->tu) fail_msg("%s\n%s", e.msg, source);
    if (an_chunks_init(&p->chunks, &p->unit, p->tu, &e)) fail_msg("%s", e.msg);
}

static inline void parsed_free(parsed *p) {
    an_chunks_free(&p->chunks);
    clang_disposeTranslationUnit(p->tu);
    an_unit_free(&p->unit);
    an_parser_free(p->parser);
}

/* The normal form of the source's only kernel, or of the one of that number. */
static inline void normalise_nth(const char *source, size_t kernel, an_normal *out) {
    parsed p;
    lp_err e = {""};
    parse(source, &p);
    assert_true(kernel < p.chunks.n_kernels);
    if (an_normalise(&p.chunks, kernel, out, &e)) fail_msg("%s", e.msg);
    parsed_free(&p);
}

static inline void normalise(const char *source, an_normal *out) {
    normalise_nth(source, 0, out);
}

#define assert_has(text, part)                                                                     \
    do {                                                                                           \
        if (!strstr((text), (part))) fail_msg("\"%s\" lacks \"%s\"", (text), (part));              \
    } while (0)
#define assert_lacks(text, part)                                                                   \
    do {                                                                                           \
        if (strstr((text), (part))) fail_msg("\"%s\" has \"%s\"", (text), (part));                 \
    } while (0)

#endif
