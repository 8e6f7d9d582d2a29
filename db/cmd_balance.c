/* llmperf db balance: weights and wanted time ranges. */
#include "db/cmd.h"

int db_cmd_balance(int argc, char **argv) {
    const char *path = NULL;
    bool json = false;
    const lp_opt opts[] = {DB_OPT_DB(path), DB_OPT_JSON(json)};
    const lp_cmd cmd = {
        .prog = DB_PROG,
        .name = "llmperf db balance",
        .usage = "--db FILE [--json]",
        .summary = "Flags outliers, thins over-full time ranges by weight, lists "
                   "the ranges that want more samples.",
        .details = "Nothing is deleted: samples get a weight and a reason. The fences and bins are "
                   "those of the campaign (`balance`).\n"
                   "\n"
                   "$ llmperf db balance --db out/smoke/campaign.db",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    db_balance_stats b;
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_WRITE);
    if (status != -1) return status;
    int rc = db_balance(s.d, &s.campaign, &b, &s.err);
    if (rc == 0 && json) {
        json_t *o = json_pack("{s:I, s:I, s:I, s:I, s:I}", "rows", (json_int_t)b.rows, "kept",
                              (json_int_t)b.kept, "outliers", (json_int_t)b.outliers, "capped",
                              (json_int_t)b.capped, "wanted", (json_int_t)b.wanted);
        lp_json_print_line(o);
        json_decref(o);
    } else if (rc == 0) {
        printf("balance: %lld timings: %lld kept, %lld outliers, %lld capped; %lld time ranges "
               "wanted\n",
               (long long)b.rows, (long long)b.kept, (long long)b.outliers, (long long)b.capped,
               (long long)b.wanted);
    }
    return db_session_end(&s, rc);
}
