/* The kernel's source as a prompt shows it. It is to be read, not compiled: comments and indents
 * are gone, short helper functions stand where they are called, arrays in local memory tell their
 * size.
 */
#ifndef LP_PROMPT_CODE_H
#define LP_PROMPT_CODE_H

#include "common/text.h"

typedef enum {
    LP_PROMPT_PLAIN,    /* as given */
    LP_PROMPT_PREPARED, /* what models are trained on */
    LP_PROMPT_MINIFIED  /* prepared, then short names and no needless space: for sources that are
                           too long for a model */
} lp_prompt_level;

/* Appends the source, without an end of line. `keep`: names that stay when minified, as the
 * kernel's and those of its arguments. Any bytes are accepted; the output is at most four times as
 * long and some bytes a line. */
void lp_prompt_code(lp_text *out, const char *code, lp_prompt_level level, const lp_strv *keep);

#endif
