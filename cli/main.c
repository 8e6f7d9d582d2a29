/* llmperf, the front door. Input: a command and its words. Output: its own commands run here, a
 * stage's command becomes the stage's program beside this one. Does not know the stages' options.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "common/log.h"
#include "common/opt.h"
#include "common/words.h"

typedef struct command {
    const char *name, *help;
    int (*fn)(int argc, char **argv); /* own commands */
    const char *stage, *before;       /* else: the program to become, and its first word */
} command;

static const command commands[] = {
    {"run", "the whole pipeline: kernels in, data set out", cli_run, NULL, NULL},
    {"analyze", "kernel sources to kernel records", NULL, "analyze", NULL},
    {"gen", "plan the samples of a campaign", NULL, "gen", NULL},
    {"profile", "time planned samples on a device", NULL, "profile", NULL},
    {"db", "init, stats, balance, split, export, check, merge, sample", NULL, "db", NULL},
    {"predict", "how long launches take, from source or for a campaign", NULL, "model", "predict"},
    {"validate", "how good a model is on measured launches", NULL, "model", "validate"},
    {"doctor", "known troubles of a model, and what helps", NULL, "model", "doctor"},
    {"report", "a campaign as pages with plots, for a browser", NULL, "report", NULL},
    {"devices", "list OpenCL devices", NULL, "profile", "--devices"},
    {"config", "check a campaign file, print the defaults", cli_config, NULL, NULL},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fprintf(out, "usage: " CLI_PROG " COMMAND [options]\n\n"
                 "Run times of OpenCL kernels, from their source: data sets and predictions.\n\n"
                 "commands:\n");
    for (int i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
    fprintf(out, "\n" CLI_PROG " COMMAND --help shows a command's options; " CLI_PROG
                 " --version the version.\n");
}

static const command *find(const char *word) {
    for (int i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i].name, word) == 0) return &commands[i];
    return NULL;
}

static int unknown(const char *word) {
    char shown[LP_WORD_SHOWN];
    const char *best = NULL;
    size_t best_distance = SIZE_MAX;
    for (int i = 0; i < N_COMMANDS; i++) {
        size_t d = lp_word_distance(word, commands[i].name);
        if (d < best_distance) {
            best_distance = d;
            best = commands[i].name;
        }
    }
    if (lp_word_is_near(word, best_distance))
        lp_error("unknown command `%s`; did you mean `%s`?", lp_word_show(word, shown), best);
    else
        lp_error("unknown command `%s`; " CLI_PROG " --help lists them", lp_word_show(word, shown));
    return LP_EXIT_USAGE;
}

static int start(const command *c, int argc, char **argv) {
    if (c->fn) return c->fn(argc, argv);
    return cli_become(c->stage, c->before, argc - 1, argv + 1);
}

/* llmperf help [COMMAND] */
static int help(int argc, char **argv) {
    if (argc < 2) {
        print_help(stdout);
        return LP_EXIT_OK;
    }
    const command *c = find(argv[1]);
    char *words[] = {argv[1], "--help", NULL};
    return c ? start(c, 2, words) : unknown(argv[1]);
}

int main(int argc, char **argv) {
    const char *word = argc > 1 ? argv[1] : "";
    lp_log_init(CLI_PROG);
    if (argc < 2) {
        print_help(stderr);
        return LP_EXIT_USAGE;
    }
    if (strcmp(word, "--version") == 0) {
        printf(CLI_PROG " %s\n", lp_version());
        return LP_EXIT_OK;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return help(1, NULL);
    if (strcmp(word, "help") == 0) return help(argc - 1, argv + 1);
    const command *c = find(word);
    return c ? start(c, argc - 1, argv + 1) : unknown(word);
}
