/* Fuzz target: boosted trees of both libraries, and as tables. Any bytes must be read or refused in
 * one line, and what was read must predict a number for any row. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/trees.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a reader answers: trees, or a line that says why not. */
static void judge(mdl_trees *t, const lp_err *e) {
    static const float rows[][2] = {{0, 0}, {NAN, NAN}, {-1e30f, 5}, {INFINITY, 1e-36f}};
    if (!t && (e->msg[0] == '\0' || strchr(e->msg, '\n'))) abort();
    for (size_t i = 0; t && i < sizeof rows / sizeof *rows; i++)
        if (isnan(mdl_trees_predict(t, rows[i]))) abort();
    mdl_trees_free(t);
}

static void read_as(const char *text, size_t n, mdl_tree_format format, const lp_strv *names) {
    lp_err e = {""};
    judge(mdl_trees_parse(text, n, format, names, &e), &e);
}

static void read_tables(const uint8_t *data, size_t n, mdl_tree_format format,
                        const lp_strv *names) {
    lp_err e = {""};
    judge(mdl_trees_parse_tables("t", data, n, format, names, &e), &e);
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
    read_tables(data, size, MDL_XGBOOST, &names);
    read_tables(data, size, MDL_LIGHTGBM, &names);
    lp_strv_free(&names);
    free(text);
    return 0;
}
