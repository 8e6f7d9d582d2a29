/* Counted loops of synthesised kernels, in the manners that people write them. Input: bounds.
 * Output: the head and the end. Trip counts are constants or one scalar argument. */
#include <string.h>

#include "gen/synth_int.h"

const char *syn_trips(syn *s, int lo, int hi) {
    if (syn_chance(&s->shape, 45)) {
        if (!s->trips || syn_chance(&s->shape, 30)) s->trips = syn_scalar(s, SYN_NAME_TRIPS);
        return s->trips;
    }
    static const char *const stems[] = {"ITERS", "STEPS", "K", "ROUNDS", "COUNT", "TAPS", "INNER"};
    int v = (int)lp_pcg_log_range(&s->detail, lo, hi);
    return syn_const(s, syn_word(&s->detail, stems, COUNT_OF(stems)), v);
}

static bool is_one(const char *step) {
    return strcmp(step, "1") == 0;
}

/* `k++`, `++k`, `k += 1`: the same to a compiler, not to a reader of text. */
static const char *advance(syn *s, const char *var, const char *step) {
    if (!is_one(step)) return syn_fmt(s, "%s += %s", var, step);
    int way = syn_pick(&s->detail, (const int[]){6, 5, 1}, 3);
    return way == 0   ? syn_fmt(s, "%s++", var)
           : way == 1 ? syn_fmt(s, "++%s", var)
                      : syn_fmt(s, "%s += 1", var);
}

syn_loop syn_loop_begin(syn *s, const char *from, const char *to, const char *step) {
    syn_loop l = {.var = syn_name(s, SYN_NAME_LOOP)};
    l.is_while = syn_chance(&s->detail, 8);
    bool fixed = to[0] >= '0' && to[0] <= '9';
    if (!l.is_while && fixed && syn_chance(&s->detail, 25))
        syn_line(s, "#pragma unroll%s", syn_chance(&s->detail, 50) ? "" : " 4");
    if (l.is_while) {
        syn_line(s, "%s %s = %s;", syn_itype(s), l.var, from);
        syn_open(s, "while (%s < %s)", l.var, to);
    } else {
        syn_open(s, "for (%s %s = %s; %s < %s; %s)", syn_itype(s), l.var, from, l.var, to,
                 advance(s, l.var, step));
    }
    return l;
}

void syn_loop_end(syn *s, const syn_loop *l, const char *step) {
    if (l->is_while) syn_line(s, "%s;", advance(s, l->var, step));
    syn_close(s);
}
