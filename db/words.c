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

/* "int at byte 0 below 512, ..." of "members(8;0:int:512;...)"; false when it is another recipe. */
static bool add_members(lp_text *t, const char *recipe) {
    static const char name[] = "members(";
    if (strncmp(recipe, name, sizeof name - 1) != 0) return false;
    const char *p = strchr(recipe, ';');
    for (; p && *p == ';'; p += strcspn(p, ";)")) {
        const char *at = ++p, *type = strchr(at, ':'), *limit = type ? strchr(type + 1, ':') : NULL;
        if (!limit) return false;
        size_t n = strcspn(limit, ";)");
        lp_text_addf(t, "%s%.*s at byte %.*s below %.*s", t->len ? ", " : "uniform ",
                     (int)(limit - type - 1), type + 1, (int)(type - at), at, (int)n - 1,
                     limit + 1);
    }
    return t->len > 0;
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
    else if (parameter_of(recipe, "permutation", &n))
        lp_text_addf(&t, "permutation of %lld", n);
    else if (parameter_of(recipe, "rowptr", &n))
        lp_text_addf(&t, "row pointers, mean %.4g",
                     elems > 1 ? (double)n / (double)(elems - 1) : 0.0);
    else if (parameter_of(recipe, "rowptr_skewed", &n))
        lp_text_addf(&t, "skewed row pointers, mean %.4g",
                     elems > 1 ? (double)n / (double)(elems - 1) : 0.0);
    else if (strcmp(content, "flags") == 0 && strncmp(recipe, "flags(", 6) == 0)
        lp_text_addf(&t, "flags, %.4g %% set", 100 * strtod(recipe + 6, NULL));
    else if (!add_members(&t, recipe))
        lp_text_add(&t, recipe);
    return lp_text_take(&t);
}
