/* llmperf-report: a campaign as a folder of pages. Only parses options. */
#include <string.h>

#include "common/log.h"
#include "db/cmd.h"
#include "report/report.h"

static int check_options(const lp_cmd *cmd, const rep_options *o) {
    if (!o->db) return lp_usage_error(cmd, "--db FILE is missing");
    if (!o->out) return lp_usage_error(cmd, "--out DIR is missing");
    if (!*o->out) return lp_usage_error(cmd, "--out: the name is empty");
    if (o->samples < 0) return lp_usage_error(cmd, "--samples: %lld is negative", o->samples);
    if (o->kernels < 0) return lp_usage_error(cmd, "--kernels: %lld is negative", o->kernels);
    return -1;
}

int main(int argc, char **argv) {
    static const lp_library libraries[] = {{"SQLite", sqlite3_libversion}};
    rep_options o = {.samples = 2000, .kernels = 300};
    const lp_opt opts[] = {
        DB_OPT_DB(o.db),
        {"out", 0, LP_OPT_STR, &o.out, "DIR",
         "the report: a new or empty folder, or an older report"},
        {"model", 0, LP_OPT_STR, &o.model, "DIR",
         "compare with this model's predictions (those stored in the database)"},
        {"samples", 0, LP_OPT_I64, &o.samples, "N",
         "samples that the model predicts at most; 0: all (2000)"},
        {"kernels", 0, LP_OPT_I64, &o.kernels, "N",
         "kernels that get a page of their own at most; 0: all (300)"},
    };
    const lp_cmd cmd = {
        .prog = REP_PROG,
        .name = "llmperf report",
        .usage = "--db FILE --out DIR [--model DIR] [--samples N] [--kernels N]",
        .summary = "A campaign as a folder of pages with plots, which opens from "
                   "the disk in a browser. Plots are drawn by gnuplot.",
        .details =
            "`index.html` is the first page. Predictions are those of `--model`, else those stored "
            "in the database. The same database makes the same pages; the database is only read.\n"
            "\n"
            "$ llmperf report --db out/smoke/campaign.db --out pages",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    lp_set_libraries(libraries, sizeof libraries / sizeof *libraries);
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = check_options(&cmd, &o);
    if (status == -1) status = db_session_begin(&s, &cmd, o.db, DB_READ);
    if (status != -1) return status;
    rep r = {.d = s.d, .campaign = &s.campaign, .o = &o};
    int rc = rep_run(&r, &s.err);
    s.interrupted =
        r.begun ? "the report is incomplete: run the same command again" : "nothing was written";
    if (rc == 0) lp_note("open %s/index.html in a browser", o.out);
    return db_session_end(&s, rc);
}
