/* What an undefined name may stand for, judged by how it is used.
 *
 * In: tokens and a use. Out: guesses, best first; the caller tries which of them parses. Types are
 * float, or a vector where the name or a component says so; values are 16, or a local size where
 * they size local memory, or 1024 where they only limit something; functions are the identity. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/guess.h"

#define SMALL "16"          /* a trip count, a tile, a radius */
#define LOCAL_SIZE "64"     /* what stands for the size of a work-group */
#define PROBLEM_SIZE "1024" /* a length that ids are compared with */

enum { MAX_PARAMS = 16, MAX_USES = 64 }; /* further uses tell nothing new */

static bool is_name(const pp_tok *t, const pp_tok *name) {
    return t->kind == PP_IDENT && t->len == name->len && memcmp(t->s, name->s, t->len) == 0;
}

static const pp_tok *token(const pp_toks *v, size_t at, int step) {
    static const pp_tok none = {.s = "", .kind = PP_EOF};
    size_t i = at + (size_t)step;
    while (i < v->n && v->v[i].kind == PP_NL) i += (size_t)step;
    return i < v->n ? &v->v[i] : &none;
}

static bool is_one_of(const pp_tok *t, const char *const *words) {
    for (; *words; words++)
        if (pp_is(t, *words)) return true;
    return false;
}

/* float, uint, float4, ... */
static bool is_type_word(const pp_tok *t) {
    static const char *const bases[] = {"void", "bool", "char",  "uchar", "short",  "ushort", "int",
                                        "uint", "long", "ulong", "float", "double", "half",   NULL};
    static const char *const words[] = {
        "const",  "unsigned", "signed",   "struct",  "static",   "inline",
        "global", "__global", "local",    "__local", "constant", "__constant",
        "kernel", "__kernel", "volatile", "size_t",  NULL};
    if (t->kind != PP_IDENT) return false;
    if (is_one_of(t, words)) return true;
    for (const char *const *b = bases; *b; b++) {
        size_t n = strlen(*b);
        if (t->len >= n && memcmp(t->s, *b, n) == 0 &&
            (t->len == n || (t->len <= n + 2 && isdigit((unsigned char)t->s[n]))))
            return true;
    }
    return false;
}

static void add_value(an_values *out, const pp_tok *name, const char *params, const char *value) {
    lp_text t = {0};
    lp_text_addf(&t, "%.*s%s=%s", (int)name->len, name->s, params, value);
    lp_strv_add(&out->v, lp_text_str(&t));
    lp_text_free(&t);
}

/* ---- where a token stands ----------------------------------------------------------------------
 */

typedef struct place {
    int braces;     /* open ones around it */
    bool in_parens; /* inside of ( ) */
    size_t opener;  /* the innermost open bracket in its statement; toks->n when none */
    size_t begin;   /* first token of its statement */
} place;

static place place_of(const pp_toks *v, size_t at) {
    place p = {.opener = v->n};
    int depth = 0;
    bool found = false;
    for (size_t i = 0; i < at; i++) {
        p.braces += pp_is(&v->v[i], "{");
        p.braces -= pp_is(&v->v[i], "}");
    }
    p.begin = at;
    while (p.begin > 0 && !found) {
        const pp_tok *t = &v->v[p.begin - 1];
        bool open = pp_is(t, "(") || pp_is(t, "[");
        if (depth == 0 && (pp_is(t, ";") || pp_is(t, "{") || pp_is(t, "}"))) break;
        depth += pp_is(t, ")") || pp_is(t, "]");
        if (open && depth == 0 && p.opener == v->n) p.opener = p.begin - 1;
        if (open && depth == 0) p.in_parens |= pp_is(t, "(");
        if (open && depth > 0) depth--;
        p.begin--;
    }
    return p;
}

static bool statement_has(const pp_toks *v, const place *p, size_t at, const char *const *words) {
    for (size_t i = p->begin; i < at; i++)
        if (is_one_of(&v->v[i], words)) return true;
    return false;
}

