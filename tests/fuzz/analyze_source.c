/* Fuzz target: a whole source through parsing, normalising, inference and instrumentation. Any
 * bytes must be refused with a message or give kernels whose normal form parses again and
 * normalises to itself, and whose probe source parses, or says why there is none. Most mutations
 * move whole tokens and statements, so that a good part of the inputs still parses and gets as far
 * as inference. */
#include <stdlib.h>
#include <string.h>

#include "analyze/infer.h"
#include "analyze/normal.h"
#include "analyze/parse.h"
#include "analyze/pp_lex.h"
#include "analyze/probe.h"
#include "common/pcg.h"
#include "common/probe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t max, unsigned seed);

typedef struct input {
    const char *bytes;
    size_t n;
} input;

static an_parser *parser;

/* The version that the last source parsed as. */
static const char *std;

static CXTranslationUnit parse(const input *in, an_unit *u) {
    an_options o;
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

static void check_probe(const char *source, const char *version, const char *name) {
    static const char *const stds[AN_STDS] = {"CL1.2", "CL2.0", "CL3.0"};
    lp_err e = {{0}};
    an_unit u = {{0}};
    an_faults faults = {0};
    char *probe, *gap;
    int v = 0;
    if (an_probe(parser, source, version, name, &probe, &gap, &e) || (!probe && !gap)) abort();
    while (strcmp(version, stds[v]) != 0) v++;
    lp_text_addf(&u.text, "%s\n%s", lp_probe_prelude(), probe ? probe : "");
    lp_strv_add(&u.files, "probe");
    CXTranslationUnit tu = an_parse_as(parser, &u, v, &version, &faults, &e);
    if (!tu) abort();
    clang_disposeTranslationUnit(tu);
    an_faults_free(&faults);
    an_unit_free(&u);
    free(probe);
    free(gap);
}

static void check_kernel(CXTranslationUnit tu, const an_unit *u, const an_chunks *c, size_t i) {
    an_normal once, twice = {{0}, "", ""};
    db_kernel k = {0};
    lp_err e = {{0}};
    const char *version = std;
    CXString name = clang_getCursorSpelling(c->kernels[i].cursor);
    if (an_normalise(c, i, &once, &e) == 0 && strtoul(once.hash + 24, NULL, 16) % 4 == 0) {
        /* Not of every kernel: further parses take longer than all the rest. */
        check_probe(lp_text_str(&once.source), version, clang_getCString(name));
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

/* ---- mutation ---------------------------------------------------------------------------------
 */

enum { MAX_PIECES = 2048, MAX_STATEMENT = 400 };

/* A word, a number or one character of punctuation. */
typedef struct piece {
    size_t at, n;
    char kind; /* a: word, 0: number, +: punctuation */
} piece;

static char kind_of(uint8_t c) {
    if (c >= '0' && c <= '9') return '0';
    return pp_ident_start(c) ? 'a' : c > ' ' && c < 127 ? '+' : ' ';
}

static size_t split(const uint8_t *s, size_t n, piece *v) {
    size_t count = 0;
    for (size_t i = 0; i < n && count < MAX_PIECES;) {
        char kind = kind_of(s[i]);
        size_t from = i++;
        while (kind != '+' && i < n && (kind == ' ' ? kind_of(s[i]) == ' ' : pp_ident_char(s[i])))
            i++;
        if (kind != ' ') v[count++] = (piece){from, i - from, kind};
    }
    return count;
}

/* Replaces `cut` bytes at `at`; `by` may be a part of s. */
static size_t splice(uint8_t *s, size_t n, size_t max, size_t at, size_t cut, const void *by,
                     size_t by_n) {
    uint8_t copy[MAX_STATEMENT];
    if (by_n > sizeof copy || n - cut + by_n > max) return n;
    memcpy(copy, by, by_n);
    memmove(s + at + by_n, s + at + cut, n - at - cut);
    memcpy(s + at, copy, by_n);
    return n - cut + by_n;
}

/* The end of a statement or of the opening of a block. */
static bool ends(const uint8_t *s, const piece *p) {
    return s[p->at] == ';' || s[p->at] == '{' || s[p->at] == '}';
}

/* Copies a statement behind another one, or removes one. */
static size_t move_statement(uint8_t *s, size_t n, size_t max, const piece *v, size_t count,
                             lp_pcg *r) {
    size_t from = lp_pcg_below(r, (uint32_t)count), to = lp_pcg_below(r, (uint32_t)count);
    while (from + 1 < count && !ends(s, &v[from])) from++;
    while (to + 1 < count && !ends(s, &v[to])) to++;
    size_t last = from + 1;
    while (last + 1 < count && !ends(s, &v[last])) last++;
    if (last >= count) return n;
    size_t at = v[from].at + 1, len = v[last].at + 1 - at;
    if (lp_pcg_below(r, 3) == 0) return splice(s, n, max, at, len, "", 0);
    return splice(s, n, max, v[to].at + 1, 0, s + at, len);
}

static size_t replace_piece(uint8_t *s, size_t n, size_t max, const piece *v, size_t count,
                            lp_pcg *r) {
    static const char *const numbers[] = {
        "0",  "1",  "2",   "3",   "7",    "16",    "31",         "32",         "33",
        "63", "64", "255", "256", "1024", "65536", "2147483647", "4294967295", "1ul"};
    static const char *const ops[] = {"+", "-", "*",  "/",  "%",  "&",  "|",  "^",
                                      "<", ">", "<<", ">>", "<=", "==", "!=", "&&"};
    const piece *p = &v[lp_pcg_below(r, (uint32_t)count)],
                *q = &v[lp_pcg_below(r, (uint32_t)count)];
    if (p->kind == '0') {
        const char *by = numbers[lp_pcg_below(r, sizeof numbers / sizeof *numbers)];
        return splice(s, n, max, p->at, p->n, by, strlen(by));
    }
    if (p->kind == '+') {
        if (!strchr("+-*/%&|^<>", s[p->at])) return n;
        const char *by = ops[lp_pcg_below(r, sizeof ops / sizeof *ops)];
        return splice(s, n, max, p->at, p->n, by, strlen(by));
    }
    return q->kind == '+' ? n : splice(s, n, max, p->at, p->n, s + q->at, q->n);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t max, unsigned seed) {
    static piece v[MAX_PIECES];
    lp_pcg r;
    lp_pcg_seed(&r, seed, 1);
    if (n < 16 || lp_pcg_below(&r, 4) == 0) return LLVMFuzzerMutate(data, n, max);
    for (uint32_t rounds = 1 + lp_pcg_below(&r, 3); rounds; rounds--) {
        size_t count = split(data, n, v);
        if (count < 2) break;
        n = lp_pcg_below(&r, 3) ? replace_piece(data, n, max, v, count, &r)
                                : move_statement(data, n, max, v, count, &r);
    }
    return n;
}
