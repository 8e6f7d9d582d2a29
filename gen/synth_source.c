/* Where values come from: loads of element s->i in many manners, each a row of the table. Every
 * production declares at least one value of the kernel's type and puts it in scope. */
#include "gen/synth_int.h"

/* Declares a value. */
static const char *value(syn *s, const char *x) {
    const char *name = syn_name(s, SYN_NAME_VALUE);
    syn_line(s, "%s%s %s = %s;", syn_chance(&s->detail, 20) ? "const " : "", syn_val(s), name, x);
    syn_leaf(s, name);
    return name;
}

static void accumulate(syn *s, const char *sum, const char *x) {
    if (syn_chance(&s->detail, 75))
        syn_line(s, "%s += %s;", sum, x);
    else
        syn_line(s, "%s = %s + %s;", sum, sum, x);
}

/* A sum that a loop fills; not yet in scope. */
static const char *sum(syn *s) {
    const char *name = syn_name(s, SYN_NAME_SUM);
    syn_line(s, "%s %s = %s;", syn_val(s), name, syn_zero(s));
    return name;
}

static void same(syn *s) {
    syn_type t = syn_storage(s, syn_chance(&s->shape, s->want->narrow));
    const char *in = syn_in(s, syn_type_name(s, t));
    value(s, syn_convert(s, t, s->val, syn_fmt(s, "%s[%s]", in, s->i)));
}

static void two(syn *s) {
    same(s);
    same(s);
}

static void pairs(syn *s) {
    const char *in = syn_in(s, syn_val(s));
    value(s, syn_fmt(s, "%s[2 * %s]", in, s->i));
    value(s, syn_fmt(s, "%s[2 * %s + 1]", in, s->i));
}

/* Components from memory that is not of vectors. */
static void vload(syn *s) {
    const char *in = syn_in(s, syn_type_name(s, syn_component(s->val)));
    if (s->val.lanes > 1)
        value(s, syn_fmt(s, "vload%d(%s, %s)", s->val.lanes, s->i, in));
    else
        value(s, syn_fmt(s, "*(%s + %s)", in, s->i));
}

static void record(syn *s) {
    static const char *const fields[] = {"a", "pos", "lo", "mass", "x"};
    static const char *const more[] = {"b", "vel", "hi", "charge", "y"};
    const char *type = syn_name(s, SYN_NAME_STRUCT);
    int f = syn_below(&s->detail, COUNT_OF(fields));
    bool tag = syn_chance(&s->shape, 40);
    lp_text_addf(&s->types, "typedef struct {\n%s%s %s;\n%s%s %s;\n%s} %s;\n", s->style.indent,
                 syn_val(s), fields[f], s->style.indent, syn_val(s), more[f],
                 tag ? syn_fmt(s, "%sint tag;\n", s->style.indent) : "", type);
    const char *in = syn_in(s, type);
    if (syn_chance(&s->shape, 50)) {
        const char *r = syn_name(s, SYN_NAME_VALUE);
        syn_line(s, "%s %s = %s[%s];", type, r, in, s->i);
        value(s, syn_fmt(s, "%s.%s", r, fields[f]));
        value(s, syn_fmt(s, "%s.%s", r, more[f]));
    } else {
        value(s, syn_fmt(s, "%s[%s].%s", in, s->i, fields[f]));
        value(s, syn_fmt(s, "%s[%s].%s", in, s->i, more[f]));
    }
}

/* No memory at all: a hash of the work-item's number. */
static void computed(syn *s) {
    const char *h = syn_name(s, SYN_NAME_VALUE);
    unsigned factor = 0x9e3779b9u + 2 * (unsigned)syn_below(&s->detail, 999);
    unsigned more = 1u + (unsigned)syn_below(&s->detail, 9999);
    syn_line(s, "uint %s = (uint)%s * %uu + %uu;", h, s->i, factor, more);
    syn_line(s, "%s ^= %s >> %d;", h, h, 11 + syn_below(&s->detail, 8));
    const char *k = s->val.cls == SYN_FLOAT
                        ? syn_fmt(s, "(%s & 1023u) * %s", h, s->val.bits == 64 ? "0.001" : "0.001f")
                        : syn_fmt(s, "%s & 1023u", h);
    value(s, syn_fmt(s, "(%s)(%s)", syn_val(s), k));
}