/* ---- functions ----------------------------------------------------------------------------------
 */

/* Number of arguments of the call whose "(" is at `open`; -1 when it does not end. */
static int count_args(const pp_toks *v, size_t open) {
    int depth = 0, n = 0;
    bool any = false;
    for (size_t i = open; i < v->n; i++) {
        const pp_tok *t = &v->v[i];
        if (pp_is(t, "(") || pp_is(t, "[") || pp_is(t, "{")) depth++;
        if (pp_is(t, ")") || pp_is(t, "]") || pp_is(t, "}")) depth--;
        if (depth == 0) return any ? n + 1 : 0;
        n += depth == 1 && pp_is(t, ",");
        any |= i > open;
    }
    return -1;
}

static void values_of_call(const pp_toks *v, size_t at, an_values *out) {
    size_t open = at + 1;
    while (open < v->n && v->v[open].kind == PP_NL) open++;
    int n = count_args(v, open);
    place p = place_of(v, at);
    lp_text params = {0};
    if (n < 0 || n > MAX_PARAMS) return;
    for (int i = 0; i < n; i++) lp_text_addf(&params, "%s%c", i ? "," : "(", 'a' + i);
    lp_text_add(&params, n ? ")" : "()");
    const char *text = lp_text_str(&params);
    bool statement = p.begin == at;
    if (p.braces == 0 || statement) add_value(out, &v->v[at], text, "");
    if (n > 0) add_value(out, &v->v[at], text, "(a)");
    if (n > 0 && p.braces == 0) add_value(out, &v->v[at], text, "a");
    if (p.braces > 0) add_value(out, &v->v[at], text, "0");
    if (p.braces > 0 && n > 0) add_value(out, &v->v[at], text, "(float2)(a)");
    if (p.braces > 0 && n > 0) add_value(out, &v->v[at], text, "(float4)(a)");
    lp_text_free(&params);
}

/* ---- types --------------------------------------------------------------------------------------
 */

static bool name_has(const pp_tok *t, const char *part) {
    size_t n = strlen(part);
    for (size_t i = 0; i + n <= t->len; i++) {
        size_t k = 0;
        while (k < n && tolower((unsigned char)t->s[i + k]) == part[k]) k++;
        if (k == n) return true;
    }
    return false;
}

/* Vector width at the end of a name: 4 of REAL4, float4_t; 0 for none. */
static int width_of_name(const pp_tok *t) {
    uint32_t end = t->len;
    if (end > 2 && memcmp(t->s + end - 2, "_t", 2) == 0) end -= 2;
    uint32_t begin = end;
    while (begin > 0 && isdigit((unsigned char)t->s[begin - 1])) begin--;
    char digits[4] = "";
    if (begin == 0 || end - begin == 0 || end - begin > 2) return 0;
    memcpy(digits, t->s + begin, end - begin);
    int w = atoi(digits); // NOLINT(cert-err34-c): two digits
    return w == 2 || w == 3 || w == 4 || w == 8 || w == 16 ? w : 0;
}

/* The width that a component asks for: .y 2, .w 4, .s7 8. */
static int width_of_component(const pp_tok *t) {
    static const char xyzw[] = "xyzw", hex[] = "0123456789abcdef";
    int most = 0;
    bool s = t->len > 1 && (t->s[0] == 's' || t->s[0] == 'S');
    if (pp_is(t, "lo") || pp_is(t, "hi") || pp_is(t, "even") || pp_is(t, "odd")) return 2;
    for (uint32_t i = s ? 1 : 0; i < t->len; i++) {
        const char *at = strchr(s ? hex : xyzw, tolower((unsigned char)t->s[i]));
        if (!at) return 0;
        int k = (int)(at - (s ? hex : xyzw)) + 1;
        most = k > most ? k : most;
    }
    return most <= 2 ? 2 : most <= 4 ? 4 : most <= 8 ? 8 : 16;
}

