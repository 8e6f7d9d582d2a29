/* libllmperf: how long OpenCL kernels take, predicted without running them.
 *
 *     open a model folder -> read a kernel -> predict launches of it
 *
 * Threads. There is no global state of this library. A model and a kernel are read-only once they
 * are made: any number of threads may predict with the same ones at the same time, each call
 * computing with the threads that the model was opened with. Only closing and freeing must wait
 * until nobody uses the handle. What a call returns belongs to its caller, and outlives the handles
 * that it was made with. Opening a model with a network sets OpenBLAS, which the library is the
 * user of, to one thread for the whole process.
 *
 * Errors. A function that can fail returns NULL and writes one line into *error (which may be
 * NULL): where, what, what to do. Nothing is printed, no signal handler is changed and nothing
 * exits; only when memory is exhausted does the process abort.
 *
 * Growth. Structs that the caller fills begin with their size (sizeof), which tells the library how
 * much of them the caller knows: what is missing is taken as 0. Zero is always the default. A
 * struct that is longer than the library knows is refused unless the rest is zero. Structs that the
 * library fills only ever grow at their end. */
#ifndef LLMPERF_H
#define LLMPERF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LLMPERF_API __attribute__((visibility("default")))
#else
#define LLMPERF_API
#endif

typedef struct llmperf_error {
    char message[1024];
} llmperf_error;

typedef struct llmperf_model llmperf_model;
typedef struct llmperf_kernel llmperf_kernel;
typedef struct llmperf_results llmperf_results;

/* "0.1.0 (commit ...)"; static. */
LLMPERF_API const char *llmperf_version(void);

/* ---- models ---- */

typedef struct llmperf_model_options {
    size_t size;
    unsigned threads; /* of each call; 0: one a processor, at most 1024 */
} llmperf_model_options;

/* Opens a model folder. options may be NULL. */
LLMPERF_API llmperf_model *llmperf_model_open(const char *dir, const llmperf_model_options *options,
                                              llmperf_error *error);
LLMPERF_API void llmperf_model_close(llmperf_model *model); /* NULL is fine */
/* The share of times that lo..hi of a result is meant to cover; 0: the model gives no interval. */
LLMPERF_API double llmperf_model_interval(const llmperf_model *model);

/* ---- kernels ---- */

typedef struct llmperf_source_options {
    size_t size;
    const char *const *defines; /* NAME or NAME=VALUE */
    size_t n_defines;
    const char *const *include_dirs;
    size_t n_include_dirs;
    const char *analyze; /* the program llmperf-analyze; NULL: see below */
} llmperf_source_options;

/* The kernel of that name in an OpenCL C source; a name of NULL: the only one. options may be NULL.
 *
 * The source is read by the program llmperf-analyze, in a process of its own: options->analyze,
 * else the environment variable LLMPERF_ANALYZE, else the one beside the library or in the bin/ of
 * its prefix, else the one beside the calling program, else that in PATH. */
LLMPERF_API llmperf_kernel *llmperf_kernel_from_file(const char *path, const char *name,
                                                     const llmperf_source_options *options,
                                                     llmperf_error *error);
/* The same for a source of n bytes in memory, which messages call "source". */
LLMPERF_API llmperf_kernel *llmperf_kernel_from_source(const char *source, size_t n,
                                                       const char *name,
                                                       const llmperf_source_options *options,
                                                       llmperf_error *error);
/* The same from what `llmperf analyze --json` printed earlier, one line or several: starts no
 * program, and needs no libclang anywhere near. */
LLMPERF_API llmperf_kernel *llmperf_kernel_from_record(const char *json, size_t n, const char *name,
                                                       llmperf_error *error);
LLMPERF_API void llmperf_kernel_free(llmperf_kernel *kernel); /* NULL is fine */
LLMPERF_API const char *llmperf_kernel_name(const llmperf_kernel *kernel);

/* ---- predictions ---- */

typedef struct llmperf_launch {
    size_t size;
    int64_t global_size, local_size; /* work-items */
    /* As --arg of `llmperf predict`, which is what messages call them: name=VALUE of a scalar or
     * name=[LENGTH] of a buffer in elements, numbers or formulas of global, local and scalars. What
     * is not given is inferred. */
    const char *const *args;
    size_t n_args;
} llmperf_launch;

typedef struct llmperf_predict_options {
    size_t size;
    int64_t compute_units; /* of the device, for the saturation class; 0: that of the training */
    int calibrate;         /* not 0: multiply the model's calibration factors onto the times */
} llmperf_predict_options;

typedef struct llmperf_result {
    double median_us;
    double lo_us, hi_us;    /* equal to the median where the model gives no interval */
    int unlike;             /* not 0: the launch is unlike what the model was trained on */
    const char *unlike_why; /* in words; "" when it is not unlike */
    int calibrated;         /* whether `factor` is in the times */
    double factor;          /* the calibration for this launch; 1 where the model has none */
    const char *saturation; /* "idle", "under", "saturated"; "": not known */
    const char *notes;      /* what was assumed, a line each; "": nothing */
} llmperf_result;

/* Times of n launches of one kernel. What their prompts have in common is computed once, so a sweep
 * is far cheaper than as many calls; a launch's result does not depend on the others beyond 1e-5.
 * All launches have the same `size`. One that is wrong fails the call; the message tells which one.
 * options may be NULL. */
LLMPERF_API llmperf_results *llmperf_predict(const llmperf_model *model,
                                             const llmperf_kernel *kernel,
                                             const llmperf_launch *launches, size_t n,
                                             const llmperf_predict_options *options,
                                             llmperf_error *error);
LLMPERF_API size_t llmperf_results_count(const llmperf_results *results);
/* Of launch i; lives as long as `results`. NULL when there is no such launch. */
LLMPERF_API const llmperf_result *llmperf_results_get(const llmperf_results *results, size_t i);
LLMPERF_API void llmperf_results_free(llmperf_results *results); /* NULL is fine */

#ifdef __cplusplus
}
#endif

#endif
