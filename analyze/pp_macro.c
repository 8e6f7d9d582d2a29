/* The preprocessor's macro table: #define, #undef, -D and what is predefined.
 *
 * In: the tokens of a definition. Out: macros by name. Macros that OpenCL C brings along
 * (CLK_LOCAL_MEM_FENCE, M_PI_F, INT_MAX, ...) are no entries here: they stay names in the text,
 * which the compiler knows; conditionals alone see them. */
#include <stdlib.h>
#include <string.h>

#include "analyze/pp.h"
#include "common/hash.h"

/* What conditionals of real kernels ask for. The text is made for OpenCL C 1.2 on a little-endian
 * device with doubles. */
static const char predefined[] =
    "__OPENCL_VERSION__ 120\n"
    "__OPENCL_C_VERSION__ 120\n"
    "CL_VERSION_1_0 100\n"
    "CL_VERSION_1_1 110\n"
    "CL_VERSION_1_2 120\n"
    "__ENDIAN_LITTLE__ 1\n"
    "__IMAGE_SUPPORT__ 1\n"
    "cl_khr_fp64 1\n"
    "cl_khr_byte_addressable_store 1\n"
    "cl_khr_global_int32_base_atomics 1\n"
    "cl_khr_global_int32_extended_atomics 1\n"
    "cl_khr_local_int32_base_atomics 1\n"
    "cl_khr_local_int32_extended_atomics 1\n"
    "__kernel_exec(X, T) __kernel __attribute__((work_group_size_hint(X, 1, 1))) "
    "__attribute__((vec_type_hint(T)))\n";

static const struct provided {
    const char *name;
    int64_t value;
    bool number, is_unsigned;
} provided[] = {
    {"CHAR_BIT", 8, true, false},
    {"SCHAR_MAX", 127, true, false},
    {"SCHAR_MIN", -128, true, false},
    {"CHAR_MAX", 127, true, false},
    {"CHAR_MIN", -128, true, false},
    {"UCHAR_MAX", 255, true, false},
    {"SHRT_MAX", 32767, true, false},
    {"SHRT_MIN", -32768, true, false},
    {"USHRT_MAX", 65535, true, false},
    {"INT_MAX", INT32_MAX, true, false},
    {"INT_MIN", INT32_MIN, true, false},
    {"UINT_MAX", UINT32_MAX, true, true},
    {"LONG_MAX", INT64_MAX, true, false},
    {"LONG_MIN", INT64_MIN, true, false},
    {"ULONG_MAX", -1, true, true},
    {"NULL", 0, false, false},
    {"NAN", 0, false, false},
    {"INFINITY", 0, false, false},
    {"MAXFLOAT", 0, false, false},
    {"HUGE_VALF", 0, false, false},
    {"HUGE_VAL", 0, false, false},
    {"CLK_LOCAL_MEM_FENCE", 0, false, false},
    {"CLK_GLOBAL_MEM_FENCE", 0, false, false},
    {"FLT_MAX", 0, false, false},
    {"FLT_MIN", 0, false, false},
    {"FLT_EPSILON", 0, false, false},
    {"DBL_MAX", 0, false, false},
    {"DBL_MIN", 0, false, false},
    {"DBL_EPSILON", 0, false, false},
    {"M_E", 0, false, false},
    {"M_PI", 0, false, false},
    {"M_PI_2", 0, false, false},
    {"M_PI_4", 0, false, false},
    {"M_1_PI", 0, false, false},
    {"M_2_PI", 0, false, false},
    {"M_SQRT2", 0, false, false},
    {"M_SQRT1_2", 0, false, false},
    {"M_LN2", 0, false, false},
    {"M_LN10", 0, false, false},
    {"M_LOG2E", 0, false, false},
    {"M_LOG10E", 0, false, false},
    {"M_E_F", 0, false, false},
    {"M_PI_F", 0, false, false},
    {"M_PI_2_F", 0, false, false},
    {"M_PI_4_F", 0, false, false},
    {"M_1_PI_F", 0, false, false},
    {"M_2_PI_F", 0, false, false},
    {"M_SQRT2_F", 0, false, false},
    {"M_SQRT1_2_F", 0, false, false},
    {"M_LN2_F", 0, false, false},
    {"M_LN10_F", 0, false, false},
    {"M_LOG2E_F", 0, false, false},
    {"M_LOG10E_F", 0, false, false},
};

