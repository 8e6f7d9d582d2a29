/* llmperf db merge: shards into one database. */
#include "common/log.h"
#include "common/progress.h"
#include "db/cmd.h"

static void note_conflict(void *ctx, const char *line) {
    json_t *text = json_string(line);
    json_array_append_new(ctx, text ? text : json_null());
    lp_error("conflict: %s", line);
}

static void print_result(const db_merge_stats *m, json_t *conflicts, bool json) {
    if (!json) {
        printf("merge: added %lld devices, %lld kernels, %lld samples, %lld probes, %lld repairs, "
               "%lld runs, %lld timings, %lld failures; %lld conflicts\n",
               (long long)m->devices, (long long)m->kernels, (long long)m->samples,
               (long long)m->probes, (long long)m->repairs, (long long)m->runs,
               (long long)m->timings, (long long)m->failures, (long long)m->conflicts);
        return;
    }
    json_t *o = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:O}", "devices",
                          (json_int_t)m->devices, "kernels", (json_int_t)m->kernels, "samples",
                          (json_int_t)m->samples, "probes", (json_int_t)m->probes, "repairs",
                          (json_int_t)m->repairs, "runs", (json_int_t)m->runs, "timings",
                          (json_int_t)m->timings, "failures", (json_int_t)m->failures, "conflicts",
                          (json_int_t)m->conflicts, "conflict_list", conflicts);
    lp_json_print_line(o);
    json_decref(o);
}

int db_cmd_merge(int argc, char **argv) {
    const char *path = NULL;
    bool json = false;
    const lp_opt opts[] = {
        {"db", 0, LP_OPT_STR, &path, "FILE", "merge into this database; made when missing"},
        DB_OPT_JSON(json)};
    const lp_cmd cmd = {
        .prog = DB_PROG,
        .name = "llmperf db merge",
        .usage = "--db FILE [--json] SHARD.db...",
        .summary =
            "Adds what the shards hold and FILE lacks. What differs stays as it is and is listed.",
        .details =
            "Shards are what `llmperf profile --shard I/N` left on several nodes. Where two "
            "databases say different things of the same sample, the first stays, the difference is "
            "listed, and the exit status is 1 after everything else was merged.\n"
            "\n"
            "$ llmperf db merge --db all.db out/smoke/campaign.db",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    db_merge_stats m = {0};
    lp_strv shards = {0};
    int status = lp_opt_parse(&cmd, argc, argv, &shards);
    if (status == -1 && shards.n == 0) status = lp_usage_error(&cmd, "no shard given");
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_CREATE);
    if (status == -1) {
        json_t *conflicts = json_array();
        int rc = 0;
        lp_progress p;
        lp_progress_begin(&p, "merge", "shards", (int64_t)shards.n);
        for (size_t i = 0; i < shards.n && rc == 0; i++) {
            rc = db_merge(s.d, shards.v[i], note_conflict, conflicts, &m, &s.err);
            if (rc == 0) lp_progress_step(&p, 1, NULL);
        }
        lp_progress_end(&p);
        if (rc == 0) print_result(&m, conflicts, json);
        json_decref(conflicts);
        status = db_session_end(&s, rc);
        if (status == LP_EXIT_OK && m.conflicts > 0) status = LP_EXIT_FAIL;
    }
    lp_strv_free(&shards);
    return status;
}