/* Over all variables that are declared with the type: the widest component that is used. */
static int width_of_use(const pp_toks *v, const pp_tok *type) {
    int most = 0, seen = 0;
    for (size_t i = 0; i + 1 < v->n && seen < MAX_USES; i++) {
        if (!is_name(&v->v[i], type)) continue;
        seen++;
        size_t k = i + 1;
        while (k < v->n && (pp_is(&v->v[k], "*") || pp_is(&v->v[k], "const"))) k++;
        for (size_t u = k + 1; k < v->n && v->v[k].kind == PP_IDENT && u + 1 < v->n; u++) {
            bool member = pp_is(&v->v[u], ".") &&
                          (is_name(&v->v[u - 1], &v->v[k]) || pp_is(&v->v[u - 1], "]"));
            int w = member ? width_of_component(&v->v[u + 1]) : 0;
            most = w > most ? w : most;
        }
    }
    return most;
}

static void values_of_type(const pp_toks *v, size_t at, an_values *out) {
    static const char *const hints[][2] = {
        {"uint", "uint"},     {"int", "int"},   {"idx", "int"},     {"index", "int"},
        {"double", "double"}, {"half", "half"}, {"uchar", "uchar"}, {"pixel", "uchar"},
        {"ulong", "ulong"},   {"long", "long"}};
    static const char *const others[] = {"float", "int", "uint", "float2", "float4"};
    const pp_tok *name = &v->v[at];
    const char *base = "float";
    int width = width_of_name(name);
    if (width == 0) width = width_of_use(v, name);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (name_has(name, hints[i][0])) {
            base = hints[i][1];
            break;
        }
    char text[32];
    if (width) {
        snprintf(text, sizeof text, "%s%d", base, width);
        add_value(out, name, "", text);
    }
    add_value(out, name, "", base);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], base) != 0) add_value(out, name, "", others[i]);
}

static bool has_kernel(const pp_toks *v) {
    for (size_t i = 0; i < v->n; i++)
        if (pp_is(&v->v[i], "kernel") || pp_is(&v->v[i], "__kernel")) return true;
    return false;
}

/* A word in front of a declaration that has a type already: a qualifier. In a file without kernels
 * it is what makes them. */
static void values_of_qualifier(const pp_toks *v, size_t at, an_values *out) {
    place p = place_of(v, at);
    bool pointer = false;
    for (size_t i = at + 1; i < v->n && !pp_is(&v->v[i], ",") && !pp_is(&v->v[i], ")"); i++)
        pointer |= pp_is(&v->v[i], "*");
    bool function = !p.in_parens && p.braces == 0, makes = function && !has_kernel(v);
    if (makes && pp_is(token(v, at, 1), "void")) add_value(out, &v->v[at], "", "kernel");
    if (p.in_parens && pointer) add_value(out, &v->v[at], "", "global");
    add_value(out, &v->v[at], "", "");
    if (function) add_value(out, &v->v[at], "", "constant");
    add_value(out, &v->v[at], "", "local");
}

/* ---- values -------------------------------------------------------------------------------------
 */

typedef struct uses {
    bool local_array, loop, limit, index;
} uses;

/* Is the array whose "[" is at `open` being declared? */
static bool is_declared(const pp_toks *v, size_t open) {
    const pp_tok *name = token(v, open, -1), *before = token(v, open, -2);
    return name->kind == PP_IDENT && before->kind == PP_IDENT && !pp_is(before, "return") &&
           !pp_is(before, "else");
}

