/* llmperf predict: times of launches. Options, and which way to go: a source file
 * (predict_source.c) or a campaign's database (predict_db.c). */
#include <stdlib.h>

#include "common/intr.h"
#include "common/log.h"
#include "model/cmd.h"

/* -1 to go on, else the exit status. */
static int check_source(const lp_cmd *cmd, mdl_request *r, const lp_strv *files,
                        const lp_strv *args) {
    lp_err e = {""};
    if (files->n != 1) return lp_usage_error(cmd, "one source file is needed, or --db FILE");
    if (r->name) return lp_usage_error(cmd, "--name is for --db");
    r->file = files->v[0];
    for (size_t i = 0; i < args->n; i++)
        if (mdl_args_add(&r->args, args->v[i], &e)) return lp_usage_error(cmd, "%s", e.msg);
    if (r->sweep_text && mdl_sweep_parse(r->sweep_text, &r->sweep, &e))
        return lp_usage_error(cmd, "%s", e.msg);
    bool global = mdl_sweep_axis(&r->sweep, "global") < r->sweep.n;
    bool local = mdl_sweep_axis(&r->sweep, "local") < r->sweep.n;
    if (r->global < 0 || (r->global == 0) != global)
        return lp_usage_error(cmd, "--global N is needed, once: as an option or in the sweep");
    if (r->local < 0 || (r->local == 0) != local)
        return lp_usage_error(cmd, "--local N is needed, once: as an option or in the sweep");
    return -1;
}

static int check_db(const lp_cmd *cmd, const mdl_request *r, const lp_strv *files,
                    const lp_strv *args) {
    if (files->n || args->n || r->kernel || r->sweep_text || r->global || r->local)
        return lp_usage_error(cmd, "--db predicts the samples of a campaign: no file, no launch");
    return -1;
}

static int check(const lp_cmd *cmd, mdl_request *r, const lp_strv *files, const lp_strv *args,
                 const char *calibration) {
    lp_err e = {""};
    if (calibration && mdl_calibrate_parse(calibration, &r->calibrate, &e))
        return lp_usage_error(cmd, "%s", e.msg);
    if (r->compute_units < 0 || r->compute_units > 1 << 20)
        return lp_usage_error(cmd, "--compute-units must be 1 to %d", 1 << 20);
    if (r->threads < 0 || r->threads > 1024)
        return lp_usage_error(cmd, "--threads must be 1 to 1024");
    return r->db ? check_db(cmd, r, files, args) : check_source(cmd, r, files, args);
}

static int run(const mdl_request *r) {
    lp_err e = {""};
    lp_intr_install();
    mdl_predictor *p = mdl_predictor_open(r->model, (unsigned)r->threads, &e);
    int rc = -1;
    if (p) rc = r->db ? mdl_predict_db(r, p, &e) : mdl_predict_source(r, p, &e);
    mdl_predictor_close(p);
    return mdl_exit_status(rc, "interrupted; what was stored stays, run the same command again",
                           &e);
}

int mdl_cmd_predict(int argc, char **argv) {
    mdl_request r = {.calibrate = MDL_CALIBRATE_SHOW};
    lp_strv files = {0}, args = {0};
    const char *calibration = NULL;
    char *shipped = NULL;
    const lp_opt opts[] = {
        MDL_OPT_MODEL(r.model),
        {"kernel", 0, LP_OPT_STR, &r.kernel, "NAME", "of several kernels in the file"},
        {"global", 0, LP_OPT_I64, &r.global, "N", "global size, work-items"},
        {"local", 0, LP_OPT_I64, &r.local, "N", "local size, work-items"},
        {"arg", 0, LP_OPT_LIST, &args, "NAME=VALUE",
         "value of a scalar, or NAME=[LENGTH] of a buffer; a formula of global, local and scalars. "
         "Lengths that are not given are inferred"},
        {"sweep", 0, LP_OPT_STR, &r.sweep_text, "LISTS",
         "all combinations: global=1024:1048576:x2,local=32,64,n=1000:5000:+1000"},
        {"db", 0, LP_OPT_STR, &r.db, "FILE", "predict every sample of a campaign and store it"},
        {"name", 0, LP_OPT_STR, &r.name, "NAME", "store as this model's (the folder's name)"},
        {"calibration", 0, LP_OPT_STR, &calibration, "off|show|apply",
         "the model's factors: left alone, shown or applied (show)"},
        {"compute-units", 0, LP_OPT_I64, &r.compute_units, "N",
         "of the device, for the saturation class (that of the training)"},
        {"threads", 0, LP_OPT_I64, &r.threads, "N", "to compute with (one a processor)"},
        {"define", 'D', LP_OPT_LIST, &r.defines, "NAME=V", "define a macro of the source"},
        {"include", 'I', LP_OPT_LIST, &r.include_dirs, "DIR", "look for includes here too"},
        {"json", 0, LP_OPT_FLAG, &r.json, NULL, "print one JSON object a launch"},
    };
    const lp_cmd cmd = {
        .prog = MDL_PROG,
        .name = "llmperf predict",
        .usage = "[--model DIR] KERNEL.cl --global N --local N [options]\n"
                 "[--model DIR] KERNEL.cl --sweep LISTS [options]\n"
                 "[--model DIR] --db FILE [options]",
        .summary = "Predicts how long launches of a kernel take. Needs no device.",
        .details =
            "Prints the median and an interval, the saturation class, and what was assumed: "
            "lengths come from the inferred extents, scalars that are not given from what ties "
            "them to the launch, or from their role; one that decides how much work there is "
            "must be given. Launches unlike those of the training are said to be so. With "
            "`--db` the predictions are stored in the campaign.\n"
            "\n"
            "$ llmperf predict kernels-corpus/benchmarks/triad.cl --global 1048576 --local 256\n"
            "$ llmperf predict kernels-corpus/benchmarks/triad.cl --sweep "
            "global=65536:16777216:x4,local=64,256\n"
            "$ llmperf predict --db out/smoke/campaign.db",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, &files);
    if (status == -1) status = mdl_need_model(&cmd, &r.model, &shipped);
    if (status == -1) status = check(&cmd, &r, &files, &args, calibration);
    if (status == -1) status = run(&r);
    free(shipped);
    mdl_args_free(&r.args);
    mdl_sweep_free(&r.sweep);
    lp_strv *lists[] = {&files, &args, &r.defines, &r.include_dirs};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) lp_strv_free(lists[i]);
    return status;
}
