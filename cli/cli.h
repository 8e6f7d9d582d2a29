/* The front door's own commands and how it starts the stages, which are programs beside it. */
#ifndef LLMPERF_CLI_CLI_H
#define LLMPERF_CLI_CLI_H

#include "common/error.h"

#define CLI_PROG "llmperf"

/* Each takes argv with argv[0] = the command's own word and returns the exit status. */
int cli_run(int argc, char **argv);
int cli_config(int argc, char **argv);

/* The stage's program, "DIR/llmperf-STAGE" beside this one; caller frees. NULL and a message when
 * it is not there. */
char *cli_stage_path(const char *stage, lp_err *e);
/* Becomes the stage's program: `before` (NULL or one word) and then words[0..n) follow its name.
 * Returns only on failure, with the exit status after a message. */
int cli_become(const char *stage, const char *before, int n, char **words);

#endif
