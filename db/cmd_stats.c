/* llmperf db stats: counts, classes, time histogram, split. */
#include "db/cmd.h"

int db_cmd_stats(int argc, char **argv) {
    const char *path = NULL;
    bool json = false;
    const lp_opt opts[] = {DB_OPT_DB(path), DB_OPT_JSON(json)};
    const lp_cmd cmd = {
        DB_PROG, "stats --db FILE [--json]",
        "What a campaign holds: kernels, samples, failures by reason, classes, times, split.", opts,
        sizeof opts / sizeof *opts};
    db_session s;
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_READ);
    if (status != -1) return status;
    json_t *stats = db_stats(s.d, &s.campaign, &s.err);
    if (stats && json) lp_json_print_line(stats);
    if (stats && !json) db_stats_print(stats, stdout);
    json_decref(stats);
    return db_session_end(&s, stats ? 0 : -1);
}
