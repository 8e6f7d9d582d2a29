/* Command-line options from a table: parsing, --help and --version come from the same rows. */
#ifndef LP_OPT_H
#define LP_OPT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/text.h"

typedef enum { LP_OPT_FLAG, LP_OPT_STR, LP_OPT_I64, LP_OPT_LIST } lp_opt_kind;

typedef struct lp_opt {
    const char *name; /* long name without dashes */
    char short_name;  /* 0 when there is none */
    lp_opt_kind kind;
    void *dest;      /* bool*, const char** (borrowed from argv), long long*, lp_strv* */
    const char *arg; /* metavariable in --help, NULL for flags */
    const char *help;
} lp_opt;

typedef struct lp_cmd {
    const char *prog;    /* "llmperf-gen" */
    const char *usage;   /* "[options] PATH..." */
    const char *summary; /* one or two lines */
    const lp_opt *opts;
    size_t n_opts;
} lp_cmd;

/* Parses argv[1..]; every command also gets --help/-h, --version, -q/--quiet, -v/--verbose.
 * Positional words are appended to `words` (NULL: none are allowed). Returns -1 to go on, else the
 * exit status the program must end with (0 after --help/--version, 2 after an error line). Also
 * calls lp_log_init(cmd->prog). */
int lp_opt_parse(const lp_cmd *cmd, int argc, char **argv, lp_strv *words);
void lp_opt_help(const lp_cmd *cmd);
/* Prints "PROG: message" and "try PROG --help"; returns LP_EXIT_USAGE. */
int lp_usage_error(const lp_cmd *cmd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

const char *lp_version(void); /* "0.1.0 (commit abcdef)" */

#endif
