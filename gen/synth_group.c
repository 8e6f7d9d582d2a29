/* What a work-group does together in local memory: reductions, scans, exchanges, tiles. Input: the
 * last value in scope of each work-item (every item of the group is here), s->gid. Output: stores
 * to a buffer. Barriers are reached by all. */
#include "gen/synth_int.h"

enum { ROOM = 1024 }; /* work-items of a group at most, where the text fixes the array */

static const char *const fence = "barrier(CLK_LOCAL_MEM_FENCE);";

/* Local memory for `extra` elements more than the group has work-items: an argument, or an array.
 */
static const char *tile_of(syn *s, int extra) {
    const char *name = syn_name(s, SYN_NAME_TILE);
    if (syn_chance(&s->shape, 40)) {
        const char *p = syn_ptr(s, s->style.local, false, syn_val(s), name);
        lp_strv_add(&s->scalars, p);
        lp_strv_add(&s->params, p);
    } else {
        int room = s->fixed_local                        ? s->fixed_local
                   : s->val.bits / 8 * s->val.lanes > 16 ? 256
                                                         : ROOM;
        syn_line(s, "%s %s %s[%d];", s->style.local, syn_val(s), name, room + extra);
    }
    return name;
}

static const char *id_of(syn *s, const char *value) {
    const char *name = syn_name(s, SYN_NAME_ID);
    syn_line(s, "const %s %s = %s;", syn_itype(s), name, value);
    return name;
}

typedef struct team {
    const char *tile, *lid, *size;
} team;

/* All values side by side. */
static team gather_team(syn *s, int extra) {
    team t = {.lid = id_of(s, "get_local_id(0)")};
    t.size = id_of(s, "get_local_size(0)");
    const char *v = syn_last(s);
    t.tile = tile_of(s, extra);
    syn_line(s, "%s[%s] = %s;", t.tile, t.lid, v);
    syn_line(s, "%s", fence);
    return t;
}

static void join(syn *s, const team *t, const char *a, const char *b) {
    static const char *const floats[] = {"fmax", "fmin"};
    static const char *const ints[] = {"max", "min"};
    if (syn_chance(&s->shape, 70))
        syn_line(s, "%s[%s] += %s[%s];", t->tile, a, t->tile, b);
    else
        syn_line(s, "%s[%s] = %s(%s[%s], %s[%s]);", t->tile, a,
                 syn_word(&s->shape, s->val.cls == SYN_FLOAT ? floats : ints, 2), t->tile, a,
                 t->tile, b);
}

static void result_of_group(syn *s, const team *t) {
    const char *out = syn_out(s, syn_val(s));
    syn_open(s, "if (%s == 0)", t->lid);
    syn_line(s, "%s[get_group_id(0)] = %s[0];", out, t->tile);
    syn_close(s);
}

static void tree(syn *s) {
    team t = gather_team(s, 0);
    const char *k = syn_name(s, SYN_NAME_LOOP);
    syn_open(s, "for (%s %s = %s / 2; %s > 0; %s >>= 1)", syn_itype(s), k, t.size, k, k);
    syn_open(s, "if (%s < %s)", t.lid, k);
    join(s, &t, t.lid, syn_fmt(s, "%s + %s", t.lid, k));
    syn_close(s);
    syn_line(s, "%s", fence);
    syn_close(s);
    result_of_group(s, &t);
}

static void interleaved(syn *s) {
    team t = gather_team(s, 0);
    const char *k = syn_name(s, SYN_NAME_LOOP);
    syn_open(s, "for (%s %s = 1; %s < %s; %s *= 2)", syn_itype(s), k, k, t.size, k);
    syn_open(s, "if (%s %% (2 * %s) == 0 && %s + %s < %s)", t.lid, k, t.lid, k, t.size);
    join(s, &t, t.lid, syn_fmt(s, "%s + %s", t.lid, k));
    syn_close(s);
    syn_line(s, "%s", fence);
    syn_close(s);
    result_of_group(s, &t);
}

static void serial(syn *s) {
    team t = gather_team(s, 0);
    const char *out = syn_out(s, syn_val(s)), *acc = syn_name(s, SYN_NAME_SUM);
    syn_open(s, "if (%s == 0)", t.lid);
    syn_line(s, "%s %s = %s;", syn_val(s), acc, syn_zero(s));
    syn_loop l = syn_loop_begin(s, "0", t.size, "1");
    syn_line(s, "%s += %s[%s];", acc, t.tile, l.var);
    syn_loop_end(s, &l, "1");
    syn_line(s, "%s[get_group_id(0)] = %s;", out, acc);
    syn_close(s);
}

/* Every item gets the sum of those before it. */
static void scan(syn *s) {
    team t = gather_team(s, 0);
    const char *k = syn_name(s, SYN_NAME_LOOP), *x = syn_name(s, SYN_NAME_VALUE);
    syn_open(s, "for (%s %s = 1; %s < %s; %s <<= 1)", syn_itype(s), k, k, t.size, k);
    syn_line(s, "%s %s = %s;", syn_val(s), x, syn_zero(s));
    syn_line(s, "if (%s >= %s) %s = %s[%s - %s];", t.lid, k, x, t.tile, t.lid, k);
    syn_line(s, "%s", fence);
    syn_line(s, "%s[%s] += %s;", t.tile, t.lid, x);
    syn_line(s, "%s", fence);
    syn_close(s);
    const char *out = syn_out(s, syn_val(s));
    syn_line(s, "%s[get_global_id(0)] = %s[%s];", out, t.tile, t.lid);
}

