/* llmperf, the front door. Input: a command and its words. Output: its own commands run here, a
 * stage's command becomes the stage's program beside this one. Does not know the stages' options.
 */
#include <stdint.h>
#include <string.h>

#include "cli/cli.h"
#include "common/log.h"
#include "common/words.h"

static const cli_command commands[] = {
    {"run", "the whole pipeline: kernels in, data set out", cli_run, NULL, NULL, false},
    {"analyze", "kernel sources to kernel records", NULL, "analyze", NULL, false},
    {"gen", "plan the samples of a campaign", NULL, "gen", NULL, false},
    {"profile", "time planned samples on a device", NULL, "profile", NULL, false},
    {"db", "the campaign database: init, stats, card, balance, split, export, check, merge, sample",
     NULL, "db", NULL, true},
    {"predict", "how long launches take, from source or for a campaign", NULL, "model", "predict",
     false},
    {"validate", "how good a model is on measured launches", NULL, "model", "validate", false},
    {"doctor", "known troubles of a model, and what helps", NULL, "model", "doctor", false},
    {"report", "a campaign as pages with plots, for a browser", NULL, "report", NULL, false},
    {"devices", "list OpenCL devices", NULL, "profile", "--devices", false},
    {"config", "campaign files: check, reference", cli_config, NULL, NULL, true},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static const cli_command *find(const char *word) {
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

static int start(const cli_command *c, int argc, char **argv) {
    if (c->fn) return c->fn(argc, argv);
    return cli_become(c->stage, c->before, argc - 1, argv + 1);
}

/* The front door's own help; `format` as after `--help=`. */
static int help(const char *format) {
    lp_help_format f = lp_help_format_of(format);
    if (f != LP_HELP_UNKNOWN) return cli_help(commands, N_COMMANDS, f, stdout);
    lp_error("--help=%s: " LP_HELP_FORMATS " is expected", format);
    return LP_EXIT_USAGE;
}

/* llmperf help [COMMAND [SUBCOMMAND]] */
static int help_of(int argc, char **argv) {
    if (argc < 2) return help("text");
    const cli_command *c = find(argv[1]);
    char *below = argc > 2 && c && c->nested ? argv[2] : NULL;
    char *words[] = {argv[1], below ? below : (char *)"--help", below ? (char *)"--help" : NULL,
                     NULL};
    return c ? start(c, below ? 3 : 2, words) : unknown(argv[1]);
}

int main(int argc, char **argv) {
    const char *word = argc > 1 ? argv[1] : "";
    lp_log_init(CLI_PROG);
    if (argc < 2) {
        cli_help(commands, N_COMMANDS, LP_HELP_TEXT, stderr);
        return LP_EXIT_USAGE;
    }
    if (strcmp(word, "--version") == 0) return cli_version(commands, N_COMMANDS);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return help("text");
    if (strncmp(word, "--help=", 7) == 0) return help(word + 7);
    if (strcmp(word, "help") == 0) return help_of(argc - 1, argv + 1);
    const cli_command *c = find(word);
    return c ? start(c, argc - 1, argv + 1) : unknown(word);
}
