/* llmperf-model: predictions from the command line. Only picks the command. */
#include "common/command.h"
#include "model/blas.h"
#include "model/cmd.h"
#include "model/regex.h"

static const lp_command commands[] = {
    {"predict", mdl_cmd_predict, "times of launches, from source or for a campaign"},
    {"validate", mdl_cmd_validate, "how good a model is on measured launches"},
    {"doctor", mdl_cmd_doctor, "known troubles of a model, and what helps"},
};

int main(int argc, char **argv) {
    static const lp_library libraries[] = {{"OpenBLAS", mdl_blas_version},
                                           {"PCRE2", mdl_regex_version},
                                           {"SQLite", sqlite3_libversion}};
    const lp_program p = {.name = MDL_PROG,
                          .title = "Predicted run times.",
                          .commands = commands,
                          .n = sizeof commands / sizeof *commands};
    lp_set_libraries(libraries, sizeof libraries / sizeof *libraries);
    return lp_program_main(&p, argc, argv);
}
