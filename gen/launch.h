/* Launch sampling: random streams, local sizes of a kernel, saturation class of a sample,
 * work-groups within a class. */
#ifndef LLMPERF_GEN_LAUNCH_H
#define LLMPERF_GEN_LAUNCH_H

#include "common/pcg.h"
#include "gen/kernel.h"

typedef enum { GEN_IDLE, GEN_UNDER, GEN_SATURATED, GEN_N_CLASSES } gen_class;

extern const char *const gen_class_names[GEN_N_CLASSES];

/* Device limits that the plan is made for. */
typedef struct gen_limits {
    int64_t nsm; /* compute units */
    int64_t max_work_group;
    int64_t local_mem_bytes;
} gen_limits;

/* The seed of a sample's stream, from nothing but its three arguments. */
uint64_t gen_stream_seed(int64_t campaign_seed, uint64_t kernel_key, uint64_t idx);
/* The stream of the kernel's own choices (local sizes, offset of its classes). */
uint64_t gen_kernel_seed(int64_t campaign_seed, uint64_t kernel_key);

/* The local sizes this kernel is planned with: candidates that suit kernel and device, then a
 * seeded choice among them, or, for sweeps, all of them from the smallest up. Returns how many (0:
 * none fits); *out is the caller's to free. */
size_t gen_local_sizes(const gen_kernel *k, const lp_campaign *c, const gen_limits *lim,
                       int64_t **out);

/* The class planned for sample `idx`: the first N samples hold the shares of the campaign closely,
 * for every N. */
gen_class gen_class_at(const lp_campaign *c, uint64_t kernel_seed, int idx);
/* The class to try when `tried` classes, beginning with `want`, gave nothing; tried is 0..2. */
gen_class gen_class_after(gen_class want, int tried);

/* Numbers of work-groups of a class, inclusive; false when there are none under launch.global_max.
 */
bool gen_class_range(gen_class cls, const lp_campaign *c, const gen_limits *lim, int64_t local,
                     int64_t *lo, int64_t *hi);

#endif