static const struct provided *find_provided(const pp_tok *name) {
    for (size_t i = 0; i < sizeof provided / sizeof *provided; i++)
        if (pp_is(name, provided[i].name)) return &provided[i];
    return NULL;
}

bool pp_provided(const pp_tok *name, int64_t *value, bool *is_unsigned) {
    const struct provided *v = find_provided(name);
    if (!v || !v->number) return false;
    *value = v->value;
    *is_unsigned = v->is_unsigned;
    return true;
}

static size_t bucket(const pp_tok *name) {
    return (size_t)(lp_hash64(name->s, name->len, 0) % PP_BUCKETS);
}

pp_macro *pp_find(const pp *p, const pp_tok *name) {
    for (pp_macro *m = p->macros[bucket(name)]; m; m = m->next)
        if (!m->undefined && m->name.len == name->len && memcmp(m->name.s, name->s, name->len) == 0)
            return m;
    return NULL;
}

bool pp_defined(const pp *p, const pp_tok *name) {
    return pp_find(p, name) || find_provided(name);
}

/* An undefined macro stays in the table: an expansion of it may still be read. */
void pp_undef(pp *p, const pp_tok *name) {
    pp_macro *m = pp_find(p, name);
    if (m) m->undefined = true;
}

static int find_param(const pp_macro *m, const pp_tok *t) {
    for (int i = 0; t->kind == PP_IDENT && i < m->n_params; i++)
        if (m->params[i].len == t->len && memcmp(m->params[i].s, t->s, t->len) == 0) return i;
    return -1;
}

static int add_param(pp *p, pp_macro *m, const pp_tok *t) {
    if (find_param(m, t) >= 0)
        return pp_fail(p, t, "parameter %.*s of a macro occurs twice", pp_size(t), t->s);
    if (m->n_params >= INT16_MAX) return pp_fail(p, t, "too many parameters of a macro");
    m->params[m->n_params++] = *t;
    return 0;
}

/* Reads "A, B, ...)" from line[*i]. */
static int read_params(pp *p, pp_macro *m, const pp_tok *line, size_t n, size_t *i) {
    static const char va_args[] = "__VA_ARGS__";
    m->params = lp_alloc(n + 1, sizeof *m->params);
    if (*i < n && pp_is(&line[*i], ")")) {
        ++*i;
        return 0;
    }
    for (; *i < n; ++*i) {
        pp_tok t = line[*i];
        if (pp_is(&t, "...")) {
            t.kind = PP_IDENT;
            t.s = va_args;
            t.len = sizeof va_args - 1;
            m->variadic = true;
        } else if (t.kind != PP_IDENT) {
            break;
        } else if (*i + 1 < n && pp_is(&line[*i + 1], "...")) {
            m->variadic = true;
            ++*i;
        }
        if (add_param(p, m, &t)) return -1;
        ++*i;
        if (*i < n && pp_is(&line[*i], ")")) {
            ++*i;
            return 0;
        }
        if (*i >= n || !pp_is(&line[*i], ",") || m->variadic) break;
    }
    return pp_fail(p, &line[*i < n ? *i : n - 1], "malformed parameter list of macro %.*s",
                   pp_size(&m->name), m->name.s);
}

/* Marks parameters and the operators # and ## of a body, so that the same marks in an argument mean
 * nothing. */
