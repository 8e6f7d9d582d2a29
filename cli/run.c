/* llmperf run: a whole campaign, stage by stage, each as its own program. Input: a campaign file.
 * Output: a folder with the database and the data set. Every stage goes on where it stopped, so
 * running again continues. At its end the shipped model is judged on what was timed. Does none of
 * the stages' work. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "common/campaign.h"
#include "common/fs.h"
#include "common/intr.h"
#include "common/log.h"
#include "common/opt.h"
#include "common/proc.h"
#include "common/shipped.h"

typedef struct run {
    const char *config, *db, *out, *device;
    const char *limit, *validate; /* as text, for the stage to read */
    lp_campaign c;
    char *db_path, *jsonl, *synth; /* owned; synth: folder of synthesised kernels */
    char *model;                   /* owned: the shipped one; NULL: nothing is predicted */
} run;

/* A stage's words after its program, built from the run. */
typedef void builder(const run *r, lp_strv *w);

static void add(lp_strv *w, const char *a, const char *b) {
    lp_strv_add(w, a);
    if (b) lp_strv_add(w, b);
}

static void add_joined(lp_strv *w, const char *flag, const lp_strv *values) {
    for (size_t i = 0; i < values->n; i++) {
        lp_text t = {0};
        lp_text_addf(&t, "%s%s", flag, values->v[i]);
        lp_strv_add(w, t.s);
        lp_text_free(&t);
    }
}

/* The flag before each value. */
static void add_each(lp_strv *w, const char *flag, const lp_strv *values) {
    for (size_t i = 0; i < values->n; i++) add(w, flag, values->v[i]);
}

static void add_number(lp_strv *w, const char *flag, int64_t v) {
    lp_text t = {0};
    lp_text_addf(&t, "%lld", (long long)v);
    add(w, flag, t.s);
    lp_text_free(&t);
}

static bool wants_synth(const run *r) {
    return r->c.synth_count > 0;
}

static void build_synth(const run *r, lp_strv *w) {
    add_number(w, "--synth", r->c.synth_count);
    add(w, "--config", r->config);
    add(w, "--out", r->synth);
}

static void build_analyze(const run *r, lp_strv *w) {
    add(w, "--db", r->db_path);
    lp_strv_add(w, "--keep-going"); /* a campaign does not end with one file of many */
    add_joined(w, "-D", &r->c.corpus_defines);
    add_joined(w, "-I", &r->c.corpus_include_dirs);
    add_each(w, "--held-out", &r->c.corpus_held_out);
    lp_strv_add(w, "--");
    for (size_t i = 0; i < r->c.corpus_paths.n; i++) lp_strv_add(w, r->c.corpus_paths.v[i]);
    if (wants_synth(r)) lp_strv_add(w, r->synth);
}

static void build_register(const run *r, lp_strv *w) {
    add(w, "--db", r->db_path);
    lp_strv_add(w, "--register");
    if (r->device) add(w, "--device", r->device);
}

static void build_gen(const run *r, lp_strv *w) {
    add(w, "--config", r->config);
    add(w, "--db", r->db_path);
}

static void build_profile(const run *r, lp_strv *w) {
    add(w, "--db", r->db_path);
    if (r->device) add(w, "--device", r->device);
    if (r->limit) add(w, "--limit", r->limit);
}

static void build_db(const run *r, lp_strv *w) {
    add(w, "--db", r->db_path);
}

static void build_export(const run *r, lp_strv *w) {
    add(w, "--db", r->db_path);
    add(w, "--out", r->jsonl);
}

static void build_check(const run *r, lp_strv *w) {
    add(w, "--db", r->db_path);
    add(w, "--jsonl", r->jsonl);
}

/* One prediction a sample serves both: stored, and compared. */
static bool wants_validate(const run *r) {
    return r->model != NULL;
}

static void build_validate(const run *r, lp_strv *w) {
    add(w, "--db", r->db_path);
    add(w, "--model", r->model);
    add(w, "--samples", r->validate);
    add(w, "--split", "all");
    add(w, "--by", "split");
    add(w, "--worst", "0");
    lp_strv_add(w, "--store");
}

