/* Prompts: a launch in, text and tokens out, not longer than a model takes.
 *
 * In: a kernel's record and a sample. Out: what db/launch.c makes of them, counted in tokens. The
 * wording is not here: common/prompt.c has it, which export uses too. */
#include "model/prompt.h"

#include <string.h>

static int make(const mdl_tok *t, const db_formulas *f, const db_sample *s, lp_prompt_level level,
                bool facts, mdl_prompt *out, lp_err *e) {
    lp_text_clear(&out->text);
    mdl_tokens_clear(&out->tokens);
    out->level = level;
    db_launch_prompt(f->kernel, s, level, facts ? f : NULL, NULL, &out->text);
    if (mdl_tok_encode(t, out->text.s, out->text.len, &out->tokens, e) == 0) return 0;
    return lp_fail_in(e, "kernel %s", f->kernel->name);
}

int mdl_prompt_make(const mdl_tok *t, const db_formulas *f, const db_sample *s, bool facts,
                    size_t max_tokens, mdl_prompt *out, lp_err *e) {
    const char *name = f->kernel->name;
    if (make(t, f, s, LP_PROMPT_PREPARED, facts, out, e)) return -1;
    size_t n = out->tokens.n;
    if (n == 0) return lp_fail(e, "kernel %s: its prompt has no tokens", name);
    if (n <= max_tokens) return 0;
    if (make(t, f, s, LP_PROMPT_MINIFIED, facts, out, e)) return -1;
    if (out->tokens.n <= max_tokens) return 0;
    return lp_fail(e,
                   "kernel %s: its prompt has %zu tokens, minified %zu: %zu more than the %zu that "
                   "the model takes; cut out what does not run",
                   name, n, out->tokens.n, out->tokens.n - max_tokens, max_tokens);
}

int mdl_prompt_counts(const mdl_tok *t, const db_formulas *f, const db_sample *s, bool facts,
                      size_t n_tokens[3], lp_err *e) {
    mdl_prompt p = {0};
    int rc = 0;
    for (int level = LP_PROMPT_PLAIN; rc == 0 && level <= LP_PROMPT_MINIFIED; level++) {
        rc = make(t, f, s, (lp_prompt_level)level, facts, &p, e);
        n_tokens[level] = p.tokens.n;
    }
    mdl_prompt_free(&p);
    return rc;
}

void mdl_prompt_free(mdl_prompt *p) {
    lp_text_free(&p->text);
    mdl_tokens_free(&p->tokens);
}
