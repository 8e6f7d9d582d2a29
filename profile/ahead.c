/* From the plan to builders.
 *
 * In: the plan, the database. Out: a farm that compiles in the order of the plan. Waits for
 * nothing.
 */
#include "profile/ahead.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile/job.h"
#include "profile/probe.h"

/* Ten times what compilers take for most kernels. */
static const double lag_s = 2;

/* PoCL numbers the work-items of small grids with 16 bits, in code of their own. */
static bool is_small_grid(int64_t global) {
    return global <= UINT16_MAX;
}

static bool same_code(const prof_item *a, const prof_item *b) {
    return a->local == b->local && is_small_grid(a->global) == is_small_grid(b->global);
}

/* CPU drivers compile a kernel again for each local size and kind of grid, at its first launch: one
 * launch of each, with the smallest global size. */
static void keep_smallest(prof_item *least, int *n, const prof_item *it) {
    int i = 0;
    while (i < *n && !same_code(&least[i], it)) i++;
    if (i == *n)
        least[(*n)++] = *it;
    else if (it->global < least[i].global)
        least[i] = *it;
}

static int add_launch(const prof_ahead *a, const db_kernel *k, int64_t sample, json_t *list,
                      lp_err *e) {
    db_sample s;
    prof_job job;
    prof_fail f;
    if (db_load_sample(a->plan->d, sample, &s, e) != 0) return -1;
    json_t *j = NULL; /* a sample that makes no job fails when it is its turn */
    if (prof_job_make(k, &s, a->campaign, false, &job, &f) == 0) j = prof_job_json(&job);
    if (j) json_array_append_new(list, j);
    prof_job_free(&job);
    db_sample_free(&s);
    return 0;
}

static int describe(const prof_ahead *a, int64_t kernel, const prof_item *launch, int n,
                    prof_recipe_program *out, lp_err *e) {
    db_kernel k;
    if (db_load_kernel(a->plan->d, kernel, true, &k, e) != 0) return -1;
    *out = (prof_recipe_program){.source = lp_strdup(k.source ? k.source : ""),
                                 .name = lp_strdup(k.name),
                                 .std = lp_strdup(k.std ? k.std : "")};
    int rc = 0;
    if (strcmp(a->device->type, "cpu") == 0) {
        out->launches = json_array();
        for (int i = 0; i < n && rc == 0; i++)
            rc = add_launch(a, &k, launch[i].sample, out->launches, e);
    }
    db_kernel_free(&k);
    return rc;
}

/* prof_farm_source: no source for a kernel whose samples are all done or never will be: builders
 * launch, too, so what a probe found unsafe is not for them. */
static int source_of(void *ctx, size_t index, prof_recipe_program *out, lp_err *e) {
    const prof_ahead *a = ctx;
    const prof_plan_kernel *k = &a->plan->v[index];
    prof_item *items;
    int n, n_least = 0;
    int unsafe =
        prof_probe_quarantined(a->plan->d, a->campaign, k->id, a->plan->device_id, NULL, e);
    if (unsafe != 0) return unsafe < 0 ? -1 : 0;
    int rc = prof_plan_items(a->plan, k, &items, &n, e);
    prof_item *least = lp_alloc((size_t)n, sizeof *least);
    for (int i = 0; i < n && rc == 0; i++) {
        const prof_item *it = &items[i];
        if (prof_item_open(it, a->retry_failed) || prof_item_open_cold(it))
            keep_smallest(least, &n_least, it);
    }
    if (rc == 0 && n_least > 0) rc = describe(a, k->id, least, n_least, out, e);
    free(least);
    free(items);
    return rc;
}

static int builders_of(const prof_ahead *a) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN) / (a->lanes > 0 ? a->lanes : 1);
    if (a->campaign->builders > 0) return (int)a->campaign->builders;
    return cores > 1 ? (int)cores - 1 : 1;
}

void prof_ahead_begin(prof_ahead *a) {
    int64_t *keys = lp_alloc(a->plan->n + 1, sizeof *keys);
    for (size_t i = 0; i < a->plan->n; i++) keys[i] = a->plan->v[i].id;
    a->farm = prof_farm_open(&(prof_farm_options){.device = a->device,
                                                  .device_index = a->device_index,
                                                  .cache = a->cache,
                                                  .builders = builders_of(a),
                                                  .timeout_s = a->campaign->build_timeout_s,
                                                  .launch_s = a->campaign->timeout_s / 2,
                                                  .lag_s = lag_s,
                                                  .memory_bytes = prof_memory_limit(a->campaign),
                                                  .keys = keys,
                                                  .n = a->plan->n,
                                                  .source = source_of,
                                                  .ctx = a});
    free(keys);
    prof_farm_serve(a->farm);
}

void prof_ahead_end(prof_ahead *a) {
    prof_farm_close(a->farm);
    a->farm = NULL;
}
