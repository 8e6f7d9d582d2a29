/* llmperf-gen: plans the samples of a campaign. Input: --config and --db. Output: rows of the
 * database, a summary with the plan's hash on stdout. Does not touch a device. */
#include <stdbool.h>
#include <stddef.h>

#include "common/intr.h"
#include "common/log.h"
#include "common/opt.h"
#include "gen/summary.h"

typedef struct options {
    const char *config, *db;
    bool json;
} options;

static int finish(const options *o, const lp_campaign *c, const gen_plan *plan) {
    if ((o->json ? gen_print_json : gen_print_summary)(plan, c) == 0) return LP_EXIT_OK;
    lp_error("cannot write to stdout");
    return LP_EXIT_FAIL;
}

static int plan_campaign(const options *o) {
    lp_err e = {""};
    lp_campaign c;
    gen_plan plan = {.hash = ""};
    int status = LP_EXIT_FAIL;
    db *d = NULL;
    int rc = lp_campaign_load(o->config, &c, &e);
    if (rc == 0) {
        d = db_open(o->db, DB_WRITE, &e);
        rc = d ? gen_plan_run(d, &c, o->config, &plan, &e) : -1;
    }
    db_close(d);
    if (rc == 0) {
        status = finish(o, &c, &plan);
    } else if (rc == GEN_INTERRUPTED) {
        lp_error("interrupted; run the same command again to go on");
        status = LP_EXIT_INTR;
    } else {
        lp_error("%s", e.msg);
    }
    gen_plan_free(&plan);
    lp_campaign_free(&c);
    return status;
}

int main(int argc, char **argv) {
    options o = {0};
    const lp_opt opts[] = {
        {"config", 'c', LP_OPT_STR, &o.config, "FILE", "campaign (YAML)"},
        {"db", 0, LP_OPT_STR, &o.db, "FILE",
         "campaign database, with kernels from llmperf analyze"},
        {"json", 0, LP_OPT_FLAG, &o.json, NULL, "print the summary as one line of JSON"},
    };
    const lp_cmd cmd = {"llmperf-gen", "--config C --db F [options]",
                        "Plans the samples of a campaign: the same campaign, seed and kernels give "
                        "the same plan\non any machine. What is planned already stays.",
                        opts, sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status >= 0) return status;
    if (!o.config) return lp_usage_error(&cmd, "--config is missing");
    if (!o.db) return lp_usage_error(&cmd, "--db is missing");
    lp_intr_install();
    return plan_campaign(&o);
}
