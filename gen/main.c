/* llmperf-gen: plans the samples of a campaign, or synthesises kernels. Input: --config and --db;
 * or --synth and --out. Output: rows of the database and a summary with the plan's hash on stdout;
 * or files. Does not touch a device. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/intr.h"
#include "common/log.h"
#include "common/opt.h"
#include "gen/summary.h"
#include "gen/synth.h"

#define NOT_GIVEN LLONG_MIN
enum { SYNTH_MAX = 1000000, SIBLINGS_MAX = 1000 };

typedef struct options {
    const char *config, *db, *out;
    bool json;
    long long synth, seed, siblings; /* NOT_GIVEN */
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

/* Shares, seed and siblings are those of the campaign where the command line says nothing. */
static int synthesise(const options *o) {
    lp_err e = {""};
    lp_campaign c;
    int rc = 0, status = LP_EXIT_OK;
    if (o->config)
        rc = lp_campaign_load(o->config, &c, &e);
    else
        lp_campaign_defaults(&c);
    const gen_synth g = {.count = o->synth,
                         .seed = o->seed >= 0 ? o->seed : c.synth_seed,
                         .siblings = o->siblings > 0 ? o->siblings : c.synth_siblings,
                         .want = &c.synth};
    if (rc == 0) rc = gen_synth_write(&g, o->out, &e);
    if (rc == 0) {
        lp_note("%lld kernels of %lld templates in %s", o->synth,
                (o->synth + (long long)g.siblings - 1) / (long long)g.siblings, o->out);
    } else if (rc == GEN_SYNTH_INTERRUPTED) {
        lp_error("interrupted; run the same command again to go on");
        status = LP_EXIT_INTR;
    } else {
        lp_error("%s", e.msg);
        status = LP_EXIT_FAIL;
    }
    lp_campaign_free(&c);
    return status;
}

/* -1, or the exit status of wrong usage. */
static int check_synth(const lp_cmd *cmd, const options *o) {
    if (o->synth < 1 || o->synth > SYNTH_MAX)
        return lp_usage_error(cmd, "--synth must be from 1 to %d", SYNTH_MAX);
    if (o->seed < 0 && o->seed != NOT_GIVEN)
        return lp_usage_error(cmd, "--seed must not be negative");
    if (o->siblings != NOT_GIVEN && (o->siblings < 1 || o->siblings > SIBLINGS_MAX))
        return lp_usage_error(cmd, "--siblings must be from 1 to %d", SIBLINGS_MAX);
    if (!o->out) return lp_usage_error(cmd, "--out is missing: the folder for the kernels");
    if (o->db || o->json) return lp_usage_error(cmd, "--synth takes no --db and no --json");
    return -1;
}

int main(int argc, char **argv) {
    static const lp_library libraries[] = {{"SQLite", sqlite3_libversion}};
    options o = {.synth = NOT_GIVEN, .seed = NOT_GIVEN, .siblings = NOT_GIVEN};
    const lp_opt opts[] = {
        {"config", 'c', LP_OPT_STR, &o.config, "FILE", "campaign (YAML)"},
        {"db", 0, LP_OPT_STR, &o.db, "FILE",
         "campaign database, with kernels from llmperf analyze"},
        {"json", 0, LP_OPT_FLAG, &o.json, NULL, "print the summary as one line of JSON"},
        {"synth", 0, LP_OPT_I64, &o.synth, "N",
         "write N synthesised kernels to --out instead; shares come from --config"},
        {"seed", 0, LP_OPT_I64, &o.seed, "S", "of the synthesised kernels (1)"},
        {"siblings", 0, LP_OPT_I64, &o.siblings, "N", "kernels a template (3)"},
        {"out", 0, LP_OPT_STR, &o.out, "DIR", "folder for the synthesised kernels"},
    };
    const lp_cmd cmd = {
        .prog = "llmperf-gen",
        .name = "llmperf gen",
        .usage = "--config FILE --db FILE [--json]\n"
                 "--synth N --out DIR [--seed S] [--siblings N] [--config FILE]",
        .summary = "Plans the samples of a campaign: the same campaign, seed and kernels give the "
                   "same plan on any machine. What is planned already stays. With --synth: writes "
                   "kernels, the same bytes for the same seed on any machine.",
        .details =
            "The kernels are those that `llmperf analyze --db` stored. Needs no device: limits "
            "come from the campaign (`target`), and what is 0 there from the device that `llmperf "
            "profile --register` stored. The summary ends with the hash of the plan. A plan that "
            "would change samples that have results is refused before anything is written.\n"
            "\n"
            "$ llmperf gen --config configs/smoke.yaml --db plan.db\n"
            "$ llmperf gen --synth 10 --seed 3 --out synthesised",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    lp_set_libraries(libraries, sizeof libraries / sizeof *libraries);
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status >= 0) return status;
    if (o.synth != NOT_GIVEN) {
        status = check_synth(&cmd, &o);
        if (status >= 0) return status;
        lp_intr_install();
        return synthesise(&o);
    }
    if (o.out || o.seed != NOT_GIVEN || o.siblings != NOT_GIVEN)
        return lp_usage_error(&cmd, "--out, --seed and --siblings go with --synth");
    if (!o.config) return lp_usage_error(&cmd, "--config is missing");
    if (!o.db) return lp_usage_error(&cmd, "--db is missing");
    lp_intr_install();
    return plan_campaign(&o);
}
