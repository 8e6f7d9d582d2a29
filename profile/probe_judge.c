/* Judging what probe launches showed.
 *
 * In: a kernel's arguments, launches with their findings. Out: safe, dangerous, or curable by
 * longer buffers. Stores and launches nothing. */
#include "profile/probe_judge.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/probe.h"
#include "common/text.h"

static const struct {
    const char *code, *text;
} dangers[PROF_N_DANGERS] = {
    [PROF_SAFE] = {"safe", "every index stays inside"},
    [PROF_EXTENT_TOO_SMALL] = {"extent-too-small",
                               "a buffer would have to be longer, how much is not known"},
    [PROF_NEGATIVE_INDEX] = {"negative-index", "an index below 0"},
    [PROF_WILD_ACCESS] = {"wild-access", "an address far from every buffer"},
    [PROF_ARRAY_BOUNDS] = {"array-bounds", "an index outside an array of the kernel's own"},
    [PROF_ENDLESS_LOOP] = {"endless-loop", "a loop did not end within probe.steps"},
    [PROF_GUARD_DAMAGED] = {"guard-damaged", "it wrote beside a buffer"},
    [PROF_PROBE_TIMEOUT] = {"probe-timeout", "no answer within probe.timeout_s"},
    [PROF_PROBE_CRASH] = {"probe-crash", "the worker died, or the device gave an error"},
    [PROF_PROBE_BUILD] = {"probe-build", "the device's compiler refused the kernel"},
    [PROF_PROBE_REFUSED] = {"probe-refused", "the device could make none of the small launches"},
};

const char *prof_danger_code(prof_danger d) {
    return dangers[d].code;
}

const char *prof_danger_text(prof_danger d) {
    return dangers[d].text;
}

int64_t prof_elem_at(int64_t offset, int64_t elem_bytes) {
    int64_t size = elem_bytes > 0 ? elem_bytes : 1, q = offset / size;
    return offset % size < 0 ? q - 1 : q;
}

int64_t prof_elems_given(const db_sample_arg *a) {
    return a->elems > 0 ? a->elems : 1;
}

/* Where it was: the line as far as it is known, and the launch. */
static void tell(prof_verdict *out, prof_danger d, const char *what, int64_t line,
                 const db_sample *s) {
    char where[64] = "";
    if (line > 0)
        snprintf(where, sizeof where, ", line %lld of the normalised source", (long long)line);
    out->danger = d;
    lp_fail(&out->detail, "%s%s (global %lld, local %lld)", what, where, (long long)s->global_size,
            (long long)s->local_size);
}

/* "argument 2 'x': element 1027 of 1024 touched" */
static void tell_elem(prof_verdict *out, prof_danger d, const db_kernel *k, int arg, int64_t elem,
                      const char *done, const prof_probed *p) {
    lp_err what;
    lp_fail(&what, "argument %d '%s': element %lld of %lld %s", arg, k->args[arg].name,
            (long long)elem, (long long)prof_elems_given(&p->sample.args[arg]), done);
    tell(out, d, what.msg, p->seen.skip_line, &p->sample);
}

static bool flagged(const prof_probed *p, int64_t flag, prof_danger d, const char *what,
                    prof_verdict *out) {
    if (p->seen.flags & flag) tell(out, d, what, p->seen.line, &p->sample);
    return out->danger != PROF_SAFE;
}

static bool wild(const db_kernel *k, const prof_probed *p, prof_verdict *out) {
    (void)k;
    return flagged(p, LP_PROBE_WILD, PROF_WILD_ACCESS, "an access in no buffer", out);
}

static bool array(const db_kernel *k, const prof_probed *p, prof_verdict *out) {
    (void)k;
    return flagged(p, LP_PROBE_ARRAY, PROF_ARRAY_BOUNDS, "an index outside its array", out);
}

static bool endless(const db_kernel *k, const prof_probed *p, prof_verdict *out) {
    (void)k;
    return flagged(p, LP_PROBE_STEPS, PROF_ENDLESS_LOOP, "a loop without end", out);
}

/* Its reach tells the rest: what is left here is a copy whose place is in no buffer. */
static bool async(const db_kernel *k, const prof_probed *p, prof_verdict *out) {
    (void)k;
    return flagged(p, LP_PROBE_ASYNC, PROF_WILD_ACCESS, "an asynchronous copy in no buffer", out);
}

