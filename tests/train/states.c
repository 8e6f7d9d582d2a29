/* The network of a model folder on given tokens: states [options] DIR <JOB >STATES
 *
 * The job is text: a line `prefix ID...` (may be left out) and lines `suffix ID...`. Writes the
 * states of every suffix as float32 in the machine's order. --repeat N computes it all N times and
 * prints the milliseconds of each to stderr, and the peak memory in the end. --check opens the
 * folder and stops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/opt.h"
#include "model/forward.h"

enum { MAX_LINE_TOKENS = 1 << 16 };

typedef struct job {
    mdl_input prefix, *suffixes;
    size_t n_suffixes, cap;
} job;

typedef struct settings {
    const char *from, *extra;
    long long n, threads, repeat;
    bool check, separate, timings;
} settings;

/* Of this program alone: what getrusage says includes whoever started it. */
static void print_peak(void) {
    char line[256];
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmHWM:", 6) == 0)
            fprintf(stderr, "peak_kib %ld\n", strtol(line + 6, NULL, 10));
    if (f) fclose(f);
}

static double now_ms(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static mdl_input read_ids(const char *s) {
    int32_t *ids = lp_alloc(MAX_LINE_TOKENS, sizeof *ids);
    mdl_input t = {.ids = ids};
    for (char *end; t.n < MAX_LINE_TOKENS; s = end) {
        long id = strtol(s, &end, 10);
        if (end == s) break;
        ids[t.n++] = (int32_t)id;
    }
    return t;
}

static void read_job(job *j) {
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, stdin) > 0) {
        if (strncmp(line, "prefix ", 7) == 0) j->prefix = read_ids(line + 7);
        if (strncmp(line, "suffix ", 7) != 0) continue;
        j->suffixes = lp_grow(j->suffixes, &j->cap, j->n_suffixes + 1, sizeof *j->suffixes);
        j->suffixes[j->n_suffixes++] = read_ids(line + 7);
    }
    free(line);
}

/* Floats for all tokens of the job, in order. */
static float *read_extra(const char *path, job *j, size_t width) {
    size_t n = j->prefix.n;
    for (size_t i = 0; i < j->n_suffixes; i++) n += j->suffixes[i].n;
    float *v = lp_alloc(n * width, sizeof *v);
    FILE *f = fopen(path, "rb");
    if (!f || fread(v, sizeof *v, n * width, f) != n * width) {
        fprintf(stderr, "states: %s: cannot be read\n", path);
        exit(1);
    }
    fclose(f);
    j->prefix.extra = v;
    n = j->prefix.n;
    for (size_t i = 0; i < j->n_suffixes; i++) {
        j->suffixes[i].extra = v + n * width;
        n += j->suffixes[i].n;
    }
    return v;
}

static int compute(mdl_ctx *c, const job *j, bool separate, float *out, lp_err *e) {
    if (mdl_ctx_prefix(c, &j->prefix, e) != 0) return -1;
    if (!separate) return mdl_ctx_suffixes(c, j->suffixes, j->n_suffixes, out, e);
    for (size_t i = 0; i < j->n_suffixes; i++)
        if (mdl_ctx_suffix(c, &j->suffixes[i], out + i * mdl_ctx_width(c), e) != 0) return -1;
    return 0;
}

static int run(const mdl_net *net, const settings *s, lp_err *e) {
    job j = {0};
    mdl_ctx_options opt = {.threads = (unsigned)s->threads, .n_states = (size_t)s->n};
    opt.from = strcmp(s->from, "positions") == 0 ? MDL_STATES_POSITIONS : MDL_STATES_LAYERS;
    mdl_ctx *c = mdl_ctx_new(net, &opt, e);
    if (!c) return -1;
    read_job(&j);
    float *extra = s->extra ? read_extra(s->extra, &j, net->config.n_embd) : NULL;
    size_t n = j.n_suffixes * mdl_ctx_width(c);
    float *out = lp_alloc(n + 1, sizeof *out);
    int rc = 0;
    for (long long i = 0; rc == 0 && i < s->repeat; i++) {
        double start = now_ms(CLOCK_MONOTONIC), work = now_ms(CLOCK_PROCESS_CPUTIME_ID);
        rc = compute(c, &j, s->separate, out, e);
        if (!s->timings) continue;
        start = now_ms(CLOCK_MONOTONIC) - start;
        work = now_ms(CLOCK_PROCESS_CPUTIME_ID) - work;
        fprintf(stderr, "ms %.3f work_ms %.3f\n", start, work);
    }
    if (rc == 0) fwrite(out, sizeof *out, n, stdout);
    free(extra);
    free(out);
    free((void *)j.prefix.ids);
    for (size_t i = 0; i < j.n_suffixes; i++) free((void *)j.suffixes[i].ids);
    free(j.suffixes);
    mdl_ctx_free(c);
    return rc;
}

static int open_and_run(const char *dir, const settings *s, lp_err *e) {
    mdl_config config;
    mdl_weights *weights = NULL;
    mdl_net *net = NULL;
    json_t *root = mdl_config_load(dir, e);
    int rc = root ? mdl_config_read(root, dir, &config, e) : -1;
    if (rc == 0) weights = mdl_weights_open(dir, e);
    if (weights) net = mdl_net_new(&config, weights, e);
    if (!net)
        rc = -1;
    else if (s->check)
        printf("%zu tensors, %zu bytes\n", mdl_weights_count(weights), mdl_weights_bytes(weights));
    else
        rc = run(net, s, e);
    mdl_net_free(net);
    mdl_weights_close(weights);
    json_decref(root);
    return rc;
}

int main(int argc, char **argv) {
    settings s = {.from = "layers", .n = 4, .repeat = 1};
    const lp_opt opts[] = {
        {"from", 0, LP_OPT_STR, &s.from, "WHAT", "layers or positions"},
        {"states", 0, LP_OPT_I64, &s.n, "N", "how many"},
        {"threads", 0, LP_OPT_I64, &s.threads, "N", "0: one a processor"},
        {"repeat", 0, LP_OPT_I64, &s.repeat, "N", "times"},
        {"timings", 0, LP_OPT_FLAG, &s.timings, NULL,
         "milliseconds of each repetition, KiB of peak memory"},
        {"extra", 0, LP_OPT_STR, &s.extra, "FILE", "float32 added to the embeddings"},
        {"separate", 0, LP_OPT_FLAG, &s.separate, NULL, "one suffix at a time"},
        {"check", 0, LP_OPT_FLAG, &s.check, NULL, "only open the folder"},
    };
    const lp_cmd cmd = {.prog = "states",
                        .usage = "[options] DIR <JOB >STATES",
                        .summary = "The network of a model folder on given tokens.",
                        .opts = opts,
                        .n_opts = sizeof opts / sizeof *opts};
    lp_strv words = {0};
    lp_err e = {{0}};
    int status = lp_opt_parse(&cmd, argc, argv, &words);
    if (status < 0 && words.n != 1) status = lp_usage_error(&cmd, "one folder is needed");
    if (status < 0) {
        status = open_and_run(words.v[0], &s, &e) == 0 ? LP_EXIT_OK : LP_EXIT_FAIL;
        if (status != LP_EXIT_OK) fprintf(stderr, "states: %s\n", e.msg);
        if (s.timings) print_peak();
    }
    lp_strv_free(&words);
    return status;
}