static void finish_with(syn *s, const char *x) {
    const char *v = syn_name(s, SYN_NAME_VALUE), *out = syn_out(s, syn_val(s));
    syn_line(s, "%s %s = %s;", syn_val(s), v, x);
    syn_leaf(s, v);
    syn_line(s, "%s[get_global_id(0)] = %s;", out, syn_chance(&s->shape, 60) ? syn_apply(s, v) : v);
}

static void reversed(syn *s) {
    team t = gather_team(s, 0);
    finish_with(s, syn_fmt(s, "%s[%s - 1 - %s]", t.tile, t.size, t.lid));
}

static void rotated(syn *s) {
    team t = gather_team(s, 0);
    finish_with(
        s, syn_fmt(s, "%s[(%s + %d) %% %s]", t.tile, t.lid, 1 + syn_below(&s->detail, 31), t.size));
}

static void neighbours(syn *s) {
    team t = gather_team(s, 0);
    const char *l = syn_name(s, SYN_NAME_VALUE);
    syn_line(s, "%s %s = %s > 0 ? %s[%s - 1] : %s;", syn_val(s), l, t.lid, t.tile, t.lid,
             syn_zero(s));
    syn_leaf(s, l);
    finish_with(
        s, syn_fmt(s, "%s + 1 < %s ? %s[%s + 1] : %s", t.lid, t.size, t.tile, t.lid, syn_zero(s)));
}

/* Everyone reads all of the tile: bodies against bodies of the group. */
static void everyone(syn *s) {
    team t = gather_team(s, 0);
    const char *acc = syn_name(s, SYN_NAME_SUM);
    syn_line(s, "%s %s = %s;", syn_val(s), acc, syn_zero(s));
    syn_loop l = syn_loop_begin(s, "0", t.size, "1");
    syn_line(s, "%s += %s;", acc, syn_apply(s, syn_fmt(s, "%s[%s]", t.tile, l.var)));
    syn_loop_end(s, &l, "1");
    finish_with(s, acc);
}

/* Tile after tile of a list that all work-items go through. */
static void tiles(syn *s) {
    const char *in = syn_in(s, syn_val(s)), *m = syn_trips(s, 2, 16);
    const char *lid = id_of(s, "get_local_id(0)"), *size = id_of(s, "get_local_size(0)");
    const char *tile = tile_of(s, 0), *acc = syn_name(s, SYN_NAME_SUM);
    syn_line(s, "%s %s = %s;", syn_val(s), acc, syn_zero(s));
    syn_loop a = syn_loop_begin(s, "0", m, "1");
    syn_line(s, "%s[%s] = %s[%s * %s + %s];", tile, lid, in, a.var, size, lid);
    syn_line(s, "%s", fence);
    syn_loop b = syn_loop_begin(s, "0", size, "1");
    syn_line(s, "%s += %s;", acc, syn_apply(s, syn_fmt(s, "%s[%s]", tile, b.var)));
    syn_loop_end(s, &b, "1");
    syn_line(s, "%s", fence);
    syn_loop_end(s, &a, "1");
    finish_with(s, acc);
}

/* Counters of the group first, then those of all. */
static void local_bins(syn *s) {
    const char *bins = syn_name(s, SYN_NAME_TILE), *all = syn_name(s, SYN_NAME_COUNT);
    const char *v = syn_last(s), *k = syn_name(s, SYN_NAME_LOOP);
    const char *size = syn_const(s, "BINS", 32 << syn_below(&s->detail, 5));
    const char *p = syn_ptr(s, s->style.global, false, syn_itype(s), all);
    lp_strv_add(&s->buffers, p);
    lp_strv_add(&s->params, p);
    const char *lid = id_of(s, "get_local_id(0)");
    const char *head = syn_fmt(s, "for (%s %s = %s; %s < %s; %s += get_local_size(0))",
                               syn_itype(s), k, lid, k, size, k);
    syn_line(s, "%s %s %s[%s];", s->style.local, syn_itype(s), bins, size);
    syn_open(s, "%s", head);
    syn_line(s, "%s[%s] = 0;", bins, k);
    syn_close(s);
    syn_line(s, "%s", fence);
    syn_line(s, "atomic_inc(&%s[(%s) %% %s]);", bins, syn_fmt(s, "(uint)(%s)", syn_to_uint(s, v)),
             size);
    syn_line(s, "%s", fence);
    syn_open(s, "%s", head);
    syn_line(s, "atomic_add(&%s[%s], %s[%s]);", all, k, bins, k);
    syn_close(s);
}

const syn_production syn_groups[] = {
    {"tree", 8, tree},
    {"interleaved", 4, interleaved},
    {"serial", 3, serial},
    {"scan", 5, scan},
    {"reversed", 3, reversed},
    {"rotated", 3, rotated},
    {"neighbours", 4, neighbours},
    {"everyone", 4, everyone},
    {"tiles", 4, tiles},
    {"local-bins", 3, local_bins},
};
const int syn_n_groups = COUNT_OF(syn_groups);
