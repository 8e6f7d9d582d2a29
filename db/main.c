/* llmperf-db: the campaign database from the command line. Only picks the subcommand. */
#include "common/command.h"
#include "db/cmd.h"

static const lp_command commands[] = {
    {"init", db_cmd_init, "make a database, store a configuration"},
    {"stats", db_cmd_stats,
     "what is in it: counts, classes, time histogram, split; how varied the kernels are"},
    {"card", db_cmd_card, "the data card: a page about the data set"},
    {"balance", db_cmd_balance, "flag outliers, thin over-full time ranges"},
    {"split", db_cmd_split, "training, validation and test parts by kernel family"},
    {"export", db_cmd_export, "the data set as JSON lines"},
    {"check", db_cmd_check, "verify a campaign and its exported file"},
    {"merge", db_cmd_merge, "add shards to a database"},
    {"sample", db_cmd_sample, "some timed samples as a database of their own"},
};

int main(int argc, char **argv) {
    static const lp_library libraries[] = {{"SQLite", sqlite3_libversion}};
    const lp_program p = {.name = DB_PROG,
                          .words = "llmperf db",
                          .title = "The campaign database.",
                          .commands = commands,
                          .n = sizeof commands / sizeof *commands};
    lp_set_libraries(libraries, sizeof libraries / sizeof *libraries);
    return lp_program_main(&p, argc, argv);
}
