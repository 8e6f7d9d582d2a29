/* --help in all its formats: text for people, Markdown for docs/commands.md, a man page, a part of
 * the bash completion, and a list of commands for scripts. Everything is appended to a text. */
#ifndef LP_HELP_H
#define LP_HELP_H

#include "common/command.h"
#include "common/opt.h"

typedef enum {
    LP_HELP_TEXT,
    LP_HELP_MARKDOWN,
    LP_HELP_MAN,
    LP_HELP_BASH,
    LP_HELP_LIST,
    LP_HELP_UNKNOWN
} lp_help_format;

#define LP_HELP_FORMATS "text, markdown, man, bash or list"

/* Of the word after `--help=`. */
lp_help_format lp_help_format_of(const char *word);

/* The options that every command has: help, version, quiet, verbose. */
enum { LP_OPT_HELP, LP_OPT_VERSION, LP_OPT_QUIET, LP_OPT_VERBOSE, LP_N_COMMON_OPTS };
extern const lp_opt lp_common_opts[LP_N_COMMON_OPTS];

/* What the exit statuses of every command mean. */
typedef struct lp_exit_status {
    int status;
    const char *meaning;
} lp_exit_status;
extern const lp_exit_status lp_exit_statuses[];
extern const size_t lp_n_exit_statuses;

/* What users type to run it. */
const char *lp_cmd_name(const lp_cmd *cmd);

/* The help of one command, and of a program of several. list: "NAME<TAB>title" a line. */
void lp_cmd_help(const lp_cmd *cmd, lp_help_format f, lp_text *out);
void lp_program_help(const lp_program *p, lp_help_format f, lp_text *out);

/* ---- parts of man pages ---- */

/* Up to the first line of text. `title`: one line, shown as a sentence without its full stop. */
void lp_man_begin(lp_text *out, const char *name, const char *section, const char *title);
/* The options that every command has, and what the exit statuses mean. */
void lp_man_common_opts(lp_text *out);
void lp_man_exit_status(lp_text *out);
/* A reference to the page of a command: "llmperf db stats" becomes llmperf-db-stats(1). */
void lp_man_ref(lp_text *out, const char *name, const char *section, const char *after);

/* ---- parts of the bash completion ---- */

/* What completes a value that is shown as `arg`, of option `name` (NULL: of none): "dir", "file",
 * "file *.db", "words a b", or "" for nothing. Names and metavariables decide: DIR is a folder,
 * FILE and PATH any file, FILE.svg one that ends so, a|b one of these words. */
void lp_bash_kind(lp_text *out, const char *name, const char *arg);
/* The completion of one command or program: a `case` for its name without "llmperf ". */
void lp_bash_program(lp_text *out, const char *name, const lp_command *commands, int n);

#endif
