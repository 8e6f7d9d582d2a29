/* Probe launches of one kernel. Input: a prepared kernel, campaign, limits. Output: launches with
 * their arguments. Does not plan what is timed (sample.c) and does not read or write the database.
 *
 * In turn: a few work-groups, any number under probe.global_max, a single one; on the first two of
 * the kernel's local sizes (a CPU compiles again for each), of which others follow where these
 * fail. Scalars and buffers are small. Where the kernel's conditions do not allow that, first any
 * number of work-groups may be tried, then arguments as large as those of a sample. */
#include "gen/probe.h"

#include "common/text.h"
#include "gen/attempt.h"

#define FIRST_STREAM ((uint64_t)1 << 32) /* samples have the streams below */
#define ELEMS_MAX ((int64_t)1 << 20)     /* of one buffer */
#define WORK_MAX ((int64_t)1 << 24)      /* estimated operations of one launch */
#define FEW_GROUPS 8

enum { PREFERRED, ANY_GROUPS, ANY_SIZES, N_EASES };

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* The campaign with small domains. A shallow copy: not to be freed, valid as long as *c is. */
static lp_campaign small_domains(const lp_campaign *c) {
    lp_campaign s = *c;
    s.bound_max = min64(c->bound_max, 2 * c->probe_global_max);
    s.stride_max = min64(c->stride_max, 8);
    s.offset_max = min64(c->offset_max, 64);
    s.tile_max = min64(c->tile_max, 16);
    s.trips_max = min64(c->trips_max, 32);
    s.shift_max = min64(c->shift_max, 4);
    s.pitch_max = min64(c->pitch_max, 128);
    if (s.launch_work_max == 0 || s.launch_work_max > WORK_MAX) s.launch_work_max = WORK_MAX;
    return s;
}

/* Work-groups to draw from; false when not even one has room. Caution narrows a range to its lower
 * end, so that of any number every second attempt is for many: a condition may ask for them. */
static bool group_range(int idx, int ease, int tried, int64_t most, gen_try *t) {
    static const struct {
        int64_t lo, hi;
    } turns[] = {{2, FEW_GROUPS}, {2, INT64_MAX}, {1, 1}};
    t->lo = ease == PREFERRED ? min64(turns[idx % 3].lo, most) : 1;
    t->hi = ease == PREFERRED ? min64(turns[idx % 3].hi, most) : most;
    if (ease != PREFERRED && tried % 2 == 1) t->lo = (most + 1) / 2;
    return most >= 1;
}

static bool attempt(const gen_planner *p, lp_pcg *rng, int ease, int tried, db_sample *s) {
    int level = tried / GEN_TRIES_PER_LEVEL;
    size_t turn = (size_t)(s->idx % 2) + (size_t)(level > 2 ? level - 2 : 0);
    gen_try t = {.rng = rng, .level = level, .local = p->locals[turn % p->n_locals]};
    if (ease != ANY_SIZES) t.elems_max = ELEMS_MAX;
    return group_range(s->idx, ease, tried, p->c->probe_global_max / t.local, &t) &&
           gen_attempt(p, &t, s) == GEN_OK;
}

static bool plan_one(gen_planner *p, const lp_campaign *small, const lp_campaign *c, db_sample *s) {
    uint64_t seed = gen_stream_seed(c->seed, p->k->key, FIRST_STREAM + (uint64_t)s->idx);
    lp_pcg rng;
    lp_pcg_seed(&rng, seed, lp_mix64(seed));
    for (int ease = 0; ease < N_EASES; ease++) {
        p->c = ease == ANY_SIZES ? c : small;
        for (int t = 0; t < GEN_LEVELS * GEN_TRIES_PER_LEVEL; t++) {
            if (!attempt(p, &rng, ease, t, s)) continue;
            s->fill_seed = (int64_t)(lp_mix64(seed + 1) >> 1);
            gen_remember(p, s);
            return true;
        }
    }
    return false;
}

void gen_plan_probes(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                     gen_samples *out) {
    lp_campaign small = small_domains(c);
    gen_planner p;
    int misses = 0;
    *out = (gen_samples){.v = lp_alloc((size_t)c->probe_samples + 1, sizeof *out->v)};
    bool fits = gen_planner_begin(&p, k, c, lim, c->probe_samples);
    for (int64_t idx = 0; fits && idx < c->probe_samples && misses < GEN_GIVE_UP_AFTER; idx++) {
        db_sample s = {.kernel_id = k->row->id, .idx = (int)idx};
        bool planned = plan_one(&p, &small, c, &s);
        if (planned) out->v[out->n++] = s;
        misses = planned ? 0 : misses + 1;
    }
    out->counts.planned = (int64_t)out->n;
    gen_planner_end(&p);
}
