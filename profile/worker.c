/* The worker's loop: reads a job, runs it, answers.
 *
 * In: job lines. Out: answer lines. Knows no database and decides nothing about the campaign; ends
 * at the end of its input, or after a failure that costs the context. */
#include "profile/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/progress.h"
#include "common/text.h"
#include "profile/calibrate.h"
#include "profile/capture.h"
#include "profile/measure.h"
#include "profile/probe_launch.h"
#include "profile/program.h"
#include "profile/protocol.h"
#include "profile/query.h"
#include "profile/sandbox.h"
#include "profile/sentinel.h"

/* Each handler returns the answer, or NULL after filling *f. */
typedef json_t *(*handler)(prof_engine *g, const json_t *job, prof_fail *f);

static json_t *do_list(prof_engine *g, const json_t *job, prof_fail *f) {
    (void)g;
    (void)job;
    prof_devices all;
    lp_err e;
    if (prof_query_devices(&all, &e) != 0) {
        prof_refuse(f, PROF_LAUNCH_FAILED, "%s", e.msg);
        return NULL;
    }
    json_t *j = prof_ok_json(), *list = json_array();
    for (size_t i = 0; i < all.n; i++) json_array_append_new(list, prof_device_json(&all.v[i], i));
    json_object_set_new(j, "devices", list);
    prof_devices_free(&all);
    return j;
}

static json_t *do_open(prof_engine *g, const json_t *job, prof_fail *f) {
    if (g->context) {
        prof_refuse(f, PROF_BAD_PLAN, "a device is open already");
        return NULL;
    }
    int64_t index = lp_json_i64(job, "index", -1);
    const char *name = lp_json_str(job, "name", "");
    if (json_is_true(json_object_get(job, "builder")))
        return prof_engine_open_builder(g, index, name, f) == 0 ? prof_ok_json() : NULL;
    if (prof_engine_open(g, index, name, lp_json_str(job, "helpers", NULL), f) != 0) return NULL;
    g->burn_in_s = lp_json_num(job, "burn_in_s", 0);
    double idle_s = lp_json_num(job, "idle_s", -1);
    if (idle_s >= 0)
        g->busy_until_s = lp_now_s() - idle_s; /* another worker was at work until then */
    return prof_engine_warm(g, f) == 0 ? prof_ok_json() : NULL;
}

static json_t *do_calibrate(prof_engine *g, const json_t *job, prof_fail *f) {
    (void)job;
    prof_calibration c;
    if (prof_calibrate(g, &c, f) != 0) return NULL;
    json_t *j = prof_ok_json();
    json_object_set_new(j, "tick_ns", json_integer(c.tick_ns));
    json_object_set_new(j, "null_kernel_ns", json_integer(c.null_kernel_ns));
    json_object_set_new(j, "enqueue_latency_ns", json_integer(c.enqueue_latency_ns));
    return j;
}

static json_t *do_sentinel(prof_engine *g, const json_t *job, prof_fail *f) {
    (void)job;
    json_t *j = prof_ok_json();
    if (prof_engine_warm(g, f) != 0) goto failed;
    for (int s = 0; s < PROF_N_SENTINELS; s++) {
        prof_times t;
        int rc = prof_sentinel_time(g, (prof_sentinel)s, &t, f);
        if (rc == 0)
            json_object_set_new(j, prof_sentinel_name((prof_sentinel)s), prof_times_json(&t));
        prof_times_free(&t);
        if (rc != 0) goto failed;
    }
    return j;
failed:
    json_decref(j);
    return NULL;
}

static int build(prof_engine *g, const json_t *job, prof_fail *f) {
    bool once = json_is_true(json_object_get(job, "once"));
    return (once ? prof_program_build_once : prof_program_build)(g, lp_json_str(job, "source", ""),
                                                                 lp_json_str(job, "name", ""),
                                                                 lp_json_str(job, "std", ""), f);
}

/* A compiled program that is missing or that the driver does not want is no failure: the source is
 * there. */
static json_t *do_kernel(prof_engine *g, const json_t *job, prof_fail *f) {
    const char *binary = lp_json_str(job, "binary", NULL);
    if (binary && prof_program_load(g, binary, lp_json_str(job, "name", "")) == 0)
        return prof_ok_json();
    return build(g, job, f) == 0 ? prof_ok_json() : NULL;
}

/* So that the driver's cache holds what it makes at the first launch with a local size. Whether the
 * launch succeeds is found out when it is timed. */
static void launch_once(prof_engine *g, const json_t *job) {
    prof_job j;
    prof_launch l = {.bound = NULL};
    prof_fail f;
    lp_err e;
    cl_ulong start, end;
    if (prof_job_from_json(job, &j, &e) == 0 && prof_launch_prepare(g, &j, &l, &f) == 0)
        prof_launch_batch(g, &l, 1, &start, &end, &f);
    clFinish(g->queue);
    prof_launch_release(g, &l);
    prof_job_free(&j);
}

/* What cannot be kept is compiled again by who needs it. */
static void save(prof_engine *g, const json_t *job) {
    const char *out = lp_json_str(job, "out", NULL);
    lp_err ignored;
    if (out) prof_program_save(g, out, &ignored);
}

