/* Prepares a kernel's source for the prompt.
 *
 * In: source text. Out: the same as the prompt shows it. The steps are those of prompt_inline.c,
 * prompt_local.c and prompt_minify.c; here they are put in order and printed. */
#include "common/prompt_code.h"

#include <string.h>

#include "common/prompt_int.h"

static void print(lp_text *out, const lp_ptoks *t) {
    static const char *const spaces[] = {
        [LP_PT_JOINED] = "", [LP_PT_BLANK] = " ", [LP_PT_NEW_LINE] = "\n"};
    for (size_t i = 0; i < t->n; i++) {
        const lp_ptok *tok = &t->v[i];
        if (i > 0) lp_text_add(out, spaces[tok->space]);
        lp_text_addn(out, tok->s, tok->len);
    }
}

void lp_prompt_code(lp_text *out, const char *code, lp_prompt_level level, const lp_strv *keep) {
    lp_ptoks toks = {0};
    size_t n = strlen(code);
    if (level == LP_PROMPT_PLAIN) {
        while (n > 0 && code[n - 1] == '\n') n--;
        lp_text_addn(out, code, n);
        return;
    }
    lp_pt_lex(code, n, &toks);
    lp_pt_inline(&toks);
    if (level == LP_PROMPT_MINIFIED) lp_pt_rename(&toks, keep);
    lp_pt_annotate(&toks);
    if (level == LP_PROMPT_MINIFIED) lp_pt_squeeze(&toks);
    print(out, &toks);
    lp_pt_free(&toks);
}
