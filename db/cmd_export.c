/* llmperf db export: the data set as JSON lines. */
#include <string.h>

#include "db/cmd.h"

int db_cmd_export(int argc, char **argv) {
    const char *path = NULL, *out = NULL;
    bool json = false, balanced = false;
    const lp_opt opts[] = {
        DB_OPT_DB(path),
        {"out", 0, LP_OPT_STR, &out, "FILE", "write to this file (standard output)"},
        {"balanced", 0, LP_OPT_FLAG, &balanced, NULL, "leave out what balance gave weight 0"},
        DB_OPT_JSON(json),
    };
    const lp_cmd cmd = {
        .prog = DB_PROG,
        .name = "llmperf db export",
        .usage = "--db FILE [--out FILE] [--balanced] [--json]",
        .summary = "Writes one JSON object a line for every sample that was timed.",
        .details = "The fields are those that LLMPerf's trainer reads (`code`, `gsize`, `lsize`, "
                   "`kernel_path`, `execution_time` in nanoseconds, `input_sizes`), and more "
                   "beside them: prompt, arguments, features, class, pattern, family, part, "
                   "weight, device and the statistics of the times.\n"
                   "\n"
                   "$ llmperf db export --db out/smoke/campaign.db --out data.jsonl",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    int64_t rows = 0;
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (out && strcmp(out, "-") == 0) out = NULL;
    if (status == -1 && json && !out) status = lp_usage_error(&cmd, "--json needs --out FILE");
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_READ);
    if (status != -1) return status;
    int rc = db_export(s.d, &s.campaign, out, balanced, &rows, &s.err);
    if (rc == 0 && json) {
        json_t *o = json_pack("{s:I, s:s}", "rows", (json_int_t)rows, "out", out);
        if (o) lp_json_print_line(o);
        json_decref(o);
    }
    return db_session_end(&s, rc);
}
