/* Records without a database: what frees them, and the saturation class of a launch.
 *
 * In: records, whoever filled them. Out: freed memory, a word. Does not know SQLite, so that
 * programs which only predict need not link it. */
#include "db/record.h"

#include <stdlib.h>

static void free_all(char *const *fields, size_t n) {
    for (size_t i = 0; i < n; i++) free(fields[i]);
}
#define FREE_ALL(...)                                                                              \
    free_all((char *const[]){__VA_ARGS__}, sizeof((char *const[]){__VA_ARGS__}) / sizeof(char *))

void db_kernel_free(db_kernel *k) {
    for (int i = 0; i < k->n_args; i++) {
        const db_arg *a = &k->args[i];
        FREE_ALL(a->name, a->kind, a->type, a->access, a->pattern, a->role, a->content, a->extent,
                 a->domain);
    }
    for (int i = 0; i < k->n_accesses; i++) {
        const db_access *a = &k->accesses[i];
        FREE_ALL(a->kind, a->index_expr, a->pattern, a->lo, a->hi, a->reason);
    }
    for (int i = 0; i < k->n_features; i++) FREE_ALL(k->features[i].name, k->features[i].formula);
    FREE_ALL(k->path, k->name, k->hash, k->family, k->source, k->std, k->reason, k->detail,
             k->pattern, k->constraints, k->guesses, k->probe, k->probe_gap, k->template_id);
    free(k->args);
    free(k->accesses);
    free(k->features);
    *k = (db_kernel){0};
}

void db_sample_free(db_sample *s) {
    for (int i = 0; i < s->n_args; i++) {
        free(s->args[i].value);
        free(s->args[i].recipe);
    }
    free(s->args);
    free(s->strategy);
    free(s->class_);
    *s = (db_sample){0};
}

const char *db_class_of(int64_t global_size, int64_t local_size, int64_t nsm, double k) {
    int64_t groups = global_size / local_size;
    if (groups < nsm) return "idle";
    return (double)groups <= k * (double)nsm ? "under" : "saturated";
}
