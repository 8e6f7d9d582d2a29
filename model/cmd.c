/* What the commands share: words of options, the end. */
#include "model/cmd.h"

#include <string.h>

#include "common/intr.h"
#include "common/log.h"
#include "common/shipped.h"
#include "common/words.h"

int mdl_calibrate_parse(const char *word, mdl_calibrate *out, lp_err *e) {
    static const char *const names[] = {"off", "show", "apply"};
    char shown[LP_WORD_SHOWN];
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], word) == 0) {
            *out = (mdl_calibrate)i;
            return 0;
        }
    return lp_fail(e, "--calibration %s: off, show or apply is expected",
                   lp_word_show(word, shown));
}

int mdl_need_model(const lp_cmd *cmd, const char **model, char **shipped) {
    *shipped = *model ? NULL : lp_shipped_model();
    if (*shipped) *model = *shipped;
    return *model ? -1
                  : lp_usage_error(cmd, "--model DIR is missing, and no model (" LP_SHIPPED_MODEL
                                        ") lies beside this program");
}

int mdl_exit_status(int rc, const char *interrupted, const lp_err *e) {
    if (lp_interrupted()) {
        lp_error("%s", interrupted);
        return LP_EXIT_INTR;
    }
    if (rc != 0) lp_error("%s", e->msg);
    return rc == 0 ? LP_EXIT_OK : LP_EXIT_FAIL;
}

int mdl_on_campaign(const char *model, unsigned threads, const char *path, db_mode mode,
                    mdl_work work, void *ctx) {
    lp_err e = {""};
    lp_intr_install();
    mdl_predictor *p = mdl_predictor_open(model, threads, &e);
    db *d = p ? db_open(path, mode, &e) : NULL;
    int rc = d ? work(ctx, p, d, &e) : -1;
    db_close(d);
    mdl_predictor_close(p);
    return mdl_exit_status(rc, "interrupted", &e);
}
