/* Dispatch of programs with several commands. In: the table of commands, argv. Out: an exit status.
 * Parses no options. */
#include "common/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "common/log.h"
#include "common/opt.h"

static void print_help(const lp_program *p, FILE *out) {
    fprintf(out, "usage: %s COMMAND [options]\n\n%s\n\n", p->name, p->title);
    for (int i = 0; i < p->n; i++)
        fprintf(out, "  %-9s %s\n", p->commands[i].name, p->commands[i].help);
    fprintf(out, "\n%s COMMAND --help shows the options of a command.\n", p->name);
}

static int dispatch(const lp_program *p, int argc, char **argv) {
    const char *word = argc > 1 ? argv[1] : "";
    for (int i = 0; i < p->n; i++)
        if (strcmp(word, p->commands[i].name) == 0) return p->commands[i].run(argc - 1, argv + 1);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_help(p, stdout);
        return LP_EXIT_OK;
    }
    if (strcmp(word, "--version") == 0) {
        printf("%s %s\n", p->name, lp_version());
        return LP_EXIT_OK;
    }
    if (*word)
        lp_error("unknown command '%s'; try %s --help", word, p->name);
    else
        print_help(p, stderr);
    return LP_EXIT_USAGE;
}

int lp_program_main(const lp_program *p, int argc, char **argv) {
    lp_log_init(p->name);
    int status = dispatch(p, argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    lp_error("standard output: %s", strerror(errno));
    return status == LP_EXIT_OK ? LP_EXIT_FAIL : status;
}
