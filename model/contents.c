/* How the contents of a buffer would be planned.
 *
 * In: an argument's content rule, a launch. Out: a recipe as text. Makes no contents. */
#include "model/contents.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

/* The largest value of an integer type, vectors like their components; INT64_MAX for others. */
static int64_t top_of(const char *type) {
    static const struct {
        const char *name;
        int bits;
    } narrow[] = {{"char", 8}, {"short", 16}, {"int", 32}};
    bool is_unsigned = type[0] == 'u';
    if (strncmp(type, "unsigned ", 9) == 0)
        type += 9;
    else if (is_unsigned)
        type++;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (strncmp(type, narrow[i].name, strlen(narrow[i].name)) == 0)
            return ((int64_t)1 << (narrow[i].bits - !is_unsigned)) - 1;
    return INT64_MAX;
}

/* The exclusive upper limit that a formula gives, within what the type can hold. */
static bool limit_of(const char *formula, const char *type, const lp_binds *launch,
                     int64_t *limit) {
    int64_t top = top_of(type);
    if (lp_expr_eval_text(formula, launch, limit, NULL) != 0 || *limit < 1) return false;
    if (top < INT64_MAX && *limit > top) *limit = top + 1;
    return true;
}

/* "members:SIZE;AT:TYPE:FORMULA;..." -> "members(SIZE;AT:TYPE:N;...)" */
static bool members(const char *text, const lp_binds *launch, lp_text *out) {
    size_t size = strcspn(text, ";");
    bool ok = true;
    lp_text_addf(out, "members(%.*s", (int)size, text);
    for (const char *p = text + size; ok && *p == ';';) {
        size_t len = strcspn(++p, ";");
        char *copy = lp_strndup(p, len);
        char *type = strchr(copy, ':'), *formula = type ? strchr(type + 1, ':') : NULL;
        int64_t limit = 0;
        if (formula) *formula = 0;
        ok = formula && limit_of(formula + 1, type + 1, launch, &limit);
        if (ok) lp_text_addf(out, ";%s:%lld", copy, (long long)limit);
        free(copy);
        p += len;
    }
    lp_text_addc(out, ')');
    return ok;
}

/* "floats:LO:HI" -> "uniform(LO,HI)" */
static bool floats(const char *text, lp_text *out) {
    const char *colon = strchr(text, ':');
    if (!colon) return false;
    lp_text_addf(out, "uniform(%.*s,%s)", (int)(colon - text), text, colon + 1);
    return true;
}

static bool row_pointers(const char *formula, const lp_binds *launch, lp_text *out) {
    int64_t last = 0;
    if (lp_expr_eval_text(formula, launch, &last, NULL) != 0 || last < 0) return false;
    lp_text_addf(out, "rowptr(%lld)", (long long)last);
    return true;
}

static bool recipe_of(const db_arg *a, const lp_binds *launch, lp_text *out) {
    static const struct {
        const char *prefix, *recipe;
    } limited[] = {{"index:", "index"}, {"bounded:", "index"}, {"permutation:", "permutation"}};
    const char *c = a->content;
    int64_t limit = 0;
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++) {
        size_t n = strlen(limited[i].prefix);
        if (strncmp(c, limited[i].prefix, n) != 0) continue;
        if (!limit_of(c + n, a->type, launch, &limit)) return false;
        lp_text_addf(out, "%s(%lld)", limited[i].recipe, (long long)limit);
        return true;
    }
    if (strncmp(c, "rowptr:", 7) == 0) return row_pointers(c + 7, launch, out);
    if (strncmp(c, "members:", 8) == 0) return members(c + 8, launch, out);
    if (strcmp(c, "zero") == 0 || a->access[0] == 'w' || strcmp(a->access, "none") == 0)
        lp_text_add(out, "zero");
    else if (strcmp(c, "flags") == 0)
        lp_text_add(out, "flags(0.5)");
    else
        return strncmp(c, "floats:", 7) == 0 && floats(c + 7, out);
    return true;
}

char *mdl_contents_recipe(const db_arg *a, const lp_binds *launch) {
    lp_text t = {0};
    if (!a->content || strcmp(a->kind, "local") == 0) return NULL;
    if (recipe_of(a, launch, &t)) return lp_text_take(&t);
    lp_text_free(&t);
    return NULL;
}
