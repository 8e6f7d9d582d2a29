/* Builders: processes that compile the programs of the next kernels while the device measures.
 *
 * A compiler that crashes, hangs or eats memory costs one program and one process. Compiled
 * programs travel by file (cache.h); on a CPU, whose driver compiles again for each local size, the
 * builder launches each once, so that the driver's own cache holds them. Everything runs in the
 * caller's thread: builders are served whenever it waits. */
#ifndef LLMPERF_PROFILE_FARM_H
#define LLMPERF_PROFILE_FARM_H

#include <poll.h>

#include "common/json.h"
#include "profile/cache.h"
#include "profile/device.h"
#include "profile/reason.h"

typedef struct prof_farm prof_farm;

/* What to compile: texts and list are the farm's from then on. */
typedef struct prof_recipe_program {
    char *source, *name, *std;
    json_t *launches; /* array of jobs of op "time", to launch once each; NULL for none */
} prof_recipe_program;

/* Fills *out for entry `index` of the order; -1 ends the farm's work with that error. */
typedef int (*prof_farm_source)(void *ctx, size_t index, prof_recipe_program *out, lp_err *e);

typedef struct prof_farm_options {
    const prof_device *device; /* borrowed */
    size_t device_index;
    const prof_cache *cache; /* borrowed */
    int builders;
    double timeout_s;     /* of one program */
    double launch_s;      /* of its launches; one that fails or hangs is no fault of the program */
    double lag_s;         /* a program that takes longer is not waited for while others are there */
    int64_t memory_bytes; /* resident, of one builder; 0 for no limit */
    const int64_t *keys; /* of the programs, all different, in the order in which they are wanted */
    size_t n;
    prof_farm_source source;
    void *ctx;
} prof_farm_options;

prof_farm *prof_farm_open(const prof_farm_options *o);
void prof_farm_close(prof_farm *f);

/* What became of a program. */
typedef enum prof_built {
    PROF_BUILT_NOT, /* the farm gave up: compile it yourself */
    PROF_BUILT_OK,
    PROF_BUILT_REFUSED, /* *f tells why */
    PROF_BUILT_LATE, /* takes longer than lag_s, and a later one is ready: ask again after that */
    PROF_BUILT_STOPPED, /* interrupted */
    PROF_BUILT_ERROR    /* *e tells */
} prof_built;

/* Waits for the program with this key; what lies before it is no longer built. may_lag:
 * PROF_BUILT_LATE is an answer. */
prof_built prof_farm_await(prof_farm *f, int64_t key, bool may_lag, prof_fail *why, lp_err *e);

/* For a caller that waits for something else: descriptors to poll (at most PROF_BUILDERS_MAX), and
 * what to do when one is readable or time has passed. */
enum { PROF_BUILDERS_MAX = 256 };
int prof_farm_fds(const prof_farm *f, struct pollfd *fds);
void prof_farm_serve(prof_farm *f);

/* Programs compiled, and found in the cache. */
typedef struct prof_farm_counts {
    int64_t built, found, refused;
} prof_farm_counts;
prof_farm_counts prof_farm_count(const prof_farm *f);

#endif
