/* A campaign: everything a YAML file may say, with typed defaults from one table (campaign.c),
 * which also parses, checks and prints. The canonical JSON of a campaign is stored in the database,
 * so later stages need no YAML. */
#ifndef LP_CAMPAIGN_H
#define LP_CAMPAIGN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "common/error.h"
#include "common/text.h"

typedef enum { LP_STRATEGY_MEMORY_ANALYSIS, LP_STRATEGY_NAIVE } lp_strategy;
typedef enum { LP_DEGREE_UNIFORM, LP_DEGREE_SKEWED } lp_degree;

typedef struct lp_int_list {
    int64_t *v;
    size_t n;
} lp_int_list;

/* What synthesised kernels are to be like. */
typedef struct lp_synth_shares {
    /* weights of access patterns, against each other */
    int64_t direct, bounds_check, grid_stride, tiling, offset_stride, indirect, reduction, stencil,
        composite;
    /* per cent of the kernels, or of the places where there is a choice */
    int64_t loops, long_loops, divergence, local, atomics, special, bits, integers, vectors,
        doubles, narrow, structs, helpers;
} lp_synth_shares;

typedef struct lp_campaign {
    char *name;
    int64_t seed;
    /* corpus */
    lp_strv corpus_paths; /* relative paths are relative to the YAML file's folder; made absolute by
                             the loader */
    lp_strv corpus_defines; /* NAME=VALUE */
    lp_strv corpus_include_dirs;
    lp_strv corpus_held_out; /* folders and files whose kernels are never trained on */
    int64_t corpus_limit;    /* kernels planned at most, 0 = all */
    /* synthesis: kernels made by `llmperf run`, analysed along with those of corpus.paths */
    int64_t synth_count, synth_seed, synth_siblings;
    lp_synth_shares synth;
    /* target: device limits used by gen; 0 = take the device row of the database */
    int64_t target_compute_units;
    int64_t target_max_work_group;
    int64_t target_local_mem_bytes;
    /* launch */
    lp_strategy strategy;
    int64_t launch_per_kernel;        /* samples planned a kernel */
    lp_int_list launch_local_sizes;   /* candidates, multiples of 32 */
    int64_t launch_locals_per_kernel; /* how many of them one kernel gets, 0 = all */
    bool launch_sweep_locals;         /* groups of launches that differ in local size alone */
    int64_t launch_global_max;        /* work-items */
    int64_t launch_work_max;          /* estimated operations of one launch, 0 = no limit */
    int64_t launch_work_min;          /* least work aimed at */
    int64_t launch_work_draws;        /* launches drawn for each sample, of which one is taken */
    double share_idle, share_under, share_saturated; /* sum to 1 */
    double saturation_k; /* saturated above k * compute units work-groups */
    /* scalars: inclusive domains by role */
    int64_t bound_max, stride_max, offset_max, tile_max, trips_max, shift_max, pitch_max;
    double coefficient_min, coefficient_max;
    int64_t scalar_sets; /* of values that the launches of a kernel share, bounds apart; 0 = none */
    double flag_density; /* share of flag arguments that are 1 */
    /* buffers */
    int64_t sample_bytes_max;    /* memory cap of one sample, bytes */
    double float_min, float_max; /* uniform contents of floating buffers */
    int64_t int_max;             /* uniform integer contents in [0, int_max] */
    double mean_degree;          /* entries a row, where an argument holds the last row pointer */
    lp_degree degree;            /* how entries are spread over the rows */
    /* profile */
    int64_t reps_min, reps_max; /* timed repetitions */
    double ci_target;           /* relative half-width of the median's 95 % interval */
    double sample_budget_s;     /* device time a sample may take in repetitions, seconds */
    double timeout_s;           /* wall seconds without an answer before the worker is killed */
    double build_timeout_s;
    double cold_share; /* share of samples also timed with a cold cache */
    double sentinel_every_s;
    double burn_in_s;
    double retime_share;      /* share timed again in a fresh process */
    int64_t builders;         /* processes that compile ahead; 0 = one less than there are cores */
    int64_t cache_bytes_max;  /* of compiled programs kept for later runs */
    int64_t memory_bytes_max; /* resident, of one worker or builder; 0 = half of the machine's */
    /* probe: an instrumented run before a kernel is timed */
    int64_t probe_samples;    /* launches a kernel, 0 = no probe */
    int64_t probe_global_max; /* work-items of one launch */
    int64_t probe_steps;      /* loop iterations of one work-item before it gives up */
    double probe_timeout_s;   /* wall seconds without an answer before the worker is killed */
    /* balance */
    double iqr_factor;
    int64_t balance_bins; /* bins a decade of log10 time */
    /* split */
    double split_train, split_val, split_test;
    int64_t split_seed;
    /* export */
    bool export_features, export_facts;
} lp_campaign;

void lp_campaign_defaults(lp_campaign *c); /* fills every field; free with lp_campaign_free */
void lp_campaign_free(lp_campaign *c);
/* Reads a YAML file. Errors: "FILE:LINE:COL: message". *c is initialised here and must be freed in
 * any case. */
int lp_campaign_load(const char *path, lp_campaign *c, lp_err *e);
/* The same from bytes in memory; `name` is used in messages and its folder is the base of relative
 * paths. */
int lp_campaign_parse(const char *name, const char *bytes, size_t n, lp_campaign *c, lp_err *e);
/* Canonical JSON (sorted keys, no paths made absolute differ between machines: corpus paths are
 * left out). Caller frees. */
char *lp_campaign_json(const lp_campaign *c);
int lp_campaign_from_json(const char *json, lp_campaign *c, lp_err *e);
/* The least common multiple of positive numbers, such as local sizes; 0 when there is none that an
 * int64_t holds. 1 of none. */
int64_t lp_common_multiple(const int64_t *v, size_t n);
/* Every key with its default, unit and meaning as commented YAML that loads back (llmperf config
 * check --defaults). */
void lp_campaign_print_defaults(FILE *out);

#endif
