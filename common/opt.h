/* Command-line options from a table: parsing, --version and --help in every format come from the
 * same rows. */
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
    void *dest;       /* bool*, const char** (borrowed from argv), long long*, lp_strv* */
    const char *arg;  /* metavariable in --help, NULL for flags; see lp_bash_kind() */
    const char *help; /* one line; the default in brackets at its end */
} lp_opt;

typedef struct lp_cmd {
    const char *prog;    /* "llmperf-db": what messages begin with */
    const char *usage;   /* "--db FILE [options]": what follows the name; a line for each way */
    const char *summary; /* sentences; the first one is the title of the man page */
    const lp_opt *opts;
    size_t n_opts;
    const char *name; /* what users type: "llmperf db stats"; NULL: prog */
    /* NULL, or paragraphs, an empty line between them, that every format shows. One whose first
     * line begins with "$ " is an example and stays as it is: commands, and what they print. */
    const char *details;
} lp_cmd;

/* Parses argv[1..]; every command also gets --help[=FORMAT]/-h, --version, -q/--quiet,
 * -v/--verbose. Positional words are appended to `words` (NULL: none are allowed). Returns -1 to go
 * on, else the exit status the program must end with (0 after --help/--version, 2 after an error
 * line). Also calls lp_log_init(cmd->prog). */
int lp_opt_parse(const lp_cmd *cmd, int argc, char **argv, lp_strv *words);
/* Prints "PROG: message" and "try NAME --help"; returns LP_EXIT_USAGE. */
int lp_usage_error(const lp_cmd *cmd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

const char *lp_version(void);  /* "0.1.0 (commit abcdef)" */
const char *lp_release(void);  /* "0.1.0" */
const char *lp_released(void); /* its day: "2026-11-30" */

/* A library that the program runs with, and how it tells its version (borrowed text). */
typedef struct lp_library {
    const char *name;
    const char *(*version)(void);
} lp_library;

/* What --version names beside the libraries of common/. Call it before parsing; `v` is kept. */
void lp_set_libraries(const lp_library *v, size_t n);
/* "PROG 0.1.0 (commit abcdef)", then a line with the libraries. */
void lp_version_print(const char *prog);

#endif