static const struct {
    const char *name, *stage, *command, *does; /* command: first word after the program, or NULL */
    builder *build;
    bool (*wanted)(const run *r); /* NULL: always */
} steps[] = {
    {"synth", "gen", NULL, "making kernels", build_synth, wants_synth},
    {"analyze", "analyze", NULL, "reading kernels", build_analyze, NULL},
    {"register", "profile", NULL, "looking at the device", build_register, NULL},
    {"gen", "gen", NULL, "planning samples", build_gen, NULL},
    {"profile", "profile", NULL, "timing samples", build_profile, NULL},
    {"balance", "db", "balance", "thinning over-full time ranges", build_db, NULL},
    {"split", "db", "split", "splitting by family", build_db, NULL},
    {"export", "db", "export", "writing the data set", build_export, NULL},
    {"check", "db", "check", "verifying", build_check, NULL},
    {"stats", "db", "stats", "summing up", build_db, NULL},
    {"validate", "model", "validate", "predicting what was timed", build_validate, wants_validate},
};
enum { N_STEPS = sizeof steps / sizeof *steps };

/* Runs one program to its end; its exit status, or LP_EXIT_FAIL with a message when it cannot
 * start. */
static int run_words(const char *stage, const lp_strv *words) {
    lp_err e = {""};
    lp_proc p;
    int status = LP_EXIT_FAIL;
    char *path = cli_stage_path(stage, &e);
    char **argv = lp_alloc(words->n + 2, sizeof *argv);
    argv[0] = path;
    for (size_t i = 0; i < words->n; i++) argv[i + 1] = words->v[i];
    if (path && lp_proc_start(&p, argv, false, &e) == 0)
        status = lp_proc_wait(&p);
    else
        lp_error("%s", e.msg);
    free(argv);
    free(path);
    return status;
}

static bool is_wanted(const run *r, int i) {
    return !steps[i].wanted || steps[i].wanted(r);
}

/* The data set is complete without it. */
static bool is_extra(int i) {
    return steps[i].wanted == wants_validate;
}

/* How many of the first n steps this run has. */
static int number_of(const run *r, int n) {
    int wanted = 0;
    for (int i = 0; i < n; i++) wanted += is_wanted(r, i);
    return wanted;
}

static int run_step(const run *r, int i) {
    lp_strv words = {0};
    lp_note("%d/%d %s: %s", number_of(r, i + 1), number_of(r, N_STEPS), steps[i].name,
            steps[i].does);
    if (steps[i].command) lp_strv_add(&words, steps[i].command);
    if (lp_log_get_level() == LP_LOG_QUIET) lp_strv_add(&words, "--quiet");
    if (lp_log_get_level() == LP_LOG_VERBOSE) lp_strv_add(&words, "--verbose");
    steps[i].build(r, &words);
    int status = run_words(steps[i].stage, &words);
    lp_strv_free(&words);
    if (status == LP_EXIT_INTR || lp_interrupted()) {
        lp_error("interrupted in %s; run the same command again to go on", steps[i].name);
        return LP_EXIT_INTR;
    }
    if (status > 128)
        lp_error("stage %s was killed by signal %d; run the same command again to go on",
                 steps[i].name, status - 128);
    else if (status != 0)
        lp_error("stage %s failed with status %d%s", steps[i].name, status,
                 is_extra(i) ? "; the data set is complete" : "");
    return is_extra(i) ? LP_EXIT_OK : status;
}

static int run_steps(const run *r) {
    for (int i = 0; i < N_STEPS; i++) {
        int status = is_wanted(r, i) ? run_step(r, i) : LP_EXIT_OK;
        if (status != 0) return status;
    }
    if (lp_log_get_level() > LP_LOG_QUIET)
        printf("\ncampaign %s is done\n  database  %s\n  data set  %s\n", r->c.name, r->db_path,
               r->jsonl);
    return fflush(stdout) == 0 ? LP_EXIT_OK : LP_EXIT_FAIL;
}

