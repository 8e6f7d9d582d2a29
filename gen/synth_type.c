/* Types, constants and arguments of a synthesised kernel. Input: what is wanted. Output: names and
 * expressions; arguments are added to the kernel. Writes no statements. */
#include <string.h>

#include "common/error.h"
#include "gen/synth_int.h"

static const char *scalar_name(syn_type t) {
    static const char *const ints[] = {"char", "short", "int", "long"};
    static const char *const uints[] = {"uchar", "ushort", "uint", "ulong"};
    int at = t.bits == 8 ? 0 : t.bits == 16 ? 1 : t.bits == 32 ? 2 : 3;
    if (t.cls == SYN_FLOAT) return t.bits == 64 ? "double" : "float";
    return t.cls == SYN_INT ? ints[at] : uints[at];
}

const char *syn_type_name(syn *s, syn_type t) {
    return t.lanes == 1 ? scalar_name(t) : syn_fmt(s, "%s%d", scalar_name(t), t.lanes);
}

const char *syn_val(syn *s) {
    return syn_type_name(s, s->val);
}

syn_type syn_component(syn_type t) {
    t.lanes = 1;
    return t;
}

/* The element type of a buffer: what is computed in, or a narrower one of as many lanes. */
syn_type syn_storage(syn *s, bool narrow) {
    syn_type t = s->val;
    if (!narrow) return t;
    static const syn_class classes[] = {SYN_UINT, SYN_INT, SYN_UINT};
    t.cls = classes[syn_below(&s->detail, 3)];
    t.bits = syn_chance(&s->detail, 60) ? 8 : 16;
    return t;
}

/* Narrowing saturates, as stores of pixels do; floats are rounded to even on the way. */
const char *syn_convert(syn *s, syn_type from, syn_type to, const char *x) {
    if (from.cls == to.cls && from.bits == to.bits) return x;
    bool sat = to.cls != SYN_FLOAT && (to.bits < from.bits || from.cls == SYN_FLOAT);
    bool cast = to.lanes == 1 && !sat;
    if (cast) return syn_fmt(s, "(%s)%s", syn_type_name(s, to), x);
    return syn_fmt(s, "convert_%s%s%s(%s)", syn_type_name(s, to), sat ? "_sat" : "",
                   sat && from.cls == SYN_FLOAT ? "_rte" : "", x);
}

/* A positive constant; floats between lo and hi in steps of 1/16. */
const char *syn_number(syn *s, int lo, int hi) {
    int v = lo + syn_below(&s->detail, hi - lo + 1);
    if (s->val.cls == SYN_FLOAT) {
        int sixteenths = syn_below(&s->detail, 16);
        return syn_fmt(s, "%d.%04d%s", v, sixteenths * 625, s->val.bits == 64 ? "" : "f");
    }
    const char *suffix =
        s->val.cls == SYN_UINT ? (s->val.bits == 64 ? "ul" : "u") : (s->val.bits == 64 ? "l" : "");
    bool hex = v > 15 && s->val.cls == SYN_UINT;
    return syn_fmt(s, !hex ? "%d%s" : s->style.upper_hex ? "0x%X%s" : "0x%x%s", v, suffix);
}

const char *syn_splat(syn *s, const char *k) {
    return s->val.lanes == 1 ? k : syn_fmt(s, "(%s)(%s)", syn_val(s), k);
}

const char *syn_zero(syn *s) {
    if (s->val.cls != SYN_FLOAT) return syn_splat(s, "0");
    return syn_splat(s, s->val.bits == 64 ? "0.0" : "0.0f");
}

const char *syn_const(syn *s, const char *stem, int value) {
    if (!s->style.macros) return syn_fmt(s, "%d", value);
    const char *name = syn_macro_name(s, stem);
    lp_text_addf(&s->macros, "#define %s %d\n", name, value);
    return name;
}

const char *syn_itype(syn *s) {
    return s->style.index_type ? "uint" : "int";
}

/* ---- arguments
 * -------------------------------------------------------------------------------------
 */

static void add_param(syn *s, lp_strv *list, const char *text) {
    lp_strv_add(list, text);
    lp_strv_add(&s->params, text);
}

const char *syn_ptr(syn *s, const char *space, bool is_const, const char *type, const char *name) {
    return syn_fmt(s, "%s %s%s%s%s%s", space, is_const ? "const " : "", type, s->style.star,
                   s->style.restricts ? "restrict " : "", name);
}

const char *syn_in(syn *s, const char *type) {
    const char *name = syn_name(s, SYN_NAME_IN);
    add_param(s, &s->buffers, syn_ptr(s, s->style.global, true, type, name));
    return name;
}

const char *syn_out(syn *s, const char *type) {
    const char *name = syn_name(s, SYN_NAME_OUT);
    add_param(s, &s->buffers, syn_ptr(s, s->style.global, false, type, name));
    return name;
}

const char *syn_index_in(syn *s, syn_name_role role) {
    const char *name = syn_name(s, role);
    add_param(s, &s->buffers, syn_ptr(s, s->style.global, true, syn_itype(s), name));
    return name;
}

const char *syn_scalar(syn *s, syn_name_role role) {
    const char *name = syn_name(s, role);
    bool is_const = syn_chance(&s->detail, 50);
    add_param(s, &s->scalars, syn_fmt(s, "%s%s %s", is_const ? "const " : "", syn_itype(s), name));
    return name;
}

const char *syn_coef(syn *s) {
    const char *name = syn_name(s, SYN_NAME_COEF);
    bool is_const = syn_chance(&s->detail, 50);
    add_param(s, &s->scalars,
              syn_fmt(s, "%s%s %s", is_const ? "const " : "", scalar_name(s->val), name));
    return name;
}

const char *syn_bound(syn *s) {
    if (!s->n) s->n = syn_scalar(s, SYN_NAME_BOUND);
    return s->n;
}

/* ---- from values to indices
 * ------------------------------------------------------------------------
 */

const char *syn_scalar_of(syn *s, const char *x) {
    if (s->val.lanes == 1) return x;
    return syn_fmt(s, "%s.%s", x, s->val.lanes <= 4 && !s->style.upper_hex ? "x" : "s0");
}

/* Floats are scaled and cut first: the conversion of what uint cannot hold is undefined. */
const char *syn_to_uint(syn *s, const char *x) {
    const char *c = syn_scalar_of(s, x);
    if (s->val.cls == SYN_FLOAT)
        return syn_fmt(s, "(uint)fmin(fabs(%s) * %s, %s)", c, syn_number(s, 8, 100),
                       s->val.bits == 64 ? "1000000.0" : "1000000.0f");
    return s->val.bits == 32 && s->val.cls == SYN_UINT ? c : syn_fmt(s, "(uint)%s", c);
}

/* There is room for all that a kernel declares; the last place is taken again where it is not. */
void syn_leaf(syn *s, const char *name) {
    int at = s->n_leaves < SYN_LEAVES ? s->n_leaves++ : SYN_LEAVES - 1;
    s->leaf[at] = name;
    s->leaf_used[at] = false;
}
