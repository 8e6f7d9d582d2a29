/* llmperf db sample: some timed samples of a campaign as a database of their own. */
#include <stdlib.h>
#include <string.h>

#include "common/words.h"
#include "db/cmd.h"

/* A list of parts, comma between them. */
static bool are_parts(const char *list) {
    bool all = *list != '\0';
    for (const char *p = list; all && p;) {
        size_t n = strcspn(p, ",");
        bool known = false;
        for (int i = 0; i < DB_N_PARTS; i++)
            known =
                known || (strlen(db_part_names[i]) == n && strncmp(db_part_names[i], p, n) == 0);
        all = known;
        p = p[n] == ',' ? p + n + 1 : NULL;
    }
    return all;
}

static int check(const lp_cmd *cmd, const char *out, const char *parts, long long count) {
    char shown[LP_WORD_SHOWN];
    if (!out) return lp_usage_error(cmd, "--out FILE is missing");
    if (count < 1) return lp_usage_error(cmd, "--count must be a whole number of at least 1");
    if (parts && !are_parts(parts))
        return lp_usage_error(cmd,
                              "--part %s: train, val, test or heldout is expected, or several"
                              " with commas between them",
                              lp_word_show(parts, shown));
    return -1;
}

static void print_result(const db_choice *c, const char *out, bool json) {
    json_t *o = json_pack("{s:I, s:I, s:s}", "samples", (json_int_t)c->n, "of", (json_int_t)c->of,
                          "out", out);
    if (json && o)
        lp_json_print_line(o);
    else
        printf("sample: %zu of %zu timed samples in %s\n", c->n, c->of, out);
    json_decref(o);
}

int db_cmd_sample(int argc, char **argv) {
    const char *path = NULL, *out = NULL, *parts = NULL;
    long long count = 2000, seed = 1;
    bool json = false;
    const lp_opt opts[] = {
        DB_OPT_DB(path),
        {"out", 0, LP_OPT_STR, &out, "FILE", "the database to make"},
        {"count", 0, LP_OPT_I64, &count, "N", "samples, evenly over kernels (2000)"},
        {"seed", 0, LP_OPT_I64, &seed, "N", "another choice (1)"},
        {"part", 0, LP_OPT_STR, &parts, "PARTS", "only of these parts: test,heldout (all)"},
        DB_OPT_JSON(json),
    };
    const lp_cmd cmd = {
        .prog = DB_PROG,
        .name = "llmperf db sample",
        .usage = "--db FILE --out FILE [--count N] [--seed N] [--part PARTS] [--json]",
        .summary = "Copies some timed samples, with all that judging a model "
                   "needs, into a database of their own.",
        .details = "The choice depends on the seed alone. Such a database is what `llmperf "
                   "validate` needs to judge a model elsewhere.\n"
                   "\n"
                   "$ llmperf db sample --db out/smoke/campaign.db --out some.db --count 10",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    db_choice c = {0};
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = check(&cmd, out, parts, count);
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_READ);
    if (status != -1) return status;
    int rc = db_choose(s.d, parts, (size_t)count, (uint64_t)seed, &c, &s.err);
    if (rc == 0 && c.n == 0)
        rc = lp_fail(&s.err, "%s: no timed sample%s%s%s", path, parts ? " in the part " : "",
                     parts ? parts : "", parts ? "; llmperf db split makes parts" : "");
    if (rc == 0) rc = db_sample_write(s.d, out, &c, &s.err);
    if (rc == 0) print_result(&c, out, json);
    db_choice_free(&c);
    return db_session_end(&s, rc);
}
