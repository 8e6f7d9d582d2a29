/* llmperf db card: the data card of a campaign as Markdown. */
#include <string.h>

#include "common/fs.h"
#include "db/cmd.h"

int db_cmd_card(int argc, char **argv) {
    const char *path = NULL, *out = NULL;
    const lp_opt opts[] = {
        DB_OPT_DB(path),
        {"out", 0, LP_OPT_STR, &out, "FILE.md", "write to this file (standard output)"},
    };
    const lp_cmd cmd = {
        .prog = DB_PROG,
        .name = "llmperf db card",
        .usage = "--db FILE [--out FILE.md]",
        .summary =
            "The data card: what a data set holds, how it was measured, how to make it again.",
        .details = "Markdown, for the folder that the data set is published in.\n"
                   "\n"
                   "$ llmperf db card --db out/smoke/campaign.db --out card.md",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    lp_text text = {0};
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_READ);
    if (status != -1) return status;
    int rc = db_card(s.d, &s.campaign, &text, &s.err);
    if (rc == 0 && out && strcmp(out, "-") != 0)
        rc = lp_write_file(out, text.s, text.len, &s.err);
    else if (rc == 0 && (fputs(text.s, stdout) == EOF || fflush(stdout) != 0))
        rc = lp_fail(&s.err, "standard output cannot be written");
    lp_text_free(&text);
    return db_session_end(&s, rc);
}