static bool guard(const db_kernel *k, const prof_probed *p, prof_verdict *out) {
    int i = p->seen.guard_arg;
    if (i < 0) return false;
    int64_t elem = prof_elem_at(p->seen.guard_at, k->args[i].elem_bytes);
    tell_elem(out, PROF_GUARD_DAMAGED, k, i, elem, "overwritten", p);
    return true;
}

static bool negative(const db_kernel *k, const prof_probed *p, prof_verdict *out) {
    for (int i = 0; i < k->n_args; i++) {
        const prof_reach *r = &p->seen.args[i];
        if (!r->touched || r->lo >= 0) continue;
        tell_elem(out, PROF_NEGATIVE_INDEX, k, i, prof_elem_at(r->lo, k->args[i].elem_bytes),
                  "touched", p);
        return true;
    }
    return false;
}

/* Elements that argument i lacks in a launch, at most 0 when it is long enough. */
static int64_t lack(const db_kernel *k, const prof_probed *p, int i) {
    const prof_reach *r = &p->seen.args[i];
    if (!r->touched) return 0;
    return prof_elem_at(r->hi, k->args[i].elem_bytes) + 1 - prof_elems_given(&p->sample.args[i]);
}

/* What one argument lacks if that is the same in every launch that touches it, and launches of
 * different sizes agree: only then will other launches lack no more. 0: nothing; -1: no such
 * number. */
static int64_t constant_lack(const db_kernel *k, const prof_probed *v, int n, int i) {
    int64_t found = 0, global = 0;
    bool agreed = false;
    for (int l = 0; l < n; l++) {
        if (v[l].made && lack(k, &v[l], i) > 0) found = lack(k, &v[l], i);
    }
    if (found == 0) return 0;
    for (int l = 0; l < n; l++) {
        if (!v[l].made || !v[l].seen.args[i].touched) continue;
        if (lack(k, &v[l], i) != found) return -1;
        agreed = agreed || (global != 0 && global != v[l].sample.global_size);
        global = v[l].sample.global_size;
    }
    return agreed ? found : -1;
}

static void tell_lack(const db_kernel *k, const prof_probed *v, int n, int i, prof_verdict *out) {
    int worst = 0;
    for (int l = 1; l < n; l++) {
        if (v[l].made && (!v[worst].made || lack(k, &v[l], i) > lack(k, &v[worst], i))) worst = l;
    }
    int64_t last = prof_elems_given(&v[worst].sample.args[i]) + lack(k, &v[worst], i) - 1;
    tell_elem(out, PROF_EXTENT_TOO_SMALL, k, i, last, "touched", &v[worst]);
}

static void judge_lengths(const db_kernel *k, const prof_probed *v, int n, prof_verdict *out) {
    int64_t *missing = lp_alloc((size_t)k->n_args, sizeof *missing);
    bool curable = true;
    for (int i = 0; i < k->n_args; i++) {
        missing[i] = constant_lack(k, v, n, i);
        if (missing[i] != 0 && out->danger == PROF_SAFE) tell_lack(k, v, n, i, out);
        if (missing[i] >= 0) continue;
        if (curable)
            tell_lack(k, v, n, i, out); /* the one that cannot be cured is the one to tell */
        curable = false;
    }
    if (out->danger != PROF_SAFE && curable)
        out->missing = missing;
    else
        free(missing);
}

typedef bool (*rule)(const db_kernel *k, const prof_probed *p, prof_verdict *out);

/* True when one holds; rules in order of weight, launches in order. */
static bool any_rule(const rule *rules, size_t n_rules, const db_kernel *k, const prof_probed *v,
                     int n, prof_verdict *out) {
    for (size_t r = 0; r < n_rules; r++) {
        for (int l = 0; l < n; l++) {
            if (v[l].made && rules[r](k, &v[l], out)) return true;
        }
    }
    return false;
}

/* By what is worst: what may have spoilt the rest comes first. A loop without end comes after the
 * lengths, because reads beyond a buffer, which give zero, can be its cause. */
void prof_judge(const db_kernel *k, const prof_probed *v, int n, prof_verdict *out) {
    static const rule first[] = {wild, guard, negative, array}, last[] = {endless, async};
    *out = (prof_verdict){.danger = PROF_SAFE};
    if (any_rule(first, sizeof first / sizeof *first, k, v, n, out)) return;
    judge_lengths(k, v, n, out);
    if (out->danger == PROF_SAFE) any_rule(last, sizeof last / sizeof *last, k, v, n, out);
}
