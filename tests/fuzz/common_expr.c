/* Fuzz target: formulas. Any bytes must parse and evaluate, or fail with a message; the result must
 * not depend on how often it is asked for. */
#include <stdlib.h>
#include <string.h>

#include "common/expr.h"
#include "common/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void measure_name(void *ctx, const char *name) {
    *(size_t *)ctx += strlen(name);
}

static void evaluate(const lp_expr *x, int64_t n) {
    const lp_bind bound[] = {{"global", 1024}, {"local", 64}, {"n", n}, {"a", -n}, {"b", 0}};
    lp_binds binds = {bound, sizeof bound / sizeof *bound};
    int64_t first = 0, second = 0;
    lp_err e = {{0}};
    int rc = lp_expr_eval(x, lp_bind_lookup, &binds, &first, &e);
    if (rc != 0 && e.msg[0] == '\0') abort();
    if (rc != lp_expr_eval(x, lp_bind_lookup, &binds, &second, NULL) || first != second) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = lp_strndup((const char *)data, size);
    lp_err e = {{0}};
    lp_expr *x = lp_expr_parse(text, &e);
    if (x) {
        size_t bytes = 0;
        lp_expr_names(x, measure_name, &bytes);
        if (bytes > strlen(text)) abort();
        evaluate(x, 0);
        evaluate(x, 1000);
        evaluate(x, INT64_MAX);
    } else if (e.msg[0] == '\0') {
        abort();
    }
    lp_expr_free(x);
    free(text);
    return 0;
}
