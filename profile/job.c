/* Kernel and sample records to jobs.
 *
 * In: db_kernel, db_sample, the campaign. Out: prof_job. Sends nothing. */
#include "profile/job.h"

#include <string.h>
#include <unistd.h>

#include "common/text.h"

/* A job may use this part of the time-out before it settles for fewer repetitions. */
static const double limit_share = 0.6;

static const struct {
    const char *text;
    prof_arg_kind kind;
} kinds[] = {
    {"buffer", PROF_ARG_BUFFER},
    {"constant", PROF_ARG_CONSTANT},
    {"local", PROF_ARG_LOCAL},
    {"scalar", PROF_ARG_SCALAR},
};

static bool has_atomics(const db_kernel *k, int arg) {
    for (int i = 0; i < k->n_accesses; i++) {
        if (k->accesses[i].arg == arg && strcmp(k->accesses[i].kind, "atomic") == 0) return true;
    }
    return false;
}

/* Contents that a launch changes and that the next one depends on: read and written, or counted up
 * from zero. */
static bool needs_restore(const db_kernel *k, const db_arg *a, const char *recipe) {
    if (strcmp(a->access, "rw") == 0) return true;
    if (strcmp(a->access, "w") != 0 || strcmp(recipe, "zero") != 0) return false;
    return (a->content && strcmp(a->content, "zero") == 0) || has_atomics(k, a->idx);
}

static int sized_arg(const db_arg *a, const db_sample_arg *v, prof_job_arg *out, prof_fail *f) {
    int64_t elems = v->elems > 0 ? v->elems : 1;
    if (a->elem_bytes < 1 || __builtin_mul_overflow(elems, a->elem_bytes, &out->bytes))
        return prof_refuse(f, PROF_BAD_PLAN, "argument %d: no size", a->idx);
    return 0;
}

static int make_arg(const db_kernel *k, const db_arg *a, const db_sample_arg *v, prof_job_arg *out,
                    prof_fail *f) {
    size_t i = 0;
    while (i < sizeof kinds / sizeof *kinds && strcmp(kinds[i].text, a->kind) != 0) i++;
    if (i == sizeof kinds / sizeof *kinds)
        return prof_refuse(f, PROF_BAD_PLAN, "argument %d: %s arguments cannot be set", a->idx,
                           a->kind);
    *out = (prof_job_arg){.kind = kinds[i].kind, .type = a->type};
    if (out->kind == PROF_ARG_SCALAR) {
        out->value = v->value;
        return v->value ? 0 : prof_refuse(f, PROF_BAD_PLAN, "argument %d: no value", a->idx);
    }
    if (out->kind != PROF_ARG_LOCAL) {
        out->recipe = v->recipe ? v->recipe : "zero";
        out->restore = needs_restore(k, a, out->recipe);
    }
    return sized_arg(a, v, out, f);
}

int prof_job_make(const db_kernel *k, const db_sample *s, const lp_campaign *c, bool cold,
                  prof_job *job, prof_fail *f) {
    *job = (prof_job){.sample = s->id,
                      .global = s->global_size,
                      .local = s->local_size,
                      .fill_seed = s->fill_seed,
                      .cold = cold,
                      .limit_s = limit_share * c->timeout_s,
                      .rule = {.reps_min = (int)c->reps_min,
                               .reps_max = (int)c->reps_max,
                               .ci_target = c->ci_target,
                               .budget_ns = (int64_t)(c->sample_budget_s * 1e9)}};
    if (job->rule.reps_max < job->rule.reps_min) job->rule.reps_max = job->rule.reps_min;
    if (s->n_args != k->n_args)
        return prof_refuse(f, PROF_BAD_PLAN, "%d arguments planned, the kernel has %d", s->n_args,
                           k->n_args);
    job->n_args = k->n_args;
    job->args = lp_alloc((size_t)k->n_args, sizeof *job->args);
    for (int i = 0; i < k->n_args; i++) {
        if (s->args[i].idx != i || k->args[i].idx != i)
            return prof_refuse(f, PROF_BAD_PLAN, "argument %d is missing", i);
        if (make_arg(k, &k->args[i], &s->args[i], &job->args[i], f) != 0) return -1;
    }
    return 0;
}

int64_t prof_memory_limit(const lp_campaign *c) {
    if (c->memory_bytes_max > 0) return c->memory_bytes_max;
    return (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 2;
}

static json_t *source_json(const db_kernel *k, const char *source) {
    return json_pack("{ss, ss, ss, ss}", "op", "kernel", "name", k->name ? k->name : "", "std",
                     k->std ? k->std : "", "source", source);
}

json_t *prof_kernel_json(const db_kernel *k) {
    return source_json(k, k->source ? k->source : "");
}

json_t *prof_probe_kernel_json(const db_kernel *k, const char *source) {
    json_t *j = source_json(k, source);
    if (j) json_object_set_new(j, "once", json_true());
    return j;
}
