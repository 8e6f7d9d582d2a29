/* llmperf db init: makes a database, upgrades an older one, stores a configuration. */
#include "common/log.h"
#include "db/cmd.h"

int db_cmd_init(int argc, char **argv) {
    const char *path = "campaign.db", *config = NULL;
    const lp_opt opts[] = {
        {"db", 0, LP_OPT_STR, &path, "FILE", "the database to make (campaign.db)"},
        {"config", 0, LP_OPT_STR, &config, "FILE", "store this campaign in it"},
    };
    const lp_cmd cmd = {
        .prog = DB_PROG,
        .name = "llmperf db init",
        .usage = "[--db FILE] [--config FILE]",
        .summary =
            "Makes an empty campaign database; one that is there stays, an older one is upgraded.",
        .details = "The other commands make a database themselves where it is missing; this one is "
                   "for a campaign that is to be stored before there are kernels.\n"
                   "\n"
                   "$ llmperf db init --db empty.db --config configs/smoke.yaml",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    lp_campaign c;
    db_session s;
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status != -1) return status;
    lp_campaign_defaults(&c);
    if (config) {
        lp_err e = {""};
        lp_campaign_free(&c);
        if (lp_campaign_load(config, &c, &e) != 0) {
            lp_error("%s", e.msg);
            lp_campaign_free(&c);
            return LP_EXIT_FAIL;
        }
    }
    status = db_session_begin(&s, &cmd, path, DB_CREATE);
    if (status == -1) {
        int rc = config ? db_put_campaign(s.d, &c, config, &s.err) : 0;
        if (rc == 0)
            lp_note("%s: schema version %d%s%s", path, DB_SCHEMA_VERSION,
                    config ? ", campaign " : "", config ? c.name : "");
        status = db_session_end(&s, rc);
    }
    lp_campaign_free(&c);
    return status;
}
