/* For the parity tests and the benchmark: encodes texts.
 *
 * Usage: tokens TOKENIZER.JSON < TEXTS > TOKENS. A text is its length (4 bytes, of this machine's
 * order) and its bytes; the tokens of one are their number, the ids, then the places where they
 * begin, each 4 bytes. With a number N after the file, it encodes all of standard input as one text
 * N times and prints the seconds of processor time that took and the number of tokens. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/text.h"
#include "model/tokenizer.h"

static int put(const mdl_tokens *t) {
    uint32_t n = (uint32_t)t->n;
    if (fwrite(&n, sizeof n, 1, stdout) != 1) return -1;
    if (fwrite(t->ids, sizeof *t->ids, t->n, stdout) != t->n) return -1;
    for (size_t i = 0; i < t->n; i++) {
        uint32_t at = (uint32_t)t->starts[i];
        if (fwrite(&at, sizeof at, 1, stdout) != 1) return -1;
    }
    return 0;
}

static int each(const mdl_tok *t, lp_err *e) {
    char *text = NULL;
    uint32_t n;
    size_t cap = 0;
    int rc = 0;
    while (rc == 0 && fread(&n, sizeof n, 1, stdin) == 1) {
        mdl_tokens tokens = {0};
        text = lp_grow(text, &cap, (size_t)n + 1, 1);
        if (fread(text, 1, n, stdin) != n) rc = lp_fail(e, "a text is cut off");
        if (rc == 0) rc = mdl_tok_encode(t, text, n, &tokens, e);
        if (rc == 0 && put(&tokens)) rc = lp_fail(e, "cannot write");
        mdl_tokens_free(&tokens);
    }
    free(text);
    return rc;
}

/* Of the processor: other programs may run meanwhile. */
static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int timed(const mdl_tok *t, long times, lp_err *e) {
    lp_text text = {0};
    mdl_tokens tokens = {0};
    char part[1 << 16];
    size_t n;
    int rc = 0;
    while ((n = fread(part, 1, sizeof part, stdin)) > 0) lp_text_addn(&text, part, n);
    double begin_s = now_s();
    for (long i = 0; rc == 0 && i < times; i++) {
        mdl_tokens_clear(&tokens);
        rc = mdl_tok_encode(t, lp_text_str(&text), text.len, &tokens, e);
    }
    printf("%.6f %zu\n", now_s() - begin_s, tokens.n);
    mdl_tokens_free(&tokens);
    lp_text_free(&text);
    return rc;
}

int main(int argc, char **argv) {
    lp_err e = {""};
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: tokens TOKENIZER.JSON [TIMES]\n");
        return LP_EXIT_USAGE;
    }
    mdl_tok *t = mdl_tok_open(argv[1], &e);
    int rc = !t ? -1 : argc == 3 ? timed(t, strtol(argv[2], NULL, 10), &e) : each(t, &e);
    if (rc) fprintf(stderr, "tokens: %s\n", e.msg);
    mdl_tok_free(t);
    return rc ? LP_EXIT_FAIL : LP_EXIT_OK;
}
