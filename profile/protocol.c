/* Jobs and answers to and from JSON.
 *
 * In: structs or JSON trees. Out: the other. Moves no bytes: child.c and worker.c do. */
#include "profile/protocol.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

static const char *const kinds[] = {
    [PROF_ARG_BUFFER] = "buffer",
    [PROF_ARG_CONSTANT] = "constant",
    [PROF_ARG_LOCAL] = "local",
    [PROF_ARG_SCALAR] = "scalar",
};
enum { N_KINDS = sizeof kinds / sizeof *kinds, MAX_ARGS = 4096 };

/* A member that cannot be made (a text that is no UTF-8) spoils the whole object. */
static bool put(json_t *j, const char *key, json_t *value) {
    return value && json_object_set_new(j, key, value) == 0;
}

static json_t *arg_json(const prof_job_arg *a) {
    json_t *j = json_object();
    bool ok = put(j, "kind", json_string(kinds[a->kind])) && put(j, "type", json_string(a->type)) &&
              put(j, "bytes", json_integer(a->bytes)) &&
              put(j, "restore", json_boolean(a->restore));
    if (a->value) ok = ok && put(j, "value", json_string(a->value));
    if (a->recipe) ok = ok && put(j, "recipe", json_string(a->recipe));
    if (ok) return j;
    json_decref(j);
    return NULL;
}

json_t *prof_job_json(const prof_job *job) {
    json_t *args = json_array();
    bool ok = true;
    for (int i = 0; ok && i < job->n_args; i++) {
        json_t *a = arg_json(&job->args[i]);
        ok = a && json_array_append_new(args, a) == 0;
    }
    json_t *j = json_object();
    ok = put(j, "args", args) && ok;
    ok = ok && put(j, "op", json_string("time")) && put(j, "sample", json_integer(job->sample)) &&
         put(j, "global", json_integer(job->global)) && put(j, "local", json_integer(job->local)) &&
         put(j, "fill_seed", json_integer(job->fill_seed)) &&
         put(j, "cold", json_boolean(job->cold)) &&
         put(j, "host_copies", json_boolean(job->host_copies)) &&
         put(j, "reps_min", json_integer(job->rule.reps_min)) &&
         put(j, "reps_max", json_integer(job->rule.reps_max)) &&
         put(j, "ci_target", json_real(job->rule.ci_target)) &&
         put(j, "budget_ns", json_integer(job->rule.budget_ns)) &&
         put(j, "limit_s", json_real(job->limit_s));
    if (ok) return j;
    json_decref(j);
    return NULL;
}

static int arg_from_json(const json_t *j, prof_job_arg *a, lp_err *e) {
    const char *kind = lp_json_str(j, "kind", "");
    int k = 0;
    while (k < N_KINDS && strcmp(kinds[k], kind) != 0) k++;
    if (k == N_KINDS) return lp_fail(e, "unknown argument kind '%.40s'", kind);
    *a = (prof_job_arg){.kind = (prof_arg_kind)k,
                        .type = lp_json_str(j, "type", ""),
                        .bytes = lp_json_i64(j, "bytes", 0),
                        .value = lp_json_str(j, "value", NULL),
                        .recipe = lp_json_str(j, "recipe", NULL),
                        .restore = json_is_true(json_object_get(j, "restore"))};
    if (k == PROF_ARG_SCALAR ? !a->value : a->bytes < 1)
        return lp_fail(e, "an argument without size or value");
    if ((k == PROF_ARG_BUFFER || k == PROF_ARG_CONSTANT) && !a->recipe)
        return lp_fail(e, "a buffer without recipe");
    return 0;
}

