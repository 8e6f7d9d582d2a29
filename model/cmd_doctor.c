/* llmperf doctor: what is wrong with a model and what would help. Options and output; the checks
 * are in doctor.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "common/intr.h"
#include "common/json.h"
#include "common/log.h"
#include "model/cmd.h"
#include "model/doctor.h"

typedef struct request {
    const char *model, *db, *part, *out;
    bool json;
} request;

/* Where a finding's campaign goes: OUT/more-PATTERN/campaign.yaml, a folder of its own because a
 * campaign reads the kernels in its folder. Caller frees. */
static char *campaign_path(const request *r, const mdl_finding *f) {
    lp_text name = {0};
    lp_text_addf(&name, "more-%s/campaign.yaml", f->about ? f->about : "saturated");
    char *path = lp_path_join(r->out, name.s);
    lp_text_free(&name);
    return path;
}

static int write_campaign(const request *r, const mdl_finding *f, lp_err *e) {
    char *path = campaign_path(r, f), *dir = lp_path_dir(path);
    int rc = lp_mkdirs(dir, e);
    if (rc == 0) rc = lp_write_file(path, f->campaign.s, f->campaign.len, e);
    free(dir);
    free(path);
    return rc;
}

static int write_campaigns(const request *r, const mdl_findings *f, lp_err *e) {
    int rc = 0;
    for (size_t i = 0; rc == 0 && r->out && i < f->n; i++)
        if (f->v[i].campaign.len > 0) rc = write_campaign(r, &f->v[i], e);
    return rc;
}

static int print_json(const request *r, const mdl_findings *f) {
    json_t *list = json_array();
    for (size_t i = 0; i < f->n; i++) {
        const mdl_finding *g = &f->v[i];
        json_t *o = json_object();
        char *path = r->out && g->campaign.len ? campaign_path(r, g) : NULL;
        json_object_set_new(o, "check", json_string(g->name));
        json_object_set_new(o, "verdict", json_string(mdl_verdict_names[g->verdict]));
        json_object_set_new(o, "evidence", json_string(lp_text_str(&g->evidence)));
        json_object_set_new(o, "advice", g->advice.len ? json_string(g->advice.s) : json_null());
        json_object_set_new(o, "campaign", path ? json_string(path) : json_null());
        json_array_append_new(list, o);
        free(path);
    }
    json_t *all = json_object();
    json_object_set_new(all, "model", json_string(r->model));
    json_object_set_new(all, "checks", list);
    int rc = lp_json_print_line(all);
    json_decref(all);
    return rc;
}

static void print_text(const request *r, const mdl_findings *f) {
    for (size_t i = 0; i < f->n; i++) {
        const mdl_finding *g = &f->v[i];
        printf("%-10s %-24s %s\n", mdl_verdict_names[g->verdict], g->name,
               lp_text_str(&g->evidence));
        if (g->advice.len) printf("%-10s %-24s -> %s\n", "", "", g->advice.s);
        if (g->campaign.len == 0) continue;
        if (!r->out) {
            printf("%-10s %-24s -> --out DIR writes a campaign for that\n", "", "");
            continue;
        }
        char *path = campaign_path(r, g);
        printf("%-10s %-24s -> llmperf run %s\n", "", "", path);
        free(path);
    }
}

static int examine(void *ctx, const mdl_predictor *p, db *d, lp_err *e) {
    const request *r = ctx;
    mdl_validation v = {0};
    mdl_findings f = {0};
    mdl_case c = {&v, mdl_predictor_config(p), d};
    int rc = mdl_validation_load(d, p, &(mdl_look){.part = r->part}, &v, e);
    if (rc == 0 && !lp_interrupted()) {
        rc = mdl_doctor(&c, &f, e);
        if (rc == 0) rc = write_campaigns(r, &f, e);
        if (rc == 0 && r->json && print_json(r, &f))
            rc = lp_fail(e, "standard output cannot be written");
        if (rc == 0 && !r->json) print_text(r, &f);
    }
    mdl_findings_free(&f);
    mdl_validation_free(&v);
    return rc;
}

int mdl_cmd_doctor(int argc, char **argv) {
    request r = {0};
    char *shipped = NULL;
    const lp_opt opts[] = {
        MDL_OPT_MODEL(r.model),
        {"db", 0, LP_OPT_STR, &r.db, "FILE", "a campaign with measured times"},
        {"split", 0, LP_OPT_STR, &r.part, "train|val|test|heldout", "look at one part of it (all)"},
        {"out", 0, LP_OPT_STR, &r.out, "DIR", "write campaigns that would help into this folder"},
        {"json", 0, LP_OPT_FLAG, &r.json, NULL, "print one JSON object"},
    };
    const lp_cmd cmd = {
        .prog = MDL_PROG,
        .name = "llmperf doctor",
        .usage = "[--model DIR] --db FILE [options]",
        .summary = "Looks for known troubles of a model in the measured launches "
                   "of a campaign, says what they show in and what helps.",
        .details = "A line a check: fine, or the trouble and what helps against it. With `--out` "
                   "campaigns are written that time what the model has not seen enough of; "
                   "`llmperf run` carries them out. Troubles that are found are no failure.\n"
                   "\n"
                   "$ llmperf doctor --db out/smoke/campaign.db",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = mdl_need_model(&cmd, &r.model, &shipped);
    if (status == -1 && !r.db) status = lp_usage_error(&cmd, "--db FILE is missing");
    if (status == -1) status = mdl_on_campaign(r.model, 0, r.db, DB_READ, examine, &r);
    free(shipped);
    return status;
}
