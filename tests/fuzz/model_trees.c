/* Fuzz target: boosted trees of both formats. Any bytes must be read or refused in one line, and
 * what was read must predict a number for any row. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/trees.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_as(const char *text, size_t n, mdl_tree_format format, const lp_strv *names) {
    static const float rows[][2] = {{0, 0}, {NAN, NAN}, {-1e30f, 5}, {INFINITY, 1e-36f}};
    lp_err e = {""};
    mdl_trees *t = mdl_trees_parse(text, n, format, names, &e);
    if (!t && (e.msg[0] == '\0' || strchr(e.msg, '\n'))) abort();
    for (size_t i = 0; t && i < sizeof rows / sizeof *rows; i++)
        if (isnan(mdl_trees_predict(t, rows[i]))) abort();
    mdl_trees_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = lp_strndup((const char *)data, size);
    lp_strv names = {0};
    lp_strv_add(&names, "flop");
    lp_strv_add(&names, "iop");
    /* lp_strndup stops at a NUL: the rest would not be there */
    size_t n = strlen(text);
    read_as(text, n, MDL_XGBOOST, &names);
    read_as(text, n, MDL_LIGHTGBM, &names);
    lp_strv_free(&names);
    free(text);
    return 0;
}
