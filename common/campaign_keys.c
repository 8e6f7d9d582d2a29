/* The table of campaign keys: path, type, field, default, unit, range, meaning.
 * Everything that knows keys (reading, checking, JSON, `config check --defaults`) walks it.
 * Does not parse YAML itself (yaml.c) and knows no relation between two keys (campaign.c). */
#include "common/campaign_keys.h"

#include <string.h>

#define TERA ((int64_t)1 << 40)
#define OFF(field) offsetof(lp_campaign, field)
#define INT(path, field, dflt, unit, lo, hi, help)                                                 \
    {path, LP_KEY_INT, OFF(field), dflt, unit, lo, hi, 0, 0, help, NULL}
#define NUM(path, field, dflt, unit, lo, hi, help)                                                 \
    {path, LP_KEY_NUM, OFF(field), dflt, unit, 0, 0, lo, hi, help, NULL}
#define OTHER(path, type, field, dflt, help)                                                       \
    {path, type, OFF(field), dflt, "", 0, 0, 0, 0, help, NULL}
#define CHOICE(path, field, dflt, words, help)                                                     \
    {path, LP_KEY_CHOICE, OFF(field), dflt, "", 0, 0, 0, 0, help, words}

#define WEIGHT(name, field, dflt, help)                                                            \
    INT("synthesis.shares." name, synth.field, dflt, "weight", 0, 1000, help)
#define PERCENT(name, field, dflt, help)                                                           \
    INT("synthesis.shares." name, synth.field, dflt, "%", 0, 100, help)

static const char *const strategies[] = {"memory-analysis", "naive", NULL};
static const char *const degrees[] = {"uniform", "skewed", NULL};

const lp_section lp_sections[] = {
    {"corpus", "which kernels"},
    {"synthesis", "kernels from a grammar, analysed along with the corpus"},
    {"synthesis.shares", "what they are like: weights of access patterns, then per cent"},
    {"target", "device limits the plan is made for; 0 = those of the device in the database"},
    {"launch", "global and local sizes of the samples"},
    {"launch.shares", "samples by saturation class; the three add up to 1"},
    {"scalars", "largest value that a scalar argument of each role may take"},
    {"buffers", "sizes and contents of buffers"},
    {"profile", "how samples are timed"},
    {"probe", "small launches that check a kernel's accesses before it is timed"},
    {"balance", "thinning of over-full time ranges"},
    {"split", "training, validation and test parts by kernel family; they add up to 1"},
    {"export", "what the JSONL carries"},
};
const size_t lp_n_sections = sizeof lp_sections / sizeof *lp_sections;

