/* Where results go: stores of element s->i in many manners, atomics. Input: the last value in
 * scope. Every production makes the result visible in a buffer. */
#include "gen/synth_int.h"

static void store(syn *s) {
    syn_type t = syn_storage(s, syn_chance(&s->shape, s->want->narrow));
    const char *out = syn_out(s, syn_type_name(s, t));
    syn_line(s, "%s[%s] = %s;", out, s->i, syn_convert(s, s->val, t, syn_last(s)));
}

static void in_place(syn *s) {
    static const char *const ops[] = {"+=", "-="};
    const char *out = syn_out(s, syn_val(s));
    syn_line(s, "%s[%s] %s %s;", out, s->i, syn_word(&s->shape, ops, 2), syn_last(s));
}

static void two(syn *s) {
    store(s);
    const char *out = syn_out(s, syn_val(s));
    syn_line(s, "%s[%s] = %s;", out, s->i, syn_any(s));
}

static void interleaved(syn *s) {
    const char *out = syn_out(s, syn_val(s));
    syn_line(s, "%s[2 * %s] = %s;", out, s->i, syn_last(s));
    syn_line(s, "%s[2 * %s + 1] = %s;", out, s->i, syn_any(s));
}

static void vstore(syn *s) {
    const char *out = syn_out(s, syn_type_name(s, syn_component(s->val)));
    if (s->val.lanes > 1)
        syn_line(s, "vstore%d(%s, %s, %s);", s->val.lanes, syn_last(s), s->i, out);
    else
        syn_line(s, "*(%s + %s) = %s;", out, s->i, syn_last(s));
}

static void where_true(syn *s) {
    const char *out = syn_out(s, syn_val(s));
    syn_open(s, "if (%s)", syn_condition(s, syn_last(s)));
    syn_line(s, "%s[%s] = %s;", out, s->i, syn_last(s));
    syn_close(s);
}

static void apart(syn *s) {
    const char *out = syn_out(s, syn_val(s)), *by = syn_scalar(s, SYN_NAME_STRIDE);
    syn_line(s, "%s[%s * %s] = %s;", out, s->i, by, syn_last(s));
}

static void scatter(syn *s) {
    const char *idx = syn_index_in(s, SYN_NAME_INDEX), *out = syn_out(s, syn_val(s));
    syn_line(s, "%s[%s[%s]] = %s;", out, idx, s->i, syn_last(s));
}

static const char *counters(syn *s) {
    const char *name = syn_name(s, SYN_NAME_COUNT);
    const char *p = syn_ptr(s, s->style.global, false, syn_itype(s), name);
    lp_strv_add(&s->buffers, p);
    lp_strv_add(&s->params, p);
    return name;
}

static void histogram(syn *s) {
    const char *bins = counters(s), *at = syn_name(s, SYN_NAME_LOOP);
    int size = 16 << syn_below(&s->detail, 8);
    syn_line(s, "%s %s = (%s) & %d;", syn_itype(s), at, syn_to_uint(s, syn_last(s)), size - 1);
    if (syn_chance(&s->shape, 50))
        syn_line(s, "atomic_inc(&%s[%s]);", bins, at);
    else
        syn_line(s, "atomic_add(&%s[%s], %d);", bins, at, 1 + syn_below(&s->detail, 3));
}

static void extreme(syn *s) {
    static const char *const ways[] = {"max", "min", "add", "or", "xor"};
    const char *best = counters(s), *way = syn_word(&s->shape, ways, COUNT_OF(ways));
    bool one = syn_chance(&s->shape, 40);
    const char *at = one ? "0" : syn_fmt(s, "%s & %d", s->i, (4 << syn_below(&s->detail, 6)) - 1);
    syn_line(s, "atomic_%s(&%s[%s], (%s)((%s) & 0xffff));", way, best, at, syn_itype(s),
             syn_to_uint(s, syn_last(s)));
    store(s);
}

static void append(syn *s) {
    const char *cursor = counters(s), *out = syn_out(s, syn_val(s)),
               *at = syn_name(s, SYN_NAME_LOOP);
    syn_open(s, "if (%s)", syn_condition(s, syn_last(s)));
    syn_line(s, "%s %s = atomic_inc(%s);", syn_itype(s), at, cursor);
    syn_line(s, "%s[%s] = %s;", out, at, syn_last(s));
    syn_close(s);
}

const syn_production syn_sinks[] = {
    {"store", 20, store},
    {"in-place", 5, in_place},
    {"two", 4, two},
    {"interleaved", 2, interleaved},
    {"vstore", 4, vstore},
    {"where-true", 3, where_true},
    {"apart", 2, apart},
    {"scatter", 0, scatter},
    {"histogram", 0, histogram},
    {"extreme", 0, extreme},
    {"append", 0, append},
};
const int syn_n_sinks = COUNT_OF(syn_sinks);
