/* The words of the prompt for contents that matter.
 *
 * Input: argument.content, the recipe that was planned for it, the element count. Output: a short
 * phrase, or NULL where contents are free to be anything. Changing a phrase changes what models are
 * trained on. */
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "db/ops.h"

/* N of "name(N)"; false when the recipe is another one. */
static bool parameter_of(const char *recipe, const char *name, long long *n) {
    size_t len = strlen(name);
    if (strncmp(recipe, name, len) != 0 || recipe[len] != '(') return false;
    const char *from = recipe + len + 1, *to = strchr(from, ')');
    if (!to || to[1]) return false;
    char *digits = lp_strndup(from, (size_t)(to - from));
    bool ok = lp_parse_i64(digits, n);
    free(digits);
    return ok;
}

char *db_content_words(const char *content, const char *recipe, int64_t elems) {
    long long n = 0;
    lp_text t = {0};
    if (!content || !recipe) return NULL;
    if (strcmp(recipe, "zero") == 0)
        lp_text_add(&t, "zeros");
    else if (parameter_of(recipe, "index", &n))
        lp_text_addf(&t, "uniform %s below %lld",
                     strncmp(content, "index:", 6) == 0 ? "indices" : "values", n);
    else if (parameter_of(recipe, "rowptr", &n))
        lp_text_addf(&t, "row pointers, mean %.4g",
                     elems > 1 ? (double)n / (double)(elems - 1) : 0.0);
    else
        lp_text_add(&t, recipe);
    return lp_text_take(&t);
}
