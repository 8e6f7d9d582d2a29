/* llmperf-db: the campaign database from the command line. Only picks the subcommand. */
#include <errno.h>
#include <string.h>

#include "common/log.h"
#include "db/cmd.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"init", db_cmd_init, "make a database, store a configuration"},
    {"stats", db_cmd_stats,
     "what is in it: counts, classes, time histogram, split; how varied the kernels are"},
    {"balance", db_cmd_balance, "flag outliers, thin over-full time ranges"},
    {"split", db_cmd_split, "training, validation and test parts by kernel family"},
    {"export", db_cmd_export, "the data set as JSON lines"},
    {"check", db_cmd_check, "verify a campaign and its exported file"},
    {"merge", db_cmd_merge, "add shards to a database"},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fprintf(out, "usage: " DB_PROG " COMMAND [options]\n\nThe campaign database.\n\n");
    for (int i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].help);
    fprintf(out, "\n" DB_PROG " COMMAND --help shows the options of a command.\n");
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
        printf(DB_PROG " %s\n", lp_version());
        return LP_EXIT_OK;
    }
    if (*word)
        lp_error("unknown command '%s'; try " DB_PROG " --help", word);
    else
        print_help(stderr);
    return LP_EXIT_USAGE;
}

int main(int argc, char **argv) {
    lp_log_init(DB_PROG);
    int status = dispatch(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    lp_error("standard output: %s", strerror(errno));
    return status == LP_EXIT_OK ? LP_EXIT_FAIL : status;
}
