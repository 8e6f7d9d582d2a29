/* What the subcommands share: opening, interruption, the exit status. */
#include "common/intr.h"
#include "common/log.h"
#include "db/cmd.h"

static int stop_when_interrupted(void *ctx) {
    (void)ctx;
    return lp_interrupted();
}

int db_session_begin(db_session *s, const lp_cmd *cmd, const char *path, db_mode mode) {
    const int check_every = 10000; /* steps of SQLite's machine: well under a millisecond */
    *s = (db_session){0};
    if (!path) return lp_usage_error(cmd, "--db FILE is missing");
    lp_intr_install();
    lp_campaign_defaults(&s->campaign);
    s->d = db_open(path, mode, &s->err);
    if (!s->d) return db_session_end(s, -1);
    sqlite3_progress_handler(db_handle(s->d), check_every, stop_when_interrupted, NULL);
    lp_campaign_free(&s->campaign);
    if (db_load_campaign(s->d, &s->campaign, &s->err) != 0) return db_session_end(s, -1);
    return -1;
}

int db_session_end(db_session *s, int rc) {
    int status = rc == 0 ? LP_EXIT_OK : LP_EXIT_FAIL;
    if (rc != 0 && lp_interrupted()) {
        lp_error("interrupted; %s",
                 s->interrupted ? s->interrupted : "the work in progress was taken back");
        status = LP_EXIT_INTR;
    } else if (rc != 0) {
        lp_error("%s", s->err.msg);
    }
    db_close(s->d);
    lp_campaign_free(&s->campaign);
    return status;
}
