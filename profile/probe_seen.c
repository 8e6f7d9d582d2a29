/* A probe launch's findings to and from JSON.
 *
 * In: a struct or a JSON tree. Out: the other. Judges no kernel: probe_judge.c does. */
#include "profile/probe_seen.h"

#include <stdlib.h>

#include "common/probe.h"
#include "common/text.h"
#include "profile/protocol.h"

enum { ALL_FLAGS = LP_PROBE_STEPS | LP_PROBE_WILD | LP_PROBE_ARRAY | LP_PROBE_ASYNC };

/* "reach": an array with [lo, hi] or null for each argument. */
static json_t *reach_json(const prof_reach *r) {
    if (!r->touched) return json_null();
    return json_pack("[I, I]", (json_int_t)r->lo, (json_int_t)r->hi);
}

json_t *prof_seen_json(const prof_seen *s) {
    json_t *j = prof_ok_json(), *reach = json_array();
    for (int i = 0; i < s->n_args; i++) json_array_append_new(reach, reach_json(&s->args[i]));
    json_object_set_new(j, "reach", reach);
    json_object_set_new(j, "flags", json_integer(s->flags));
    json_object_set_new(j, "line", json_integer(s->line));
    json_object_set_new(j, "skip_line", json_integer(s->skip_line));
    json_object_set_new(j, "guard_arg", json_integer(s->guard_arg));
    json_object_set_new(j, "guard_at", json_integer(s->guard_at));
    return j;
}

/* Offsets are 32-bit integers on the device. */
static int reach_from_json(const json_t *j, prof_reach *r, lp_err *e) {
    const json_t *lo = json_array_get(j, 0), *hi = json_array_get(j, 1);
    *r = (prof_reach){.touched = !json_is_null(j)};
    if (!r->touched) return 0;
    r->lo = json_integer_value(lo);
    r->hi = json_integer_value(hi);
    if (!json_is_integer(lo) || !json_is_integer(hi) || r->lo < INT32_MIN || r->hi > INT32_MAX ||
        r->lo > r->hi)
        return lp_fail(e, "the worker's probe is no probe");
    return 0;
}

int prof_seen_from_json(const json_t *j, int n_args, prof_seen *s, lp_err *e) {
    const json_t *reach = json_object_get(j, "reach");
    int64_t guard = lp_json_i64(j, "guard_arg", n_args);
    *s = (prof_seen){.flags = lp_json_i64(j, "flags", -1),
                     .line = lp_json_i64(j, "line", -1),
                     .skip_line = lp_json_i64(j, "skip_line", -1),
                     .guard_at = lp_json_i64(j, "guard_at", 0)};
    bool lines =
        s->line >= 0 && s->line <= INT32_MAX && s->skip_line >= 0 && s->skip_line <= INT32_MAX;
    if (!json_is_array(reach) || json_array_size(reach) != (size_t)n_args || s->flags < 0 ||
        (s->flags & ~(int64_t)ALL_FLAGS) != 0 || !lines || guard < -1 || guard >= n_args)
        return lp_fail(e, "the worker's probe cannot be read");
    s->guard_arg = (int)guard;
    s->args = lp_alloc((size_t)n_args, sizeof *s->args);
    s->n_args = n_args;
    for (int i = 0; i < n_args; i++) {
        if (reach_from_json(json_array_get(reach, (size_t)i), &s->args[i], e) != 0) return -1;
    }
    return 0;
}

void prof_seen_free(prof_seen *s) {
    free(s->args);
    *s = (prof_seen){.args = NULL};
}
