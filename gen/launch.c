/* Launch configurations. Input: campaign, device limits, kernel. Output: local sizes, classes,
 * ranges of work-groups. All decisions are integer arithmetic on PCG streams, so every machine
 * makes the same ones. Does not draw scalars or sizes of buffers (scalar.c, sample.c). */
#include "gen/launch.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

#define GOLDEN_32                                                                                  \
    UINT32_C(0x9e3779b9) /* 2^32 / golden ratio: its multiples fill [0, 2^32) evenly */

const char *const gen_class_names[GEN_N_CLASSES] = {"idle", "under", "saturated"};

uint64_t gen_stream_seed(int64_t campaign_seed, uint64_t kernel_key, uint64_t idx) {
    return lp_mix64(lp_mix64(lp_mix64((uint64_t)campaign_seed) ^ kernel_key) ^ idx);
}

uint64_t gen_kernel_seed(int64_t campaign_seed, uint64_t kernel_key) {
    return gen_stream_seed(campaign_seed, kernel_key, UINT64_MAX);
}

typedef struct only_local {
    int64_t local;
} only_local;

static bool look_up_local(void *ctx, const char *name, int64_t *value) {
    *value = ((const only_local *)ctx)->local;
    return strcmp(name, "local") == 0;
}

/* False when a constraint that depends on the local size alone is not met. */
static bool constraints_allow(const gen_kernel *k, int64_t local) {
    only_local ctx = {local};
    for (int i = 0; i < k->n_constraints; i++) {
        int64_t value = 1;
        if (lp_expr_eval(k->constraints[i], look_up_local, &ctx, &value, NULL) == 0 && value == 0)
            return false;
    }
    return true;
}

static bool local_fits(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                       int64_t local) {
    return local > 0 && local <= lim->max_work_group && local <= c->launch_global_max &&
           constraints_allow(k, local);
}

static int by_size(const void *a, const void *b) {
    const int64_t *x = a;
    const int64_t *y = b;
    return (*x > *y) - (*x < *y);
}

size_t gen_local_sizes(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                       int64_t **out) {
    const lp_int_list *all = &c->launch_local_sizes;
    int64_t *v = lp_alloc(all->n + 1, sizeof *v);
    size_t n = 0;
    *out = v;
    if (k->row->local_bytes > lim->local_mem_bytes) return 0;
    if (k->row->reqd_local > 0) {
        v[0] = k->row->reqd_local;
        return local_fits(k, c, lim, v[0]) ? 1 : 0;
    }
    for (size_t i = 0; i < all->n; i++)
        if (local_fits(k, c, lim, all->v[i])) v[n++] = all->v[i];
    if (c->launch_sweep_locals) {
        qsort(v, n, sizeof *v, by_size);
        return n;
    }
    lp_pcg rng;
    uint64_t seed = gen_kernel_seed(c->seed, k->key);
    lp_pcg_seed(&rng, seed, lp_mix64(seed));
    size_t keep = c->launch_locals_per_kernel ? (size_t)c->launch_locals_per_kernel : n;
    if (keep > n) keep = n;
    for (size_t i = 0; i < keep; i++) {
        size_t j = i + lp_pcg_below(&rng, (uint32_t)(n - i));
        int64_t t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
    return keep;
}

gen_class gen_class_at(const lp_campaign *c, uint64_t kernel_seed, int idx) {
    /* Products with a power of two are exact, so the borders are the same everywhere. */
    uint32_t at = (uint32_t)(kernel_seed >> 32) + (uint32_t)idx * GOLDEN_32;
    double x = (double)at * 0x1p-32;
    if (x < c->share_idle) return GEN_IDLE;
    if (x < c->share_idle + c->share_under || c->share_saturated <= 0)
        return c->share_under > 0 ? GEN_UNDER : GEN_IDLE;
    return GEN_SATURATED;
}

gen_class gen_class_after(gen_class want, int tried) {
    static const gen_class order[GEN_N_CLASSES][GEN_N_CLASSES] = {
        {GEN_IDLE, GEN_UNDER, GEN_SATURATED},
        {GEN_UNDER, GEN_IDLE, GEN_SATURATED},
        {GEN_SATURATED, GEN_UNDER, GEN_IDLE},
    };
    return order[want][tried];
}

bool gen_class_range(gen_class cls, const lp_campaign *c, const gen_limits *lim, int64_t local,
                     int64_t *lo, int64_t *hi) {
    int64_t most = c->launch_global_max / local;
    /* The border of db_class_of: under as long as groups <= k * nsm. */
    double border = c->saturation_k * (double)lim->nsm;
    int64_t under_hi = border < 0x1p62 ? (int64_t)border : INT64_MAX - 1;
    int64_t from[] = {1, lim->nsm, under_hi + 1};
    int64_t to[] = {lim->nsm - 1, under_hi, INT64_MAX};
    *lo = from[cls];
    *hi = to[cls] < most ? to[cls] : most;
    return *lo <= *hi;
}