int prof_job_from_json(const json_t *j, prof_job *job, lp_err *e) {
    *job = (prof_job){.sample = lp_json_i64(j, "sample", 0),
                      .global = lp_json_i64(j, "global", 0),
                      .local = lp_json_i64(j, "local", 0),
                      .fill_seed = lp_json_i64(j, "fill_seed", 0),
                      .cold = json_is_true(json_object_get(j, "cold")),
                      .host_copies = json_is_true(json_object_get(j, "host_copies")),
                      .limit_s = lp_json_num(j, "limit_s", 0)};
    int64_t reps_min = lp_json_i64(j, "reps_min", 0), reps_max = lp_json_i64(j, "reps_max", 0);
    const json_t *args = json_object_get(j, "args");
    if (job->global < 1 || job->local < 1 || job->global % job->local != 0)
        return lp_fail(e, "no launch: global %lld, local %lld", (long long)job->global,
                       (long long)job->local);
    if (reps_min < 1 || reps_max < reps_min || reps_max > PROF_REPS_MAX)
        return lp_fail(e, "bad repetitions: %lld to %lld", (long long)reps_min,
                       (long long)reps_max);
    if (!json_is_array(args) || json_array_size(args) > MAX_ARGS)
        return lp_fail(e, "no list of arguments");
    job->rule = (prof_rule){.reps_min = (int)reps_min,
                            .reps_max = (int)reps_max,
                            .ci_target = lp_json_num(j, "ci_target", 0),
                            .budget_ns = lp_json_i64(j, "budget_ns", 0)};
    job->n_args = (int)json_array_size(args);
    job->args = lp_alloc((size_t)job->n_args, sizeof *job->args);
    for (int i = 0; i < job->n_args; i++) {
        if (arg_from_json(json_array_get(args, (size_t)i), &job->args[i], e) != 0)
            return lp_fail_in(e, "argument %d", i);
    }
    return 0;
}

void prof_job_free(prof_job *job) {
    free(job->args);
    *job = (prof_job){.args = NULL};
}

json_t *prof_ok_json(void) {
    json_t *j = json_object();
    put(j, "ok", json_true());
    return j;
}

json_t *prof_fail_json(const prof_fail *f) {
    json_t *j = json_object();
    char *detail = prof_plain(f->error.msg);
    put(j, "ok", json_false());
    put(j, "reason", json_string(prof_reason_code(f->reason)));
    put(j, "detail", json_string(detail));
    put(j, "fatal", json_boolean(f->fatal));
    free(detail);
    return j;
}

int prof_answer_status(const json_t *j, prof_fail *f) {
    const json_t *ok = json_object_get(j, "ok");
    if (json_is_true(ok)) return 0;
    prof_reason r = prof_reason_of(lp_json_str(j, "reason", ""));
    if (!json_is_false(ok) || r == PROF_N_REASONS || r == PROF_OK) {
        lp_fail(&f->error, "the worker's answer cannot be read");
        return -2;
    }
    prof_refuse(f, r, "%s", lp_json_str(j, "detail", ""));
    f->fatal = json_is_true(json_object_get(j, "fatal"));
    return -1;
}

static json_t *numbers_json(const int64_t *v, int n) {
    json_t *j = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(j, json_integer(v[i]));
    return j;
}

json_t *prof_times_json(const prof_times *t) {
    json_t *j = prof_ok_json();
    put(j, "start", numbers_json(t->start, t->n));
    put(j, "end", numbers_json(t->end, t->n));
    put(j, "rejected", json_integer(t->rejected));
    put(j, "busy_ns", json_integer(t->busy_ns));
    put(j, "fill_ns", json_integer(t->fill_ns));
    put(j, "wall_ns", json_integer(t->wall_ns));
    return j;
}

int prof_times_from_json(const json_t *j, prof_times *t, lp_err *e) {
    const json_t *start = json_object_get(j, "start"), *end = json_object_get(j, "end");
    size_t n = json_array_size(start);
    *t = (prof_times){.busy_ns = lp_json_i64(j, "busy_ns", 0),
                      .fill_ns = lp_json_i64(j, "fill_ns", 0),
                      .wall_ns = lp_json_i64(j, "wall_ns", 0)};
    if (n < 1 || n > PROF_REPS_MAX || json_array_size(end) != n || t->busy_ns < 0)
        return lp_fail(e, "the worker's times cannot be read");
    t->start = lp_alloc(n, sizeof *t->start);
    t->end = lp_alloc(n, sizeof *t->end);
    t->n = (int)n;
    t->rejected = (int)lp_json_i64(j, "rejected", 0);
    for (size_t i = 0; i < n; i++) {
        const json_t *s = json_array_get(start, i), *f = json_array_get(end, i);
        t->start[i] = json_integer_value(s);
        t->end[i] = json_integer_value(f);
        if (!json_is_integer(s) || !json_is_integer(f) || t->start[i] < 0 ||
            t->end[i] <= t->start[i] || t->start[i] < t->start[0])
            return lp_fail(e, "the worker's times are no times");
    }
    return 0;
}

void prof_times_free(prof_times *t) {
    free(t->start);
    free(t->end);
    *t = (prof_times){.start = NULL};
}

char *prof_plain(const char *s) {
    char *copy = lp_strdup(s);
    for (char *c = copy; *c; c++) {
        if (*c < ' ' || *c > '~') *c = '?';
    }
    return copy;
}
