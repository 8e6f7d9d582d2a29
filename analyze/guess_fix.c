/* Parsing with repair: what may be done about a problem.
 *
 * In: what stops the file. Out: a guess more. Where to look, and in which order; what a value is
 * worth is for guess.c to see. */
#include <stdlib.h>
#include <string.h>

#include "analyze/guess_fix.h"
#include "common/fs.h"

enum { MAX_SIBLINGS = 64 }; /* files beside that are searched for a definition */

/* ---- preprocessing stops
 * ------------------------------------------------------------------------- */

/* DIR/FILE, where DIR is a macro that nobody defined. */
static bool repair_folder(an_guess *g, const char *name) {
    size_t n = 0;
    while (pp_ident_char((unsigned char)name[n])) n++;
    lp_text t = {0};
    bool found = n > 0 && name[n] == '/' &&
                 strpbrk(name, "abcdefghijklmnopqrstuvwxyz") > name + n &&
                 an_guess_is_new(g, "folder", name, n);
    lp_text_addn(&t, name, n);
    lp_text_add(&t, "=.");
    found = found && an_guess_adopt_one(g, lp_text_str(&t), false);
    lp_text_free(&t);
    return found;
}

static bool repair_include(an_guess *g, const an_trouble *t) {
    lp_text text = {0};
    bool done = repair_folder(g, t->name);
    if (!done && an_guess_is_new(g, "leave out", t->name, strlen(t->name))) {
        lp_text_addf(&text, "%s%s\"=", AN_LEAVE_OUT, t->name);
        done = an_guess_adopt_one(g, lp_text_str(&text), false);
    }
    lp_text_free(&text);
    return done;
}

/* The main file may be only a part of the file of that name. */
static bool scan_file(const an_guess *g, const char *path, an_scan *s) {
    return strcmp(path, g->path) == 0 ? an_scan_init(s, g->path, g->bytes, g->n, g->given->marks)
                                      : an_scan_file(s, path, g->given->max_source_bytes);
}

/* #include F(x): F makes a file name of x. */
static bool repair_include_name(an_guess *g, const an_trouble *t) {
    lp_text text = {0};
    bool done = t->name[0] && an_guess_is_new(g, "include", t->name, strlen(t->name));
    lp_text_addf(&text, "%s(a)=<a>", t->name);
    done = done && an_guess_adopt_one(g, lp_text_str(&text), false);
    lp_text_free(&text);
    return done;
}

static bool repair_error_line(an_guess *g, const an_trouble *t) {
    an_scan s;
    an_values v = {0};
    bool done = false;
    if (!scan_file(g, t->file, &s)) return false;
    an_scan_wanted(&s, t->line, &g->made, &v);
    done = an_guess_adopt(g, &v, false);
    lp_strv_free(&v.v);
    an_scan_free(&s);
    return done;
}

bool an_fix_blocked(an_guess *g) {
    const an_trouble t = g->now.trouble;
    switch (t.kind) {
    case AN_TROUBLE_NO_FILE:
        return repair_include(g, &t);
    case AN_TROUBLE_INCLUDE_NAME:
        return repair_include_name(g, &t);
    case AN_TROUBLE_DIRECTIVE:
        return repair_error_line(g, &t);
    case AN_TROUBLE_OTHER:
        break;
    }
    return false;
}

/* ---- the parser stops
 * ---------------------------------------------------------------------------- */

/* A file of the unit has the definition, but leaves it out. */
static bool repair_by_selector(an_guess *g, const pp_tok *name) {
    bool done = false;
    if (!an_guess_is_new(g, "selector", name->s, name->len)) return false;
    for (size_t i = 0; i < g->now.unit.files.n && !done; i++) {
        an_scan s;
        char *text = NULL;
        if (!scan_file(g, g->now.unit.files.v[i], &s)) continue;
        bool found = an_scan_defines(&s, name, &g->made, &text);
        an_scan_free(&s);
        if (found && text) done = an_guess_adopt_selector(g, text, name);
        free(text);
        if (done) break;
    }
    return done;
}

