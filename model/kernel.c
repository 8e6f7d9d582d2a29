/* Records of kernels: read from what the analysis prints, and chosen by name.
 *
 * In: JSON objects of `llmperf analyze --json`. Out: records as in a database. Runs nothing
 * (kernel_read.c does). */
#include "model/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "common/words.h"

/* ---- records ---- */

static char *dup_or_null(const json_t *j, const char *key) {
    const char *s = lp_json_str(j, key, NULL);
    return s ? lp_strdup(s) : NULL;
}

static char *text_of(const json_t *j, const char *key) {
    return lp_strdup(lp_json_str(j, key, ""));
}

static char *domain_text(const json_t *j) {
    const json_t *d = json_object_get(j, "domain");
    return json_is_object(d) ? lp_json_text(d) : NULL;
}

static char *constraints_text(const json_t *j) {
    const json_t *list = json_object_get(j, "constraints");
    return json_is_array(list) ? lp_json_text(list) : lp_strdup("[]");
}

static void take_arg(const json_t *j, db_arg *a) {
    *a = (db_arg){.idx = (int)lp_json_i64(j, "index", 0),
                  .name = text_of(j, "name"),
                  .kind = text_of(j, "kind"),
                  .type = text_of(j, "type"),
                  .elem_bytes = lp_json_i64(j, "elem_bytes", 0),
                  .access = text_of(j, "access"),
                  .pattern = dup_or_null(j, "pattern"),
                  .role = dup_or_null(j, "role"),
                  .content = dup_or_null(j, "content"),
                  .extent = dup_or_null(j, "extent"),
                  .domain = domain_text(j)};
}

static void take_features(const json_t *j, db_kernel *k) {
    const char *name;
    json_t *formula;
    k->features = lp_alloc(json_object_size(j) + 1, sizeof *k->features);
    json_object_foreach((json_t *)j, name, formula) {
        if (!json_is_string(formula)) continue;
        db_feature *f = &k->features[k->n_features++];
        f->name = lp_strdup(name);
        f->formula = lp_strdup(json_string_value(formula));
    }
}

int mdl_kernel_from_json(const json_t *j, db_kernel *k, lp_err *e) {
    const json_t *args = json_object_get(j, "args"), *features = json_object_get(j, "features");
    const char *status = lp_json_str(j, "status", NULL);
    *k = (db_kernel){0};
    if (!status || !json_is_array(args) || !json_is_object(features))
        return lp_fail(e, "is not a record of llmperf analyze --json");
    k->path = text_of(j, "path");
    k->name = text_of(j, "kernel");
    k->dims = (int)lp_json_i64(j, "dims", 0);
    k->ok = strcmp(status, "ok") == 0;
    k->reason = dup_or_null(j, "reason");
    k->pattern = dup_or_null(j, "pattern");
    k->family = dup_or_null(j, "family");
    k->source = dup_or_null(j, "source");
    k->reqd_local = lp_json_i64(j, "reqd_local", 0);
    k->constraints = constraints_text(j);
    k->args = lp_alloc(json_array_size(args) + 1, sizeof *k->args);
    for (size_t i = 0; i < json_array_size(args); i++)
        take_arg(json_array_get(args, i), &k->args[k->n_args++]);
    take_features(features, k);
    return 0;
}

void mdl_kernels_free(mdl_kernels *k) {
    for (size_t i = 0; i < k->n; i++) db_kernel_free(&k->v[i]);
    free(k->v);
    *k = (mdl_kernels){0};
}

/* ---- choosing ---- */

static void list_names(const mdl_kernels *k, lp_text *t) {
    const size_t shown = 8;
    for (size_t i = 0; i < k->n && i < shown; i++)
        lp_text_addf(t, "%s%s", i ? ", " : "", k->v[i].name);
    if (k->n > shown) lp_text_addf(t, " and %zu more", k->n - shown);
}

static const db_kernel *find(const mdl_kernels *k, const char *name) {
    for (size_t i = 0; i < k->n; i++)
        if (strcmp(k->v[i].name, name) == 0) return &k->v[i];
    return NULL;
}

const db_kernel *mdl_kernels_pick(const mdl_kernels *k, const char *path, const char *name,
                                  lp_err *e) {
    char shown[LP_WORD_SHOWN];
    lp_text names = {0};
    const db_kernel *found = NULL;
    list_names(k, &names);
    if (name)
        found = find(k, name);
    else if (k->n == 1)
        found = &k->v[0];
    if (!found && k->n == 0)
        lp_fail(e, "%s: has no kernel", path);
    else if (!found && name)
        lp_fail(e, "%s: no kernel %s; there are: %s", path, lp_word_show(name, shown), names.s);
    else if (!found)
        lp_fail(e, "%s: has %zu kernels; choose one with --kernel: %s", path, k->n, names.s);
    else if (!found->ok)
        lp_fail(e, "%s: kernel %s cannot be predicted: %s", path, found->name,
                found->reason ? found->reason : "skipped");
    lp_text_free(&names);
    return found && found->ok ? found : NULL;
}