/* A builder's first job. */
static json_t *do_compile(prof_engine *g, const json_t *job, prof_fail *f) {
    json_t *answer = do_kernel(g, job, f);
    if (answer) save(g, job);
    return answer;
}

/* Its second. */
static json_t *do_launch(prof_engine *g, const json_t *job, prof_fail *f) {
    const json_t *launches = json_object_get(job, "launches");
    (void)f;
    for (size_t i = 0; g->queue && i < json_array_size(launches); i++)
        launch_once(g, json_array_get(launches, i));
    save(g, job);
    return prof_ok_json();
}

static json_t *do_time(prof_engine *g, const json_t *job, prof_fail *f) {
    prof_job j;
    prof_launch l = {.bound = NULL};
    prof_times t = {.start = NULL};
    json_t *answer = NULL;
    lp_err e;
    double began_s = lp_now_s();
    if (prof_job_from_json(job, &j, &e) != 0) {
        prof_refuse(f, PROF_BAD_PLAN, "%s", e.msg);
        goto out;
    }
    if (prof_engine_warm(g, f) != 0 || prof_launch_prepare(g, &j, &l, f) != 0) goto out;
    double bound_s = lp_now_s();
    if (prof_measure(g, &l, &j.rule, j.limit_s - (bound_s - began_s), &t, f) == 0) {
        t.fill_ns = (int64_t)((bound_s - began_s) * 1e9);
        t.wall_ns = (int64_t)((lp_now_s() - began_s) * 1e9);
        answer = prof_times_json(&t);
    }
out:
    if (!answer && !f->fatal && g->queue) clFinish(g->queue); /* fills may be under way */
    prof_launch_release(g, &l);
    prof_times_free(&t);
    prof_job_free(&j);
    return answer;
}

static json_t *do_probe(prof_engine *g, const json_t *job, prof_fail *f) {
    prof_job j;
    prof_seen seen = {.args = NULL};
    json_t *answer = NULL;
    lp_err e;
    if (prof_job_from_json(job, &j, &e) != 0)
        prof_refuse(f, PROF_BAD_PLAN, "%s", e.msg);
    else if (prof_probe_launch(g, &j, lp_json_i64(job, "steps", 0), &seen, f) == 0)
        answer = prof_seen_json(&seen);
    prof_seen_free(&seen);
    prof_job_free(&j);
    return answer;
}

static const struct {
    const char *op;
    handler run;
    bool needs_device;
} handlers[] = {
    {"list", do_list, false},        {"open", do_open, false},    {"calibrate", do_calibrate, true},
    {"sentinel", do_sentinel, true}, {"kernel", do_kernel, true}, {"time", do_time, true},
    {"compile", do_compile, true},   {"launch", do_launch, true}, {"probe", do_probe, true},
};

static json_t *run(prof_engine *g, const json_t *job, prof_fail *f) {
    const char *op = lp_json_str(job, "op", "");
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(handlers[i].op, op) != 0) continue;
        if (!handlers[i].needs_device || g->context) return handlers[i].run(g, job, f);
        prof_refuse(f, PROF_BAD_PLAN, "no device is open");
        return NULL;
    }
    prof_refuse(f, PROF_BAD_PLAN, "unknown job '%.40s'", op);
    return NULL;
}

/* What was printed meanwhile. */
static void add_output(json_t *answer) {
    lp_text t = {0};
    int64_t bytes = prof_capture_take(&t);
    if (bytes > 0) {
        char *plain = prof_plain(lp_text_str(&t));
        json_object_set_new(answer, "printed", json_string(plain));
        json_object_set_new(answer, "printed_bytes", json_integer(bytes));
        free(plain);
    }
    lp_text_free(&t);
}

/* False when the worker must end. */
static bool serve(prof_engine *g, const char *line, size_t n, FILE *answers) {
    prof_fail f = {.reason = PROF_OK};
    lp_err e;
    json_t *answer = NULL, *job = lp_json_parse(line, n, &e);
    prof_sandbox_allow_job();
    if (job)
        answer = run(g, job, &f);
    else
        prof_refuse(&f, PROF_BAD_PLAN, "%s", e.msg);
    if (!answer) answer = prof_fail_json(&f);
    add_output(answer);
    int64_t sample = lp_json_i64(job, "sample", 0); /* so that no answer is taken for another's */
    if (sample) json_object_set_new(answer, "sample", json_integer(sample));
    char *text = lp_json_text(answer);
    bool sent = fputs(text, answers) >= 0 && fputc('\n', answers) != EOF && fflush(answers) == 0;
    free(text);
    json_decref(answer);
    json_decref(job);
    return sent && !f.fatal;
}

/* Ends without unwinding drivers: their destructors may hang, and the system frees everything. */
_Noreturn void prof_worker_main(void) {
    FILE *jobs, *answers;
    prof_engine g = {.context = NULL};
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    lp_err e;
    if (prof_sandbox_enter(&jobs, &answers, &e) != 0) _exit(LP_EXIT_FAIL);
    while ((n = getline(&line, &cap, jobs)) > 0) {
        if (n > PROF_JOB_BYTES_MAX || !serve(&g, line, (size_t)n, answers)) break;
    }
    _exit(LP_EXIT_OK);
}