static void packed(syn *s) {
    const char *in = syn_index_in(s, SYN_NAME_IN);
    bool bytes = syn_chance(&s->shape, 60);
    const char *x = syn_fmt(s,
                            bytes ? "(%s[%s >> 2] >> ((%s & 3) * 8)) & 0xff"
                                  : "(%s[%s >> 3] >> ((%s & 7) * 4)) & 15",
                            in, s->i, s->i);
    value(s, syn_fmt(s, "(%s)(%s)", syn_val(s), x));
}

static void ahead(syn *s) {
    const char *in = syn_in(s, syn_val(s));
    const char *by = syn_chance(&s->shape, 50)
                         ? syn_scalar(s, SYN_NAME_OFFSET)
                         : syn_const(s, "AHEAD", 1 + syn_below(&s->detail, 64));
    value(s, syn_fmt(s, "%s[%s + %s]", in, s->i, by));
    if (syn_chance(&s->shape, 50)) value(s, syn_fmt(s, "%s[%s]", in, s->i));
}

static void strided(syn *s) {
    const char *in = syn_in(s, syn_val(s));
    const char *by = syn_chance(&s->shape, 60)
                         ? syn_scalar(s, SYN_NAME_STRIDE)
                         : syn_const(s, "STEP", 2 + syn_below(&s->detail, 15));
    value(s, syn_fmt(s, "%s[%s * %s]", in, s->i, by));
}

/* A row of elements for each work-item, or a column. */
static void window(syn *s, bool columns) {
    const char *in = syn_in(s, syn_val(s)), *acc = sum(s), *m = syn_trips(s, 2, 64);
    const char *pitch = columns ? syn_scalar(s, SYN_NAME_WIDTH) : m;
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    const char *x = columns ? syn_fmt(s, "%s[%s * %s + %s]", in, l.var, pitch, s->i)
                            : syn_fmt(s, "%s[%s * %s + %s]", in, s->i, pitch, l.var);
    accumulate(s, acc, syn_chance(&s->shape, 60) ? syn_apply(s, x) : x);
    syn_loop_end(s, &l, "1");
    syn_leaf(s, acc);
}

static void row(syn *s) {
    window(s, false);
}

static void column(syn *s) {
    window(s, true);
}

/* Everyone reads the same elements: interaction with all of a list. */
static void all_pairs(syn *s) {
    const char *in = syn_in(s, syn_val(s)), *acc = sum(s), *m = syn_trips(s, 4, 128);
    const char *mine = s->n_leaves ? syn_any(s) : NULL;
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    const char *other = syn_name(s, SYN_NAME_VALUE);
    int kept = s->n_leaves;
    syn_line(s, "%s %s = %s[%s];", syn_val(s), other, in, l.var);
    syn_leaf(s, other);
    accumulate(s, acc,
               mine ? syn_apply(s, syn_fmt(s, "(%s - %s)", other, mine)) : syn_apply(s, other));
    s->n_leaves = kept;
    syn_loop_end(s, &l, "1");
    syn_leaf(s, acc);
}

static void convolution(syn *s) {
    const char *in = syn_in(s, syn_val(s)), *taps = syn_name(s, SYN_NAME_TABLE), *acc = sum(s);
    const char *m = syn_const(s, "TAPS", 3 + 2 * syn_below(&s->detail, 7));
    const char *type = syn_type_name(s, syn_component(s->val));
    const char *p = syn_ptr(s, syn_chance(&s->shape, 70) ? s->style.constant : s->style.global,
                            true, type, taps);
    lp_strv_add(&s->buffers, p);
    lp_strv_add(&s->params, p);
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    accumulate(s, acc, syn_fmt(s, "%s[%s + %s] * %s[%s]", in, s->i, l.var, taps, l.var));
    syn_loop_end(s, &l, "1");
    syn_leaf(s, acc);
}

/* Missing neighbours are the nearest that there is. */
static void clamped(syn *s) {
    const char *in = syn_in(s, syn_val(s)), *n = syn_bound(s);
    const char *t = syn_itype(s);
    bool tern = syn_chance(&s->shape, 50);
    value(s,
          syn_fmt(s, tern ? "%s[%s > 0 ? %s - 1 : 0]" : "%s[max((int)%s - 1, 0)]", in, s->i, s->i));
    if (syn_chance(&s->shape, 60)) value(s, syn_fmt(s, "%s[%s]", in, s->i));
    value(s, syn_fmt(s, "%s[min((%s)(%s + 1), (%s)(%s - 1))]", in, t, s->i, t, n));
}

