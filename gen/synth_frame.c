/* From work-items to elements: how a synthesised kernel chooses what it works on. Input: the style.
 * Output: the head of the kernel's body; s->i is the element, s->n its bound where it has one. */
#include <string.h>

#include "gen/synth_int.h"

/* The work-item's number, by the name that it gets in s->gid. */
static const char *declare_id(syn *s) {
    s->gid = syn_name(s, SYN_NAME_ID);
    const char *type = syn_itype(s);
    if (s->style.id_type == 0)
        syn_line(s, "%s %s = get_global_id(0);", type, s->gid);
    else if (s->style.id_type == 1)
        syn_line(s, "const %s %s = get_global_id(0);", type, s->gid);
    else
        syn_line(s, "const %s %s = (%s)get_global_id(0);", type, s->gid, type);
    return s->gid;
}

static const char *declare(syn *s, const char *value) {
    const char *name = syn_name(s, SYN_NAME_ID);
    syn_line(s, "const %s %s = %s;", syn_itype(s), name, value);
    return name;
}

static int plain(syn *s) {
    s->i = declare_id(s);
    return 0;
}

static int guard_if(syn *s) {
    s->i = declare_id(s);
    syn_open(s, "if (%s < %s)", s->i, syn_bound(s));
    return 1;
}

static int guard_return(syn *s) {
    s->i = declare_id(s);
    if (syn_chance(&s->detail, 50)) {
        syn_open(s, "if (%s >= %s)", s->i, syn_bound(s));
        syn_line(s, "return;");
        syn_close(s);
    } else {
        syn_line(s, "if (%s >= %s) return;", s->i, syn_bound(s));
    }
    return 0;
}

static int from_the_end(syn *s) {
    const char *id = declare_id(s);
    syn_open(s, "if (%s < %s)", id, syn_bound(s));
    s->i = declare(s, syn_fmt(s, "%s - 1 - %s", s->n, id));
    return 1;
}

static int range(syn *s) {
    const char *first = syn_scalar(s, SYN_NAME_OFFSET);
    s->i = declare(s, syn_fmt(s, "get_global_id(0) + %s", first));
    s->gid = s->i;
    syn_open(s, "if (%s < %s)", s->i, syn_bound(s));
    return 1;
}

static int grid_stride(syn *s) {
    const char *var = s->i = s->gid = syn_name(s, SYN_NAME_ID);
    const char *n = syn_bound(s);
    if (syn_chance(&s->detail, 35)) {
        const char *step = declare(s, "get_global_size(0)");
        syn_open(s, "for (%s %s = get_global_id(0); %s < %s; %s += %s)", syn_itype(s), var, var, n,
                 var, step);
    } else {
        syn_open(s, "for (%s %s = get_global_id(0); %s < %s; %s += get_global_size(0))",
                 syn_itype(s), var, var, n, var);
    }
    return 1;
}

static int chunk(syn *s) {
    const char *id = declare_id(s);
    const char *m = syn_trips(s, 2, 16);
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    if (l.is_while) { /* the end of the block must advance it: count in another way */
        const char *at = syn_name(s, SYN_NAME_LOOP);
        syn_line(s, "const %s %s = %s++;", syn_itype(s), at, l.var);
        l.var = at;
    }
    s->i = declare(s, syn_fmt(s, "%s * %s + %s", id, m, l.var));
    return 1;
}

static int guarded_chunk(syn *s) {
    int blocks = chunk(s);
    syn_open(s, "if (%s < %s)", s->i, syn_bound(s));
    return blocks + 1;
}

static int cyclic(syn *s) {
    const char *m = syn_const(s, "PER_ITEM", 2 + syn_below(&s->detail, 7));
    const char *k = syn_name(s, SYN_NAME_LOOP);
    const char *lid = declare(s, "get_local_id(0)");
    const char *base =
        declare(s, syn_fmt(s, "get_group_id(0) * get_local_size(0) * %s + %s", m, lid));
    s->gid = base;
    syn_open(s, "for (%s %s = 0; %s < %s; ++%s)", syn_itype(s), k, k, m, k);
    s->i = declare(s, syn_fmt(s, "%s + %s * get_local_size(0)", base, k));
    return 1;
}

static int rounds(syn *s) {
    const char *id = declare_id(s);
    const char *m = syn_const(s, "ROUNDS", 2 + syn_below(&s->detail, 7));
    const char *k = syn_name(s, SYN_NAME_LOOP);
    syn_open(s, "for (%s %s = 0; %s < %s; %s++)", syn_itype(s), k, k, m, k);
    s->i = declare(s, syn_fmt(s, "%s + %s * get_global_size(0)", id, k));
    return 1;
}

static int offset_stride(syn *s) {
    const char *id = declare_id(s);
    const char *stride = syn_scalar(s, SYN_NAME_STRIDE);
    const char *off = syn_chance(&s->shape, 60) ? syn_scalar(s, SYN_NAME_OFFSET) : NULL;
    s->i = declare(s, off ? syn_fmt(s, "%s * %s + %s", id, stride, off)
                          : syn_fmt(s, "%s * %s", id, stride));
    return 0;
}

static int fixed_stride(syn *s) {
    const char *id = declare_id(s);
    const char *stride = syn_const(s, "STRIDE", 2 + syn_below(&s->detail, 31));
    s->i = declare(s, syn_fmt(s, "%s * %s + %d", id, stride, syn_below(&s->detail, 2)));
    return 0;
}

static int shifted(syn *s) {
    const char *id = declare_id(s);
    s->i = declare(s, syn_fmt(s, "%s + %s", id, syn_scalar(s, SYN_NAME_OFFSET)));
    return 0;
}

static int rows_and_columns(syn *s) {
    const char *id = declare_id(s);
    const char *w = syn_scalar(s, SYN_NAME_WIDTH);
    const char *h = syn_scalar(s, SYN_NAME_BOUND);
    const char *row = declare(s, syn_fmt(s, "%s / %s", id, w));
    const char *col = declare(s, syn_fmt(s, "%s %% %s", id, w));
    syn_open(s, "if (%s < %s)", row, h);
    s->i = declare(s, syn_fmt(s, "%s * %s + %s", row, w, col));
    return 1;
}

static int row_of_group(syn *s) {
    const char *row = declare(s, "get_group_id(0)");
    const char *w = syn_scalar(s, SYN_NAME_WIDTH);
    const char *col = syn_name(s, SYN_NAME_LOOP);
    syn_open(s, "for (%s %s = get_local_id(0); %s < %s; %s += get_local_size(0))", syn_itype(s),
             col, col, w, col);
    s->i = declare(s, syn_fmt(s, "%s * %s + %s", row, w, col));
    s->gid = s->i;
    return 1;
}

const syn_frame syn_frames[] = {
    {"plain", "direct", true, plain},
    {"guard-if", "bounds", true, guard_if},
    {"guard-return", "bounds", false, guard_return},
    {"from-the-end", "bounds", true, from_the_end},
    {"range", "bounds", true, range},
    {"grid-stride", "grid", true, grid_stride},
    {"chunk", "tiling", true, chunk},
    {"guarded-chunk", "tiling", true, guarded_chunk},
    {"cyclic", "tiling", true, cyclic},
    {"rounds", "tiling", true, rounds},
    {"row-of-group", "tiling", true, row_of_group},
    {"rows-and-columns", "bounds", true, rows_and_columns},
    {"offset-stride", "stride", true, offset_stride},
    {"fixed-stride", "stride", true, fixed_stride},
    {"shifted", "stride", true, shifted},
};
const int syn_n_frames = COUNT_OF(syn_frames);