static int read_body(pp *p, pp_macro *m, const pp_tok *v, size_t n) {
    for (size_t i = 0; i < n; i++) {
        pp_tok t = v[i];
        t.param = (int16_t)find_param(m, &t);
        if (t.kind == PP_PUNCT && pp_is(&t, "##")) {
            if (i == 0 || i + 1 == n) return pp_fail(p, &t, "## needs something on both sides");
            t.kind = PP_PASTE;
        } else if (m->func && t.kind == PP_PUNCT && pp_is(&t, "#")) {
            if (i + 1 == n || find_param(m, &v[i + 1]) < 0)
                return pp_fail(p, &t, "# needs a parameter of the macro after it");
            t.kind = PP_HASH;
        }
        pp_push(&m->body, &t);
    }
    return 0;
}

static void free_macro(pp_macro *m) {
    free(m->params);
    free(m->body.v);
    free(m);
}

int pp_define(pp *p, const pp_tok *line, size_t n) {
    if (line[0].kind != PP_IDENT || pp_is(&line[0], "defined") || pp_is(&line[0], "__VA_ARGS__"))
        return pp_fail(p, &line[0], "%.*s cannot be the name of a macro", pp_size(&line[0]),
                       line[0].s);
    pp_macro *m = lp_alloc(1, sizeof *m);
    size_t i = 1;
    m->name = line[0];
    m->func = n > 1 && pp_is(&line[1], "(") && !line[1].space;
    if (m->func) i++;
    if ((m->func && read_params(p, m, line, n, &i)) || read_body(p, m, line + i, n - i)) {
        free_macro(m);
        return -1;
    }
    pp_undef(p, &m->name);
    m->next = p->macros[bucket(&m->name)];
    p->macros[bucket(&m->name)] = m;
    return 0;
}

/* Defines one macro for each line of a pseudo file. */
static int define_lines(pp *p, pp_src *src) {
    pp_lexer l = {.src = src};
    pp_toks line = {0};
    pp_tok t;
    int rc = 0;
    do {
        rc = pp_lex(&l, &t, p->e);
        if (rc == 0 && t.kind != PP_NL && t.kind != PP_EOF) {
            pp_push(&line, &t);
        } else if (line.n) {
            rc = rc ? rc : pp_define(p, line.v, line.n);
            line.n = 0;
        }
    } while (rc == 0 && t.kind != PP_EOF);
    free(line.v);
    return rc;
}

static int define_options(pp *p) {
    lp_text text = {0};
    int rc = 0;
    for (size_t i = 0; i < p->opt->defines.n; i++) {
        const char *d = p->opt->defines.v[i], *eq = strchr(d, '=');
        if (!pp_ident_start((unsigned char)d[0]) || strchr(d, '\n')) {
            lp_text_free(&text);
            return lp_fail(p->e, "-D %s: NAME or NAME=VALUE is expected", d);
        }
        lp_text_addn(&text, d, eq ? (size_t)(eq - d) : strlen(d));
        lp_text_addf(&text, " %s\n", eq ? eq + 1 : "1");
    }
    rc = pp_check_bytes("-D", lp_text_str(&text), text.len, p->e);
    if (rc == 0) {
        pp_src_init(&p->pseudo[1], "-D", lp_text_str(&text), text.len);
        p->pseudo[1].index = PP_FILE_OPTION;
        rc = define_lines(p, &p->pseudo[1]);
    }
    lp_text_free(&text);
    return rc;
}

int pp_predefine(pp *p) {
    pp_src_init(&p->pseudo[0], "predefined", predefined, sizeof predefined - 1);
    p->pseudo[0].index = PP_FILE_PREDEFINED;
    return define_lines(p, &p->pseudo[0]) ? -1 : define_options(p);
}

void pp_macros_free(pp *p) {
    for (size_t i = 0; i < PP_BUCKETS; i++)
        while (p->macros[i]) {
            pp_macro *m = p->macros[i];
            p->macros[i] = m->next;
            free_macro(m);
        }
}