static void guarded_neighbour(syn *s) {
    const char *in = syn_in(s, syn_val(s)), *n = syn_bound(s);
    int d = 1 + syn_below(&s->detail, 3);
    value(s, syn_fmt(s, "%s >= %d ? %s[%s - %d] : %s", s->i, d, in, s->i, d, syn_zero(s)));
    value(s, syn_fmt(s, "%s + %d < %s ? %s[%s + %d] : %s", s->i, d, n, in, s->i, d, syn_zero(s)));
}

static void padded(syn *s) {
    const char *in = syn_in(s, syn_val(s));
    int taps = 3 + syn_below(&s->shape, 3);
    for (int k = 0; k < taps; k++)
        value(s, k ? syn_fmt(s, "%s[%s + %d]", in, s->i, k) : syn_fmt(s, "%s[%s]", in, s->i));
}

/* Two-dimensional neighbours of a flattened field that is padded by a row. */
static void cross(syn *s) {
    const char *in = syn_in(s, syn_val(s)), *w = syn_scalar(s, SYN_NAME_WIDTH);
    value(s, syn_fmt(s, "%s[%s + %s]", in, s->i, w));
    value(s, syn_fmt(s, "%s[%s]", in, s->i));
    value(s, syn_fmt(s, "%s[%s + 2 * %s]", in, s->i, w));
    if (syn_chance(&s->shape, 60)) value(s, syn_fmt(s, "%s[%s + %s + 1]", in, s->i, w));
}

static void transposed(syn *s) {
    const char *in = syn_in(s, syn_val(s));
    const char *w = syn_scalar(s, SYN_NAME_WIDTH), *h = syn_scalar(s, SYN_NAME_WIDTH);
    value(s, syn_fmt(s, "%s[(%s %% %s) * %s + %s / %s]", in, s->i, w, h, s->i, w));
}

static void wrapped(syn *s) {
    const char *in = syn_in(s, syn_val(s)), *n = syn_bound(s);
    value(s, syn_fmt(s, "%s[(%s + %d) %% %s]", in, s->i, 1 + syn_below(&s->detail, 30), n));
}

static void gather(syn *s) {
    const char *idx = syn_index_in(s, SYN_NAME_INDEX), *in = syn_in(s, syn_val(s));
    bool named = syn_chance(&s->shape, 50);
    const char *at = syn_fmt(s, "%s[%s]", idx, s->i);
    if (syn_chance(&s->shape, 20)) at = syn_fmt(s, "%s[%s]", syn_index_in(s, SYN_NAME_INDEX), at);
    if (named) {
        const char *name = syn_name(s, SYN_NAME_LOOP);
        syn_line(s, "%s %s = %s;", syn_itype(s), name, at);
        at = name;
    }
    value(s, syn_fmt(s, "%s[%s]", in, at));
}

static void csr_row(syn *s) {
    const char *ptr = syn_index_in(s, SYN_NAME_INDEX), *col = syn_index_in(s, SYN_NAME_INDEX);
    const char *val = syn_chance(&s->shape, 75) ? syn_in(s, syn_val(s)) : NULL;
    const char *x = syn_in(s, syn_val(s)), *acc = sum(s);
    syn_loop l = syn_loop_begin(s, syn_fmt(s, "%s[%s]", ptr, s->i),
                                syn_fmt(s, "%s[%s + 1]", ptr, s->i), "1");
    const char *far = syn_fmt(s, "%s[%s[%s]]", x, col, l.var);
    accumulate(s, acc,
               val                         ? syn_fmt(s, "%s[%s] * %s", val, l.var, far)
               : syn_chance(&s->shape, 50) ? syn_apply(s, far)
                                           : far);
    syn_loop_end(s, &l, "1");
    syn_leaf(s, acc);
}

