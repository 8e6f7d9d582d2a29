/* llmperf db split: families to parts. */
#include "common/log.h"
#include "db/cmd.h"

/* With few families chance decides: say so instead of letting a trainer find out. */
static void warn_empty(const lp_campaign *c, const int64_t n[DB_N_PARTS]) {
    const double shares[] = {c->split_train, c->split_val, c->split_test};
    int64_t all = n[DB_TRAIN] + n[DB_VAL] + n[DB_TEST];
    for (int p = DB_TRAIN; p <= DB_TEST; p++)
        if (all > 0 && shares[p] > 0 && n[p] == 0)
            lp_warn("no family fell to part %s (%lld families in all); more kernels or another "
                    "split.seed help",
                    db_part_names[p], (long long)all);
}

int db_cmd_split(int argc, char **argv) {
    const char *path = NULL, *list = NULL;
    bool json = false;
    const lp_opt opts[] = {
        DB_OPT_DB(path),
        {"list", 0, LP_OPT_STR, &list, "FILE", "write the part, family and hash of each kernel"},
        DB_OPT_JSON(json)};
    const lp_cmd cmd = {.prog = DB_PROG,
                        .name = "llmperf db split",
                        .usage = "--db FILE [--list FILE] [--json]",
                        .summary = "Gives every kernel family to training, validation or test; a "
                                   "new family moves no other. Those of kernels that are held out "
                                   "(corpus.held_out) get a part of their own, heldout.",
                        .details =
                            "Shares and seed are those of the campaign (`split`). Near-duplicates "
                            "are one family, so no kernel of one part has a twin in another.\n"
                            "\n"
                            "$ llmperf db split --db out/smoke/campaign.db --list parts.tsv",
                        .opts = opts,
                        .n_opts = sizeof opts / sizeof *opts};
    db_session s;
    int64_t n[DB_N_PARTS];
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = db_session_begin(&s, &cmd, path, DB_WRITE);
    if (status != -1) return status;
    int rc = db_split(s.d, &s.campaign, n, &s.err);
    if (rc == 0 && list) rc = db_split_list(s.d, &s.campaign, list, &s.err);
    if (rc == 0) {
        warn_empty(&s.campaign, n);
        json_t *o = json_pack("{s:I, s:I, s:I, s:I}", "train", (json_int_t)n[DB_TRAIN], "val",
                              (json_int_t)n[DB_VAL], "test", (json_int_t)n[DB_TEST], "heldout",
                              (json_int_t)n[DB_HELDOUT]);
        if (json)
            lp_json_print_line(o);
        else
            printf("split: families: %lld train, %lld val, %lld test, %lld held out\n",
                   (long long)n[DB_TRAIN], (long long)n[DB_VAL], (long long)n[DB_TEST],
                   (long long)n[DB_HELDOUT]);
        json_decref(o);
    }
    return db_session_end(&s, rc);
}
