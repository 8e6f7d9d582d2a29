/* The commands of llmperf-model: one a file, dispatched by main.c. Each parses its options, does
 * its work and prints the result; returns the exit status. */
#ifndef LLMPERF_MODEL_CMD_H
#define LLMPERF_MODEL_CMD_H

#include "common/opt.h"
#include "db/db.h"
#include "model/launch.h"
#include "model/predictor.h"
#include "model/sweep.h"

#define MDL_PROG "llmperf-model"

int mdl_cmd_predict(int argc, char **argv);
int mdl_cmd_validate(int argc, char **argv);
int mdl_cmd_doctor(int argc, char **argv);

/* The model folder of a command: the one given, or the shipped one. -1 to go on, else the exit
 * status after a message. Free *shipped at the end. */
#define MDL_OPT_MODEL(dest)                                                                        \
    {"model", 0, LP_OPT_STR, &(dest), "DIR", "the model folder (the shipped one)"}
int mdl_need_model(const lp_cmd *cmd, const char **model, char **shipped);

/* The end of a command: rc 0 is success; else, or when it was interrupted, one line on stderr. */
int mdl_exit_status(int rc, const char *interrupted, const lp_err *e);

/* Opens a model and a campaign, lets `work` do its part (0, or -1 and a message) and closes
 * both. The exit status. threads: 0 for one a processor. */
typedef int (*mdl_work)(void *ctx, const mdl_predictor *p, db *d, lp_err *e);
int mdl_on_campaign(const char *model, unsigned threads, const char *path, db_mode mode,
                    mdl_work work, void *ctx);

typedef enum { MDL_CALIBRATE_OFF, MDL_CALIBRATE_SHOW, MDL_CALIBRATE_APPLY } mdl_calibrate;
/* `off`, `show` or `apply`; -1 and a message for anything else. */
int mdl_calibrate_parse(const char *word, mdl_calibrate *out, lp_err *e);

/* What `predict` is asked for, whichever way it gets its launches. */
typedef struct mdl_request {
    const char *model, *db, *file, *kernel, *sweep_text, *name;
    long long global, local, compute_units, threads;
    mdl_args args;
    mdl_sweep sweep;
    lp_strv defines, include_dirs;
    mdl_calibrate calibrate;
    bool json;
} mdl_request;

/* predict_source.c: launches of one kernel of a file, printed. */
int mdl_predict_source(const mdl_request *r, const mdl_predictor *p, lp_err *e);
/* predict_db.c: every sample of a campaign, stored. */
int mdl_predict_db(const mdl_request *r, const mdl_predictor *p, lp_err *e);

#endif