static void judge_value(const pp_toks *v, size_t at, uses *u) {
    static const char *const local[] = {"local", "__local", NULL};
    static const char *const sizes[] = {"get_local_size", "get_local_id", "reqd_work_group_size",
                                        NULL};
    static const char *const compare[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
    place p = place_of(v, at);
    bool bracket = p.opener < v->n && pp_is(&v->v[p.opener], "[");
    const pp_tok *head = token(v, p.opener < v->n ? p.opener : at, -1);
    bool compared = is_one_of(token(v, at, -1), compare) || is_one_of(token(v, at, 1), compare);
    if (bracket && statement_has(v, &p, p.opener, local)) u->local_array = true;
    if (compared && statement_has(v, &p, at, sizes)) u->local_array = true;
    if (p.opener < v->n && pp_is(head, "reqd_work_group_size")) u->local_array = true;
    if (pp_is(head, "for") || pp_is(head, "while")) u->loop = true;
    if (compared && pp_is(head, "if")) u->limit = true;
    if (bracket && pp_is(token(v, at, -1), "[") && pp_is(token(v, at, 1), "]") &&
        !is_declared(v, p.opener))
        u->index = true;
}

static void values_of_value(const pp_toks *v, size_t at, an_values *out) {
    uses u = {0};
    int seen = 0;
    for (size_t i = 0; i < v->n && seen < MAX_USES; i++) {
        if (!is_name(&v->v[i], &v->v[at])) continue;
        judge_value(v, i, &u);
        seen++;
    }
    out->local = u.local_array;
    if (u.local_array)
        add_value(out, &v->v[at], "", LOCAL_SIZE);
    else if (u.index && !u.loop && !u.limit)
        add_value(out, &v->v[at], "", "0");
    else if (u.limit && !u.loop)
        add_value(out, &v->v[at], "", PROBLEM_SIZE);
    else
        add_value(out, &v->v[at], "", SMALL);
}

/* ---- entry --------------------------------------------------------------------------------------
 */

/* (NAME) in front of an operand, or NAME x = */
static bool looks_like_type(const pp_toks *v, size_t at) {
    const pp_tok *before = token(v, at, -1), *after = token(v, at, 1), *then = token(v, at, 2);
    bool operand = then->kind == PP_IDENT || then->kind == PP_NUM || pp_is(then, "(");
    if (pp_is(before, "(") && pp_is(after, ")") && operand) return true;
    if (pp_is(before, "(") && pp_is(after, "*") && pp_is(then, ")")) return true;
    if (pp_is(before, "sizeof") || (pp_is(before, "(") && pp_is(token(v, at, -2), "sizeof")))
        return true;
    bool first = pp_is(before, ";") || pp_is(before, "{") || pp_is(before, "}") ||
                 pp_is(before, "const") || pp_is(before, "(") || before->kind == PP_EOF ||
                 is_type_word(before);
    return first && (after->kind == PP_IDENT ||
                     (pp_is(after, "*") && then->kind == PP_IDENT && !pp_is(before, "(")));
}

static bool looks_like_qualifier(const pp_toks *v, size_t at) {
    const pp_tok *after = token(v, at, 1), *then = token(v, at, 2);
    return is_type_word(after) ||
           (after->kind == PP_IDENT && (then->kind == PP_IDENT || pp_is(then, "*")));
}

void an_values_of_use(const pp_toks *toks, size_t at, bool is_type, an_values *out) {
    if (pp_is(token(toks, at, 1), "(") && !(is_type && place_of(toks, at).braces > 0))
        values_of_call(toks, at, out);
    else if (looks_like_qualifier(toks, at))
        values_of_qualifier(toks, at, out);
    if (is_type || looks_like_type(toks, at))
        values_of_type(toks, at, out);
    else if (out->v.n == 0)
        values_of_value(toks, at, out);
}

size_t an_first_use(const pp_toks *toks, const char *name) {
    bool start = true, directive = false;
    for (size_t i = 0; i < toks->n; i++) {
        const pp_tok *t = &toks->v[i];
        if (start) directive = pp_is(t, "#");
        if (!directive && t->kind == PP_IDENT && pp_is(t, name)) return i;
        start = t->kind == PP_NL;
    }
    return toks->n;
}
