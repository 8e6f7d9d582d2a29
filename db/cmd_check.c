/* llmperf db check: one verdict a line. */
#include "db/cmd.h"

static void print_verdict(void *ctx, const char *name, bool ok, const char *detail) {
    (void)ctx;
    printf("%-4s %s%s%s\n", ok ? "ok" : "FAIL", name, ok ? "" : ": ", detail);
}

static void collect_verdict(void *ctx, const char *name, bool ok, const char *detail) {
    json_t *text = json_string(detail);
    json_array_append_new(ctx, json_pack("{s:s, s:b, s:o}", "name", name, "ok", ok, "detail",
                                         text ? text : json_null()));
}

int db_cmd_check(int argc, char **argv) {
    const char *path = NULL, *jsonl = NULL;
    bool json = false, balanced = false;
    const lp_opt opts[] = {
        DB_OPT_DB(path),
        {"jsonl", 0, LP_OPT_STR, &jsonl, "FILE.jsonl",
         "also compare this exported file with the database"},
        {"balanced", 0, LP_OPT_FLAG, &balanced, NULL, "the file was exported with --balanced"},
        DB_OPT_JSON(json),
    };
    const lp_cmd cmd = {.prog = DB_PROG,
                        .name = "llmperf db check",
                        .usage = "--db FILE [--jsonl FILE [--balanced]] [--json]",
                        .summary = "Verifies a campaign; exit status 1 when any check fails.",
                        .details =
                            "A line a check: the file itself, what rows must hold together, the "
                            "times, and the exported file row by row.\n"
                            "\n"
                            "$ llmperf db check --db out/smoke/campaign.db --jsonl data.jsonl",
                        .opts = opts,
                        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    int failed = 0;
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_READ);
    if (status != -1) return status;
    json_t *verdicts = json_array();
    int rc = db_check(s.d, &s.campaign, jsonl, balanced, json ? collect_verdict : print_verdict,
                      verdicts, &failed, &s.err);
    if (rc == 0 && json) {
        json_t *o = json_pack("{s:b, s:O}", "ok", failed == 0, "checks", verdicts);
        lp_json_print_line(o);
        json_decref(o);
    }
    json_decref(verdicts);
    status = db_session_end(&s, rc);
    return status == LP_EXIT_OK && failed ? LP_EXIT_FAIL : status;
}
