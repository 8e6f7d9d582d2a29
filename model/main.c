/* llmperf-model: predictions from the command line. Only picks the command. */
#include "common/command.h"
#include "model/cmd.h"

static const lp_command commands[] = {
    {"predict", mdl_cmd_predict, "times of launches, from source or for a campaign"},
    {"validate", mdl_cmd_validate, "how good a model is on measured launches"},
    {"doctor", mdl_cmd_doctor, "known troubles of a model, and what helps"},
};

int main(int argc, char **argv) {
    const lp_program p = {MDL_PROG, "Predicted run times.", commands,
                          sizeof commands / sizeof *commands};
    return lp_program_main(&p, argc, argv);
}
