/* llmperf db stats: counts, classes, time histogram, split. */
#include "db/cmd.h"

int db_cmd_stats(int argc, char **argv) {
    const char *path = NULL;
    bool json = false, live = false;
    const lp_opt opts[] = {
        DB_OPT_DB(path),
        DB_OPT_JSON(json),
        {"live", 0, LP_OPT_FLAG, &live, NULL, "what is being profiled now, until it ends"}};
    const lp_cmd cmd = {
        DB_PROG, "stats --db FILE [--json | --live]",
        "What a campaign holds: kernels, samples, failures by reason, classes, times, split.", opts,
        sizeof opts / sizeof *opts};
    db_session s;
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1 && live && json) status = lp_usage_error(&cmd, "--live goes without --json");
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_READ);
    if (status != -1) return status;
    if (live) return db_session_end(&s, db_stats_live(s.d, &s.err));
    json_t *stats = db_stats(s.d, &s.campaign, &s.err);
    if (stats && json) lp_json_print_line(stats);
    if (stats && !json) db_stats_print(stats, stdout);
    json_decref(stats);
    return db_session_end(&s, stats ? 0 : -1);
}
