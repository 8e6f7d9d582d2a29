/* Fuzz target: what the profile stage reads from others. The first line is a recipe, the second an
 * element type, the third a scalar value (databases come from strangers); all of it is also a
 * worker's answer, a job and a device description (a kernel on the CPU can scribble over its
 * worker). Nothing may be taken that breaks a promise of the headers. */
#include <stdlib.h>
#include <string.h>

#include "profile/device.h"
#include "profile/fill_ref.h"
#include "profile/flags.h"
#include "profile/plan.h"
#include "profile/probe_seen.h"
#include "profile/program.h"
#include "profile/protocol.h"
#include "profile/stats.h"
#include "profile/types.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds) {
    if (!holds) abort();
}

static void try_recipe(const char *recipe, const char *type) {
    static const size_t sizes[] = {1, 7, 64, 1000};
    unsigned char bytes[1000 + 1];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        prof_fill f;
        lp_err e = {""};
        if (prof_fill_plan(recipe, type, sizes[i], 3, &f, &e) != 0) {
            must(e.msg[0] != '\0');
            continue;
        }
        bytes[sizes[i]] = 0xa5;
        prof_fill_ref(&f, bytes, sizes[i]);
        must(bytes[sizes[i]] == 0xa5);
        must(f.mode != PROF_FILL_INT || f.mod >= 1);
    }
}

static void try_scalar(const char *type, const char *value) {
    unsigned char out[PROF_SCALAR_MAX];
    size_t n = 0;
    lp_err e = {""};
    if (prof_scalar_bytes(type, value, out, &n, &e) == 0)
        must(n >= 1 && n <= PROF_SCALAR_MAX);
    else
        must(e.msg[0] != '\0');
}

static void try_times(const json_t *j) {
    prof_times t;
    if (prof_times_from_json(j, &t, NULL) == 0) {
        int64_t *v = malloc((size_t)t.n * sizeof *v);
        prof_stats s;
        for (int i = 0; i < t.n; i++) v[i] = t.end[i] - t.start[i];
        prof_stats_of(v, t.n, &s);
        must(s.min > 0 && s.min <= s.ci_lo && s.ci_lo <= s.median && s.median <= s.ci_hi &&
             s.ci_hi <= s.max);
        must(prof_flags_text(prof_flags_of(v, t.n, 0.02)) != NULL);
        free(v);
    }
    prof_times_free(&t);
}

static void try_probe(const json_t *j) {
    for (int n = 0; n < 3; n++) {
        prof_seen s;
        if (prof_seen_from_json(j, n, &s, NULL) == 0) {
            must(s.n_args == n && s.guard_arg >= -1 && s.guard_arg < n);
            for (int i = 0; i < n; i++) must(s.args[i].lo <= s.args[i].hi);
        }
        prof_seen_free(&s);
    }
}

static void try_json(const char *s, size_t n) {
    prof_fail f;
    prof_job job;
    prof_device d;
    json_t *j = lp_json_parse(s, n, NULL);
    if (!j) return;
    prof_answer_status(j, &f);
    try_times(j);
    try_probe(j);
    if (prof_job_from_json(j, &job, NULL) == 0) must(job.global % job.local == 0);
    prof_job_free(&job);
    if (prof_device_from_json(j, &d, NULL) == 0) must(d.compute_units >= 1);
    json_decref(j);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = lp_strndup((const char *)data, size), *line[3] = {text, text, text};
    prof_shard shard;
    try_json((const char *)data, size);
    free(prof_first_error_line(text));
    if (prof_shard_parse(text, &shard)) must(shard.index >= 0 && shard.index < shard.count);
    for (int i = 1; i < 3; i++) {
        line[i] = line[i - 1] + strcspn(line[i - 1], "\n");
        if (*line[i]) *line[i]++ = '\0';
    }
    try_recipe(line[0], line[1]);
    try_scalar(line[1], line[2]);
    free(text);
    return 0;
}
