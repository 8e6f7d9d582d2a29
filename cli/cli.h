/* The front door's own commands and how it starts the stages, which are programs beside it. */
#ifndef LLMPERF_CLI_CLI_H
#define LLMPERF_CLI_CLI_H

#include <stdio.h>

#include "common/error.h"
#include "common/help.h"

#define CLI_PROG "llmperf"

/* A command of the front door: a row of the table in main.c. */
typedef struct cli_command {
    const char *name, *help;
    int (*fn)(int argc, char **argv); /* own commands */
    const char *stage, *before;       /* else: the program to become, and its first word */
    bool nested;                      /* it has commands of its own */
} cli_command;

/* Each takes argv with argv[0] = the command's own word and returns the exit status. */
int cli_run(int argc, char **argv);
int cli_config(int argc, char **argv);

/* The help of the front door itself, with the commands below its own, on `out`. */
int cli_help(const cli_command *c, int n, lp_help_format f, FILE *out);
/* The versions of this program and of every stage. */
int cli_version(const cli_command *c, int n);

/* The stage's program, "DIR/llmperf-STAGE" beside this one (NULL: this one); caller frees. NULL and
 * a message when it is not there. */
char *cli_stage_path(const char *stage, lp_err *e);
/* Becomes the stage's program: `before` (NULL or one word) and then words[0..n) follow its name.
 * Returns only on failure, with the exit status after a message. */
int cli_become(const char *stage, const char *before, int n, char **words);
/* Runs the stage's program (NULL: this one) with these words, NULL at the end, and appends what it
 * prints. -1 and a message when it cannot start or fails. */
int cli_ask(const char *stage, const char *const *words, lp_text *out, lp_err *e);

#endif
