/* Guessing from any text: uses, definitions, conditionals, families. No parser is involved. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/family.h"
#include "analyze/guess.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void guess_at(const an_scan *s, size_t at) {
    lp_strv have = {0};
    an_values values = {0}, types = {0}, wanted = {0};
    char *guess = NULL;
    an_values_of_use(&s->toks, at, false, &values);
    an_values_of_use(&s->toks, at, true, &types);
    for (size_t i = 0; i < values.v.n; i++) lp_strv_add(&have, values.v.v[i]);
    an_scan_defines(s, &s->toks.v[at], &have, &guess);
    an_scan_wanted(s, s->toks.v[at].line, &have, &wanted);
    free(guess);
    lp_strv_free(&have);
    lp_strv_free(&values.v);
    lp_strv_free(&types.v);
    lp_strv_free(&wanted.v);
}

static void group(const char *text) {
    an_families f = {0};
    an_families_add(&f, 1, "a", text, NULL);
    an_families_add(&f, 2, "b", text, NULL);
    an_families_group(&f);
    if (strcmp(f.v[1].family, "a") != 0) abort(); /* the same text is one family */
    an_families_free(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    enum { MAX_NAMES = 16, MAX_BYTES = 1 << 14 };
    an_scan s;
    lp_strv selectors = {0};
    if (n > MAX_BYTES) return 0;
    char *text = lp_strndup((const char *)data, n);
    if (strlen(text) == n && an_scan_init(&s, "f.cl", text, n, NULL)) {
        int names = 0;
        an_scan_include_selectors(&s, &selectors);
        for (size_t i = 0; i < s.toks.n && names < MAX_NAMES; i++)
            if (s.toks.v[i].kind == PP_IDENT) {
                guess_at(&s, i);
                names++;
            }
        group(text);
        an_scan_free(&s);
        lp_strv_free(&selectors);
    }
    free(text);
    return 0;
}