static void ell_row(syn *s) {
    const char *col = syn_index_in(s, SYN_NAME_INDEX), *x = syn_in(s, syn_val(s)), *acc = sum(s);
    const char *m = syn_trips(s, 2, 32);
    bool rows = syn_chance(&s->shape, 50);
    const char *pitch = rows ? NULL : syn_scalar(s, SYN_NAME_WIDTH);
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    const char *at = rows ? syn_fmt(s, "%s * %s + %s", s->i, m, l.var)
                          : syn_fmt(s, "%s * %s + %s", l.var, pitch, s->i);
    accumulate(s, acc, syn_fmt(s, "%s[%s[%s]]", x, col, at));
    syn_loop_end(s, &l, "1");
    syn_leaf(s, acc);
}

static void chase(syn *s) {
    const char *next = syn_index_in(s, SYN_NAME_INDEX), *m = syn_trips(s, 2, 32);
    const char *at = syn_name(s, SYN_NAME_LOOP), *x = syn_in(s, syn_val(s)), *acc = sum(s);
    syn_line(s, "%s %s = %s[%s];", syn_itype(s), at, next, s->i);
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    accumulate(s, acc, syn_fmt(s, "%s[%s]", x, at));
    syn_line(s, "%s = %s[%s];", at, next, at);
    syn_loop_end(s, &l, "1");
    syn_leaf(s, acc);
}

/* A table by some bits of a value: in memory, or constants of the program. */
static void table(syn *s) {
    const char *key = s->n_leaves ? syn_to_uint(s, syn_any(s)) : s->i;
    const char *name = syn_name(s, SYN_NAME_TABLE);
    int size = 8 << syn_below(&s->detail, 2);
    if (syn_chance(&s->shape, 50)) {
        lp_text_addf(&s->types, "__constant %s %s[%d] = {", syn_type_name(s, syn_component(s->val)),
                     name, size);
        for (int k = 0; k < size; k++)
            lp_text_addf(&s->types, "%s%s", k ? ", " : "", syn_number(s, 0, 90));
        lp_text_add(&s->types, "};\n");
    } else {
        const char *p =
            syn_ptr(s, s->style.constant, true, syn_type_name(s, syn_component(s->val)), name);
        lp_strv_add(&s->buffers, p);
        lp_strv_add(&s->params, p);
        size = 64 << syn_below(&s->detail, 4);
    }
    value(s, syn_splat(s, syn_fmt(s, "%s[%s & %d]", name,
                                  key[0] == '(' ? syn_fmt(s, "(%s)", key) : key, size - 1)));
}

/* Elements of one's own in private memory first. */
static void registers(syn *s) {
    const char *in = syn_in(s, syn_val(s)), *r = syn_name(s, SYN_NAME_VALUE), *acc = sum(s);
    int size = 4 + syn_below(&s->detail, 13);
    syn_line(s, "%s %s[%d];", syn_val(s), r, size);
    const char *m = syn_fmt(s, "%d", size);
    syn_loop l = syn_loop_begin(s, "0", m, "1");
    syn_line(s, "%s[%s] = %s[%s * %s + %s];", r, l.var, in, s->i, m, l.var);
    syn_loop_end(s, &l, "1");
    syn_loop k = syn_loop_begin(s, "1", m, "1");
    accumulate(s, acc, syn_fmt(s, "%s[%s] * %s[%s - 1]", r, k.var, r, k.var));
    syn_loop_end(s, &k, "1");
    syn_leaf(s, acc);
}

const syn_production syn_sources[] = {
    {"same", 10, same},
    {"two", 10, two},
    {"pairs", 3, pairs},
    {"vload", 4, vload},
    {"record", 2, record},
    {"computed", 3, computed},
    {"packed", 3, packed},
    {"ahead", 4, ahead},
    {"strided", 4, strided},
    {"row", 5, row},
    {"column", 4, column},
    {"all-pairs", 4, all_pairs},
    {"convolution", 3, convolution},
    {"clamped", 2, clamped},
    {"guarded-neighbour", 2, guarded_neighbour},
    {"padded", 2, padded},
    {"cross", 2, cross},
    {"transposed", 3, transposed},
    {"wrapped", 2, wrapped},
    {"gather", 4, gather},
    {"csr-row", 3, csr_row},
    {"ell-row", 3, ell_row},
    {"chase", 2, chase},
    {"table", 4, table},
    {"registers", 3, registers},
};
const int syn_n_sources = COUNT_OF(syn_sources);
