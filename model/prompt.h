/* Prompts of launches that fit a model: text and tokens. */
#ifndef LLMPERF_MODEL_PROMPT_H
#define LLMPERF_MODEL_PROMPT_H

#include <stdbool.h>

#include "db/launch.h"
#include "model/tokenizer.h"

/* Zero-initialise; free with mdl_prompt_free. */
typedef struct mdl_prompt {
    lp_text text;
    mdl_tokens tokens;
    lp_prompt_level level; /* minified when it was too long otherwise */
} mdl_prompt;

/* The prompt of a launch, with facts if the model wants them. A source that makes more than
 * max_tokens is minified; -1 and one line that names the excess when that does not help. */
int mdl_prompt_make(const mdl_tok *t, const db_formulas *f, const db_sample *s, bool facts,
                    size_t max_tokens, mdl_prompt *out, lp_err *e);
/* How many tokens the prompt has at each level of lp_prompt_level: as given, prepared, minified. */
int mdl_prompt_counts(const mdl_tok *t, const db_formulas *f, const db_sample *s, bool facts,
                      size_t n_tokens[3], lp_err *e);
void mdl_prompt_free(mdl_prompt *p);

#endif
