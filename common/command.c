/* Dispatch of programs with several commands. In: the table of commands, argv. Out: an exit status.
 * Parses no options but --help and --version. */
#include "common/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "common/help.h"
#include "common/log.h"

static void print_help(const lp_program *p, lp_help_format f, FILE *out) {
    lp_text text = {0};
    lp_program_help(p, f, &text);
    fputs(lp_text_str(&text), out);
    lp_text_free(&text);
}

/* `--help=bash` is of all its commands. */
static int help_in(const lp_program *p, const char *word) {
    lp_help_format f = lp_help_format_of(word);
    int status = LP_EXIT_OK;
    if (f == LP_HELP_UNKNOWN) {
        lp_error("--help=%s: " LP_HELP_FORMATS " is expected", word);
        return LP_EXIT_USAGE;
    }
    print_help(p, f, stdout);
    for (int i = 0; f == LP_HELP_BASH && status == LP_EXIT_OK && i < p->n; i++) {
        char *argv[] = {(char *)p->commands[i].name, (char *)"--help=bash", NULL};
        status = p->commands[i].run(2, argv);
    }
    return status;
}

static int dispatch(const lp_program *p, int argc, char **argv) {
    const char *word = argc > 1 ? argv[1] : "";
    for (int i = 0; i < p->n; i++)
        if (strcmp(word, p->commands[i].name) == 0) return p->commands[i].run(argc - 1, argv + 1);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return help_in(p, "text");
    if (strncmp(word, "--help=", 7) == 0) return help_in(p, word + 7);
    if (strcmp(word, "--version") == 0) {
        lp_version_print(p->name);
        return LP_EXIT_OK;
    }
    if (*word)
        lp_error("unknown command '%s'; try %s --help", word, p->words ? p->words : p->name);
    else
        print_help(p, LP_HELP_TEXT, stderr);
    return LP_EXIT_USAGE;
}

int lp_program_main(const lp_program *p, int argc, char **argv) {
    lp_log_init(p->name);
    int status = dispatch(p, argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    lp_error("standard output: %s", strerror(errno));
    return status == LP_EXIT_OK ? LP_EXIT_FAIL : status;
}
