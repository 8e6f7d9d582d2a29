/* llmperf db stats: counts, classes, time histogram, split; where the kernels lie in feature space.
 */
#include <string.h>

#include "db/cmd.h"

typedef struct options {
    const char *path, *plot;
    bool json, live, corpus;
    lp_strv imported;
} options;

static int check_options(const lp_cmd *cmd, const options *o) {
    if (o->live && o->json) return lp_usage_error(cmd, "--live goes without --json");
    if (o->live && o->corpus) return lp_usage_error(cmd, "--live goes without --corpus");
    if (o->imported.n && !o->corpus) return lp_usage_error(cmd, "--imported goes with --corpus");
    if (o->plot && !o->corpus) return lp_usage_error(cmd, "--plot goes with --corpus");
    size_t n = o->plot ? strlen(o->plot) : 0;
    if (o->plot && (n < 4 || strcmp(o->plot + n - 4, ".svg") != 0))
        return lp_usage_error(cmd, "--plot draws SVG: '%s' does not end in .svg", o->plot);
    return -1;
}

static int print_stats(db_session *s, const options *o) {
    if (o->live) return db_stats_live(s->d, &s->err);
    json_t *stats = o->corpus ? db_coverage(s->d, &o->imported, o->plot, &s->err)
                              : db_stats(s->d, &s->campaign, &s->err);
    if (!stats) return -1;
    if (o->json)
        lp_json_print_line(stats);
    else if (o->corpus)
        db_coverage_print(stats, stdout);
    else
        db_stats_print(stats, stdout);
    json_decref(stats);
    return 0;
}

int db_cmd_stats(int argc, char **argv) {
    options o = {0};
    const lp_opt opts[] = {
        DB_OPT_DB(o.path),
        DB_OPT_JSON(o.json),
        {"live", 0, LP_OPT_FLAG, &o.live, NULL, "what is being profiled now, until it ends"},
        {"corpus", 0, LP_OPT_FLAG, &o.corpus, NULL,
         "where the kernels lie in feature space, and what is missing"},
        {"imported", 0, LP_OPT_LIST, &o.imported, "FROM",
         "kernels to compare ours with: a database, or the start of paths"},
        {"plot", 0, LP_OPT_STR, &o.plot, "FILE.svg", "draw the coverage (needs gnuplot)"}};
    const lp_cmd cmd = {
        .prog = DB_PROG,
        .name = "llmperf db stats",
        .usage = "--db FILE [--json | --live]\n"
                 "--corpus --db FILE [--imported FROM]... [--plot FILE.svg] [--json]",
        .summary =
            "What a campaign holds: kernels, samples, failures by reason, classes, times, split.",
        .details = "With `--corpus` the kernels are placed in the space of their features: how the "
                   "hand-written, synthesised and imported ones spread, which imported ones are "
                   "far from all of ours, and which regions are missing.\n"
                   "\n"
                   "$ llmperf db stats --db out/smoke/campaign.db",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = check_options(&cmd, &o);
    if (status == -1) status = db_session_begin(&s, &cmd, o.path, DB_READ);
    if (status == -1) status = db_session_end(&s, print_stats(&s, &o));
    lp_strv_free(&o.imported);
    return status;
}