/* Files beside the main file, in byte order, without those of the unit. */
static void list_siblings(const an_guess *g, const char *dir, lp_strv *out) {
    static const char *const suffixes[] = {".cl", ".clh", ".h", ".ocl", NULL};
    lp_strv all = {0};
    if (lp_list_files(dir, suffixes, &all, NULL)) all.n = 0;
    for (size_t i = 0; i < all.n && out->n <= MAX_SIBLINGS; i++) {
        bool own = strchr(all.v[i], '/') || strcmp(all.v[i], lp_path_base(g->path)) == 0;
        for (size_t k = 0; k < g->now.unit.files.n && !own; k++)
            own = strcmp(lp_path_base(g->now.unit.files.v[k]), all.v[i]) == 0;
        if (!own) lp_strv_add(out, all.v[i]);
    }
    lp_strv_free(&all);
}

/* A file beside has the definition: host programs join such files. Those with a kernel of their own
 * come last. */
static bool repair_by_sibling(an_guess *g, const pp_tok *name) {
    char *dir = lp_path_dir(g->path);
    lp_strv files = {0};
    bool done = false;
    if (an_guess_is_new(g, "sibling", name->s, name->len)) list_siblings(g, dir, &files);
    for (size_t i = 0; i < files.n && files.n <= MAX_SIBLINGS && !done; i++) {
        char *path = lp_path_join(dir, files.v[i]), *text = NULL;
        an_scan s;
        bool found = an_scan_file(&s, path, g->given->max_source_bytes);
        if (found) {
            found = an_scan_defines(&s, name, &g->made, &text);
            an_scan_free(&s);
        }
        free(text);
        free(path);
        if (!found) continue;
        lp_text guess_text = {0};
        lp_text_addf(&guess_text, "%s%s", AN_READ_FIRST, files.v[i]);
        done = an_guess_adopt_one(g, lp_text_str(&guess_text), true);
        lp_text_free(&guess_text);
    }
    lp_strv_free(&files);
    free(dir);
    return done;
}

static bool repair_by_table(an_guess *g, const pp_tok *name) {
    const char *value = an_known_macro(name);
    lp_text t = {0};
    bool done = value && an_guess_is_new(g, "table", name->s, name->len);
    bool call = value && value[0] == '(';
    lp_text_addf(&t, "%.*s%s%s", (int)name->len, name->s, call ? "" : "=", value ? value : "");
    done = done && an_guess_adopt_one(g, lp_text_str(&t), false);
    lp_text_free(&t);
    return done;
}

/* A word all in capitals where the parser wants something else: an attribute of the project's own.
 */
static bool is_shouted(const pp_tok *t) {
    bool letter = false;
    for (uint32_t i = 0; i < t->len; i++) {
        if (t->s[i] >= 'a' && t->s[i] <= 'z') return false;
        letter |= t->s[i] >= 'A' && t->s[i] <= 'Z';
    }
    return t->kind == PP_IDENT && letter && t->len > 2;
}

/* uintVECT_SIZE: a macro for the width was not there to be pasted. */
static bool repair_width(an_guess *g, const pp_tok *name) {
    static const char *const bases[] = {"uchar", "char", "ushort", "short",  "uint",   "int",
                                        "ulong", "long", "float",  "double", "ullong", "half"};
    pp_tok tail = *name;
    an_values v = {0};
    for (size_t i = 0; i < sizeof bases / sizeof *bases && tail.s == name->s; i++) {
        size_t n = strlen(bases[i]);
        if (name->len > n && memcmp(name->s, bases[i], n) == 0) tail.s += n;
    }
    tail.len -= (uint32_t)(tail.s - name->s);
    if (tail.s == name->s || !is_shouted(&tail) || !an_guess_is_new(g, "width", tail.s, tail.len))
        return false;
    for (size_t i = 0; i < g->now.unit.files.n && v.v.n == 0; i++) {
        an_scan s;
        if (!scan_file(g, g->now.unit.files.v[i], &s)) continue;
        an_scan_compared(&s, &tail, &v);
        an_scan_free(&s);
    }
    lp_text four = {0};
    lp_text_addf(&four, "%.*s=4", (int)tail.len, tail.s);
    lp_strv_add(&v.v, lp_text_str(&four));
    lp_text_free(&four);
    bool done = an_guess_adopt(g, &v, false);
    lp_strv_free(&v.v);
    return done;
}

