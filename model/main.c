/* llmperf-model: predictions from the command line. Only picks the command. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/log.h"
#include "model/cmd.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"predict", mdl_cmd_predict, "times of launches, from source or for a campaign"},
    {"validate", mdl_cmd_validate, "how good a model is on measured launches"},
    {"doctor", mdl_cmd_doctor, "known troubles of a model, and what helps"},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fprintf(out, "usage: " MDL_PROG " COMMAND [options]\n\nPredicted run times.\n\n");
    for (int i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].help);
    fprintf(out, "\n" MDL_PROG " COMMAND --help shows the options of a command.\n");
}

static int dispatch(int argc, char **argv) {
    const char *word = argc > 1 ? argv[1] : "";
    for (int i = 0; i < N_COMMANDS; i++)
        if (strcmp(word, commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_help(stdout);
        return LP_EXIT_OK;
    }
    if (strcmp(word, "--version") == 0) {
        printf(MDL_PROG " %s\n", lp_version());
        return LP_EXIT_OK;
    }
    if (*word)
        lp_error("unknown command '%s'; try " MDL_PROG " --help", word);
    else
        print_help(stderr);
    return LP_EXIT_USAGE;
}

int main(int argc, char **argv) {
    lp_log_init(MDL_PROG);
    int status = dispatch(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    lp_error("standard output: %s", strerror(errno));
    return status == LP_EXIT_OK ? LP_EXIT_FAIL : status;
}
