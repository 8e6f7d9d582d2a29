/* The model's prompt and the `input_sizes` text of LLMPerf: one implementation for export, predict
 * and training.
 *
 * Prompt: task line, kernel source, "Given input:", one line an argument, one a fact, launch line.
 */
#ifndef LP_PROMPT_H
#define LP_PROMPT_H

#include <stdint.h>

#include "common/prompt_code.h"

typedef struct lp_prompt_arg {
    int index;
    const char *name;
    const char *kind;  /* buffer constant local scalar struct */
    const char *type;  /* element type: "float", "uint4" */
    int64_t elems;     /* buffers and local memory: element count */
    const char *value; /* scalars: the value as text */
    const char
        *recipe; /* content recipe where contents matter, else NULL: "uniform indices into x" */
} lp_prompt_arg;

/* Something that the analysis knows about a launch: "loop_trips", 261. */
typedef struct lp_prompt_fact {
    const char *name;
    int64_t value;
} lp_prompt_fact;

typedef struct lp_prompt {
    const char *kernel; /* its name, which stays when the source is minified; may be NULL */
    const char *code;
    lp_prompt_level level;
    const lp_prompt_arg *args;
    int n_args;
    const lp_prompt_fact *facts; /* one line each after the arguments */
    int n_facts;
    int64_t global_size, local_size;
} lp_prompt;

/* One line: `Argument 0 is a, global buffer of float[1024]` / `Argument 2 is n, scalar of int =
 * 1000`. */
void lp_prompt_arg_line(lp_text *out, const lp_prompt_arg *a);
void lp_prompt_build(lp_text *out, const lp_prompt *p);

#endif