/* Folders and file names: --out, else out/NAME; --db, else campaign.db in it. */
static int prepare(run *r, lp_err *e) {
    if (lp_campaign_load(r->config, &r->c, e)) return -1;
    char *out = r->out ? lp_strdup(r->out) : lp_path_join("out", r->c.name);
    r->db_path = r->db ? lp_strdup(r->db) : lp_path_join(out, "campaign.db");
    r->jsonl = lp_path_join(out, "dataset.jsonl");
    r->synth = lp_path_join(out, "synthesis");
    bool none = strcmp(r->validate, "none") == 0;
    r->model = none ? NULL : lp_shipped_model();
    if (!none && !r->model)
        lp_note("no model (" LP_SHIPPED_MODEL
                ") lies beside these programs: what is timed will not "
                "be compared with predictions");
    int rc = lp_mkdirs(out, e);
    free(out);
    return rc;
}

static int run_campaign(run *r) {
    lp_err e = {""};
    int status = LP_EXIT_FAIL;
    lp_intr_install();
    if (prepare(r, &e) == 0)
        status = run_steps(r);
    else
        lp_error("%s", e.msg);
    lp_campaign_free(&r->c);
    free(r->db_path);
    free(r->jsonl);
    free(r->synth);
    free(r->model);
    return status;
}

int cli_run(int argc, char **argv) {
    run r = {.validate = "2000"};
    lp_strv words = {0};
    const lp_opt opts[] = {
        {"db", 0, LP_OPT_STR, &r.db, "FILE", "campaign database (OUT/campaign.db)"},
        {"out", 0, LP_OPT_STR, &r.out, "DIR", "folder for the results (out/NAME)"},
        {"device", 0, LP_OPT_STR, &r.device, "gpu|gpus|cpu|INDEX|NAME",
         "as for llmperf profile (the first GPU, else a CPU)"},
        {"limit", 0, LP_OPT_STR, &r.limit, "N", "time at most N samples now"},
        {"validate", 0, LP_OPT_STR, &r.validate, "N|none",
         "at the end, predict N of the timed samples with the shipped model and compare "
         "(2000)"},
    };
    const lp_cmd cmd = {
        .prog = CLI_PROG,
        .name = "llmperf run",
        .usage = "CONFIG.yaml [options]",
        .summary = "The whole pipeline: kernels in, data set out. Safe to run again: it continues.",
        .details = "The steps are those of the other commands: kernels are synthesised (where the "
                   "campaign asks for it) and analysed, samples planned, probed and timed, "
                   "balanced, split, exported, checked and summed up. Each is a program of its own "
                   "and goes on where it stopped. Results go to `out/NAME`: `campaign.db`, the "
                   "database, and `dataset.jsonl`, the data set.\n"
                   "\n"
                   "At the end the model that ships predicts some of the timed samples, and its "
                   "errors are printed; if that fails, the data set is complete and the exit "
                   "status is 0. A step that fails ends the run with its exit status.\n"
                   "\n"
                   "$ llmperf run configs/smoke.yaml",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, &words);
    if (status < 0 && words.n == 0) status = lp_usage_error(&cmd, "run needs a campaign file");
    if (status < 0 && words.n > 1)
        status = lp_usage_error(&cmd, "run takes one campaign file, not %zu", words.n);
    long long n = 0;
    if (status < 0 && r.limit && (!lp_parse_i64(r.limit, &n) || n < 1))
        status = lp_usage_error(&cmd, "--limit must be a whole number of at least 1");
    if (status < 0 && strcmp(r.validate, "none") != 0 && (!lp_parse_i64(r.validate, &n) || n < 1))
        status = lp_usage_error(&cmd, "--validate must be a whole number of at least 1, or none");
    if (status < 0) {
        r.config = words.v[0];
        status = run_campaign(&r);
    }
    lp_strv_free(&words);
    return status;
}