/* Functions that only a vendor's compiler has: there is no telling what they do. */
static bool is_vendor_function(const pp_tok *t) {
    static const char *const prefixes[] = {"intel_", "amd_",    "arm_",       "qcom_",
                                           "nv_",    "__nv_",   "__builtin_", "__nvvm_",
                                           "__amd",  "__ockl_", "__spirv_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (t->len > n && memcmp(t->s, prefixes[i], n) == 0) return true;
    }
    return false;
}

/* __read_only global float *p: compilers of old took it, and it says nothing. */
static bool repair_qualifier(an_guess *g, const pp_tok *t, const char *message) {
    static const char text[] = "access qualifier can only be used";
    lp_text guess = {0};
    if (strncmp(message, text, sizeof text - 1) != 0 || t->kind != PP_IDENT) return false;
    lp_text_addf(&guess, "%.*s=", (int)t->len, t->s);
    bool done = an_guess_is_new(g, "qualifier", t->s, t->len) &&
                an_guess_adopt_one(g, lp_text_str(&guess), true);
    lp_text_free(&guess);
    return done;
}

static bool repair_by_use(an_guess *g, const pp_toks *toks, size_t at, bool is_type) {
    an_values v = {0};
    bool done = !is_vendor_function(&toks->v[at]) &&
                an_guess_is_new(g, "use", toks->v[at].s, toks->v[at].len);
    if (done) an_values_of_use(toks, at, is_type, &v);
    done = done && an_guess_adopt(g, &v, false);
    lp_strv_free(&v.v);
    return done;
}

static bool is_missing(const char *message, bool *is_type) {
    static const char type[] = "unknown type name", name[] = "use of undeclared identifier",
                      call[] = "implicit declaration of function";
    *is_type = strncmp(message, type, sizeof type - 1) == 0;
    return *is_type || strncmp(message, name, sizeof name - 1) == 0 ||
           strncmp(message, call, sizeof call - 1) == 0;
}

static size_t token_at(const pp_src *src, const pp_toks *toks, uint32_t offset) {
    size_t lo = 0, hi = toks->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if ((uint32_t)(toks->v[mid].s - src->bytes) + toks->v[mid].len <= offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static bool repair_fault(an_guess *g, const pp_src *src, const pp_toks *toks, const an_fault *f) {
    bool is_type, missing = is_missing(f->text, &is_type);
    size_t at = token_at(src, toks, f->offset);
    if (at >= toks->n) return false;
    if (repair_qualifier(g, &toks->v[at], f->text)) return true;
    if (!missing && !is_shouted(&toks->v[at]) && at + 1 < toks->n && is_shouted(&toks->v[at + 1]))
        at++;
    const pp_tok *t = &toks->v[at];
    if (t->kind != PP_IDENT || (!missing && !is_shouted(t))) return false;
    if (an_have_guess(&g->given->defines, t->s, t->len)) return false;
    return repair_width(g, t) || repair_by_table(g, t) || repair_by_selector(g, t) ||
           repair_by_sibling(g, t) || repair_by_use(g, toks, at, is_type);
}

bool an_fix_faults(an_guess *g) {
    pp_src src = {0};
    pp_toks toks = {0};
    lp_text text = {0};
    pp_tok t;
    bool done = false;
    an_faults faults = g->now.faults; /* g->now is replaced when a repair is made */
    g->now.faults = (an_faults){0};
    lp_text_addn(&text, lp_text_str(&g->now.unit.text), g->now.unit.text.len);
    pp_src_init(&src, g->path, lp_text_str(&text), text.len);
    pp_lexer l = {.src = &src};
    while (pp_lex(&l, &t, NULL) == 0 && t.kind != PP_EOF)
        if (t.kind != PP_NL) pp_push(&toks, &t);
    for (size_t i = 0; i < faults.n && (!done || g->stale) && !an_guess_out_of_tries(g); i++)
        done |= repair_fault(g, &src, &toks, &faults.v[i]);
    an_faults_free(&faults);
    free(toks.v);
    pp_src_free(&src);
    lp_text_free(&text);
    return done;
}