const lp_key lp_keys[] = {
    OTHER("name", LP_KEY_NAME, name, "campaign", "name of the campaign, and of its folder in out/"),
    INT("seed", seed, "1", "", 0, INT64_MAX, "all random choices of the plan derive from it"),
    CHOICE("strategy", strategy, "memory-analysis", strategies,
           "memory-analysis: sizes from each kernel's formulas; naive: everything is global_size"),

    OTHER("corpus.paths", LP_KEY_PATHS, corpus_paths, "[.]",
          "files and folders with kernels, relative to this file"),
    OTHER("corpus.defines", LP_KEY_MACROS, corpus_defines, "[]",
          "macros that kernels need, as NAME or NAME=VALUE"),
    OTHER("corpus.include_dirs", LP_KEY_PATHS, corpus_include_dirs, "[]",
          "folders searched for #include files, relative to this file"),
    OTHER(
        "corpus.held_out", LP_KEY_PATHS, corpus_held_out, "[]",
        "folders, relative to this file, whose kernels and their near-duplicates are never trained "
        "on (part heldout); they are planned only where they lie in corpus.paths, too"),
    INT("corpus.limit", corpus_limit, "0", "kernels", 0, 1000000000,
        "plan at most so many kernels, a seeded choice, held-out ones last; 0 = all"),

    INT("synthesis.count", synth_count, "0", "kernels", 0, 1000000, "kernels to make; 0 = none"),
    INT("synthesis.seed", synth_seed, "1", "", 0, INT64_MAX, "another seed makes other kernels"),
    INT("synthesis.siblings", synth_siblings, "3", "kernels a template", 1, 1000,
        "they differ in types, constants, unrolling, names and layout, and are one family"),
    WEIGHT("direct", direct, "8", "element = work-item"),
    WEIGHT("bounds_check", bounds_check, "16", "work-items beyond a bound do nothing"),
    WEIGHT("grid_stride", grid_stride, "10", "each work-item walks in steps of the global size"),
    WEIGHT("tiling", tiling, "12", "blocks of elements a work-item or group"),
    WEIGHT("offset_stride", offset_stride, "12", "offsets and strides"),
    WEIGHT("indirect", indirect, "16", "gather, scatter, sparse rows, chains"),
    WEIGHT("reduction", reduction, "10", "groups reduce or scan"),
    WEIGHT("stencil", stencil, "10", "neighbours in one dimension or flattened two"),
    WEIGHT("composite", composite, "6", "several of these in one kernel"),
    PERCENT("loops", loops, "45", "kernels with loops around their arithmetic"),
    PERCENT("long_loops", long_loops, "25", "of these: a second loop around, or many iterations"),
    PERCENT("divergence", divergence, "35",
            "kernels with branches that depend on data or work-item"),
    PERCENT("local", local, "25",
            "kernels that stage in local memory, where the pattern has a choice"),
    PERCENT("atomics", atomics, "10", "kernels that end in atomics, where they could store"),
    PERCENT("special", special, "25", "templates of floats with many special functions"),
    PERCENT("bits", bits, "40", "templates of integers with many bit operations"),
    PERCENT("integers", integers, "40", "templates that compute in integers"),
    PERCENT("vectors", vectors, "25", "templates that compute in vectors"),
    PERCENT("doubles", doubles, "8", "kernels of floats that compute in double"),
    PERCENT("narrow", narrow, "15", "buffers of 8 and 16 bits, converted"),
    PERCENT("structs", structs, "12",
            "sources that are arrays of structs, where the pattern has a choice"),
    PERCENT("helpers", helpers, "30", "kernels with helper functions"),

    INT("target.compute_units", target_compute_units, "0", "", 0, 1 << 20,
        "compute units (multiprocessors) of the device; the saturation classes depend on it"),
    INT("target.max_work_group", target_max_work_group, "0", "work-items", 0, 1 << 20,
        "largest local size of the device"),
    INT("target.local_mem_bytes", target_local_mem_bytes, "0", "bytes", 0, TERA,
        "local memory of one work-group"),

    INT("launch.per_kernel", launch_per_kernel, "10", "samples", 1, 1000000,
        "samples planned for each kernel"),
    {"launch.local_sizes", LP_KEY_LOCALS, OFF(launch_local_sizes),
     "[32, 64, 96, 128, 192, 256, 384, 512, 768, 1024]", "work-items", 32, 1024, 0, 0,
     "candidates for the local size, multiples of 32", NULL},
    INT("launch.locals_per_kernel", launch_locals_per_kernel, "4", "", 0, 32,
        "so many of the candidates for each kernel, a seeded choice; 0 = all; with sweep_locals "
        "all"),
    OTHER("launch.sweep_locals", LP_KEY_BOOL, launch_sweep_locals, "false",
          "true: launches come in groups that differ in local size alone, one for each candidate "
          "that the kernel allows; a last group that does not fit into per_kernel is left out"),
    INT("launch.global_max", launch_global_max, "10000000", "work-items", 32, TERA,
        "largest global size"),
    INT("launch.work_max", launch_work_max, "0", "operations", 0, INT64_MAX,
        "largest estimated work of one launch (work-items x static counts); 0 = no limit"),
    INT("launch.work_draws", launch_work_draws, "1", "launches", 1, 1000,
        "so many are drawn for each sample, of which the one is taken whose estimated work comes "
        "nearest to a target; targets are even over the decades from work_min to work_max"),
    INT("launch.work_min", launch_work_min, "1000000", "operations", 1, INT64_MAX,
        "least work aimed at, with work_draws"),
    NUM("launch.saturation_k", saturation_k, "40", "groups per compute unit", 1, 1e6,
        "saturated: more work-groups than this times the compute units"),
    NUM("launch.shares.idle", share_idle, "0.2", "share", 0, 1,
        "fewer work-groups than compute units"),
    NUM("launch.shares.under", share_under, "0.4", "share", 0, 1,
        "from one work-group a compute unit up to saturation_k"),
    NUM("launch.shares.saturated", share_saturated, "0.4", "share", 0, 1,
        "more work-groups than that"),

    INT("scalars.bound_max", bound_max, "16777216", "elements", 1, TERA,
        "lengths and other bounds, drawn around the global size"),
    INT("scalars.stride_max", stride_max, "64", "elements", 1, TERA, "distances of accesses"),
    INT("scalars.offset_max", offset_max, "4096", "elements", 0, TERA, "offsets into buffers"),
    INT("scalars.tile_max", tile_max, "64", "elements", 1, TERA, "tile and block lengths"),
    INT("scalars.trips_max", trips_max, "1024", "iterations", 1, TERA, "trip counts of loops"),
    INT("scalars.shift_max", shift_max, "8", "bits", 0, 62, "shifts and logarithms"),
    INT("scalars.pitch_max", pitch_max, "4096", "elements", 1, TERA, "row lengths and pitches"),
    NUM("scalars.coefficient_min", coefficient_min, "0.1", "", -1e30, 1e30,
        "floating arguments are uniform from here"),
    NUM("scalars.coefficient_max", coefficient_max, "2.0", "", -1e30, 1e30, "... to here"),
    NUM("scalars.flag_density", flag_density, "0.5", "share", 0, 1,
        "share of flags that are 1, scalars and buffers"),
    INT("scalars.sets", scalar_sets, "0", "sets", 0, 1000,
        "sets of values that the launches of a kernel share, bounds apart: curves of time against "
        "size; 0 = new values for each launch"),

    INT("buffers.bytes_max", sample_bytes_max, "268435456", "bytes", 1024, TERA,
        "all buffers of one sample together"),
    NUM("buffers.float_min", float_min, "0.0", "", -1e30, 1e30,
        "floating contents are uniform from here"),
    NUM("buffers.float_max", float_max, "1.0", "", -1e30, 1e30, "... to here"),
    INT("buffers.int_max", int_max, "1000", "", 0, INT32_MAX,
        "integer contents are uniform from 0 to this"),
    NUM("buffers.mean_degree", mean_degree, "10.0", "entries per row", 0, 1e6,
        "sparse rows: entries = rows x this, where an argument holds the number of entries"),
    CHOICE("buffers.degree", degree, "uniform", degrees,
           "uniform: sparse rows are about alike; skewed: a few rows have most of the entries"),

    INT("profile.reps_min", reps_min, "9", "launches", 1, 1000, "timed repetitions at least"),
    INT("profile.reps_max", reps_max, "54", "launches", 1, 10000, "timed repetitions at most"),
    NUM("profile.ci_target", ci_target, "0.02", "of the median", 1e-6, 1,
        "enough repetitions when the median's 95 % interval is within +- this"),
    NUM("profile.sample_budget_s", sample_budget_s, "0.3", "seconds", 0.001, 3600,
        "device time for the repetitions of one sample"),
    NUM("profile.timeout_s", timeout_s, "20", "seconds", 0.1, 86400,
        "without an answer for so long the worker is killed and the sample fails"),
    NUM("profile.build_timeout_s", build_timeout_s, "60", "seconds", 0.1, 86400,
        "the same for compiling one kernel"),
    NUM("profile.cold_share", cold_share, "0.03", "share", 0, 1,
        "samples also timed with a cold cache"),
    NUM("profile.sentinel_every_s", sentinel_every_s, "30", "seconds", 0, 86400,
        "known kernels are timed this often to see drift; 0 = never"),
    NUM("profile.burn_in_s", burn_in_s, "2", "seconds", 0, 3600,
        "device warmed up for so long before the first sample"),
    NUM("profile.retime_share", retime_share, "0.01", "share", 0, 1,
        "samples timed again in a fresh process"),
    INT("profile.builders", builders, "0", "processes", 0, 256,
        "compile the next kernels meanwhile; 0 = one less than there are cores"),
    INT("profile.cache_bytes_max", cache_bytes_max, "2147483648", "bytes", 0, TERA,
        "compiled programs kept for later runs; 0 = none"),
    INT("profile.memory_bytes_max", memory_bytes_max, "0", "bytes", 0, TERA,
        "resident memory of a worker or builder; 0 = half of the machine's"),

    INT("probe.samples", probe_samples, "3", "launches", 0, 1000,
        "launches of each kernel, once on each device; 0 = no probe"),
    INT("probe.global_max", probe_global_max, "4096", "work-items", 32, 1 << 24,
        "largest global size of one of them"),
    INT("probe.steps", probe_steps, "4000000", "iterations", 1, INT32_MAX,
        "a work-item whose loops run for more is taken for one that never ends"),
    NUM("probe.timeout_s", probe_timeout_s, "20", "seconds", 0.1, 86400,
        "without an answer for so long the worker is killed and the kernel is left out"),

    NUM("balance.iqr_factor", iqr_factor, "1.5", "", 0, 1000,
        "fences: this many inter-quartile ranges beyond the quartiles"),
    INT("balance.bins", balance_bins, "10", "bins per decade", 1, 1000, "of the time histogram"),

    NUM("split.train", split_train, "0.8", "share", 0, 1, "training part"),
    NUM("split.val", split_val, "0.1", "share", 0, 1, "validation part"),
    NUM("split.test", split_test, "0.1", "share", 0, 1, "test part"),
    INT("split.seed", split_seed, "1", "", 0, INT64_MAX, "which family goes where"),

    OTHER("export.features", LP_KEY_BOOL, export_features, "true",
          "static features, evaluated for each sample"),
    OTHER("export.facts", LP_KEY_BOOL, export_facts, "false",
          "the same features as lines of the prompt"),
};
const size_t lp_n_keys = sizeof lp_keys / sizeof *lp_keys;

int lp_key_find(const char *path) {
    for (size_t i = 0; i < lp_n_keys; i++)
        if (strcmp(lp_keys[i].path, path) == 0) return (int)i;
    return -1;
}
