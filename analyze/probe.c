/* The probe source of a kernel.
 *
 * In: the normalised source. Out: the same with checks (probe_visit.c, probe_call.c), functions
 * that hand the probe's state on, and a kernel that sets it up. Parses the normalised text again:
 * it is free of macros, so every range of its tree is a range of text. */
#include "analyze/probe.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/pp_lex.h"
#include "analyze/probe_int.h"

/* ---- heads of functions ------------------------------------------------------------------------
 */

static const char *closing(const char *open) {
    int depth = 0;
    for (const char *s = open; *s; s++) {
        depth += (*s == '(') - (*s == ')');
        if (depth == 0) return s;
    }
    return NULL;
}

/* One more parameter: the first of a helper, the last of the kernel. */
static void edit_head(an_pctx *x, CXCursor head) {
    unsigned at = 0;
    CXString cs = clang_getCursorSpelling(head);
    const char *name = clang_getCString(cs), *s;
    clang_getFileLocation(clang_getCursorLocation(head), NULL, NULL, NULL, &at);
    s = x->source + at + strlen(name ? name : "");
    s += strspn(s, " \t\n");
    const char *close = *s == '(' ? closing(s) : NULL;
    bool kernel = x->kernel && name && strcmp(name, x->kernel->name) == 0;
    bool none = clang_Cursor_getNumArguments(head) < 1;
    const char *param = kernel ? "__global int *llp_io" : "__private llp_t *llp";
    clang_disposeString(cs);
    if (!close)
        an_probe_fail(x, at, "a function whose parameters are not behind its name");
    else if (none)
        an_probe_replace(x, (uint32_t)(s + 1 - x->source), (uint32_t)(close - x->source), "%s",
                         param);
    else if (kernel)
        an_probe_put(x, (uint32_t)(close - x->source), ", %s", param);
    else
        an_probe_put(x, (uint32_t)(s + 1 - x->source), "%s, ", param);
}

/* ---- the kernel's first statements -------------------------------------------------------------
 */

static void put_arguments(an_pctx *x, uint32_t at) {
    static const char letters[AN_PS_SPACES] = {0, 'g', 'l', 'c', 0};
    for (int i = 0; i < x->kernel->n_params; i++) {
        const an_pdecl *d = x->kernel->params[i];
        CXType t = clang_getCanonicalType(clang_getCursorType(d->cursor));
        if (t.kind != CXType_Pointer || !d->name[0]) continue;
        char letter = letters[an_probe_space(clang_getPointeeType(t))];
        if (letter) an_probe_put(x, at, " llp_arg_%c(llp, %d, %s);", letter, i, d->name);
    }
    for (size_t i = 0; i < x->n_tops; i++) {
        const an_pdecl *d = x->tops[i];
        an_probe_put(x, at, " llp_var_%c(llp, %d, &%s, sizeof(%s));",
                     d->space == AN_PS_GLOBAL ? 'g' : 'c', d->region, d->name, d->name);
    }
}

static void put_begin(an_pctx *x) {
    uint32_t at = x->kernel->body->off + 1;
    int n = x->kernel->n_params, regions = x->n_regions;
    an_probe_put(x, at, " llp_region llp_r[%d]; llp_t llp_s; __private llp_t *llp = &llp_s;",
                 regions ? regions : 1);
    if (x->kernel->barrier)
        an_probe_put(x, at,
                     " __local int llp_go; if (!llp_begin_group(llp, llp_r, %d, %d, llp_io, "
                     "&llp_go)) return;",
                     n, regions);
    else
        an_probe_put(x, at, " if (!llp_begin(llp, llp_r, %d, %d, llp_io)) return;", n, regions);
    put_arguments(x, at);
}

/* ---- both passes -------------------------------------------------------------------------------
 */

static void visit_all(an_pctx *x) {
    for (size_t i = 0; i < x->n_funcs && !x->fail; i++)
        if (x->funcs[i]->body) an_probe_visit(x, x->funcs[i]->body, AN_PV_VALUE, false);
}

/* Has the source names that the probe would give a second meaning, `llp` or `llp_...`? */
static bool has_own_names(const char *source) {
    for (const char *s = strstr(source, "llp"); s; s = strstr(s + 1, "llp")) {
        char before = s == source ? ' ' : s[-1];
        if (!pp_ident_char((unsigned char)before) &&
            (s[3] == '_' || !pp_ident_char((unsigned char)s[3])))
            return true;
    }
    return false;
}

static void instrument(an_pctx *x) {
    if (has_own_names(x->source)) an_probe_fail(x, 0, "has names of the probe's own (llp)");
    if (x->fail) return;
    x->n_regions = x->kernel->n_params;
    for (int i = 0; i < x->kernel->n_params; i++) x->kernel->params[i]->slot = i;
    visit_all(x);
    /* Addresses of constants in initialisers; nothing else happens at file scope. */
    for (size_t i = 0; i < x->n_inits && !x->fail; i++)
        an_probe_visit(x, x->inits[i], AN_PV_VALUE, false);
    an_probe_solve(x);
    x->emit = true;
    if (x->generic) an_probe_put(x, 0, "LLP_DEFINE_GENERIC\n");
    for (size_t i = 0; i < x->n_heads; i++) edit_head(x, x->heads[i]);
    if (!x->fail) put_begin(x);
    visit_all(x);
}

static char *place_text(const an_pctx *x, uint32_t off, const char *why) {
    lp_text t = {0};
    int line = an_probe_line(x, off);
    uint32_t begin = line > 0 ? x->line_at[line - 1] : 0;
    lp_text_addf(&t, "source:%d:%u: %s", line, off - begin + 1, why);
    return lp_text_take(&t);
}

static void free_context(an_pctx *x) {
    for (size_t i = 0; i < x->n_edits; i++) free(x->edits[i].text);
    free(x->edits);
    free(x->flows);
    free(x->tops);
    free(x->inits);
    free(x->heads);
    free(x->funcs);
    free(x->line_at);
    an_arena_free(&x->arena);
}

static void make(CXTranslationUnit tu, const char *source, const char *kernel, char **probe,
                 char **gap) {
    an_pctx *x = lp_alloc(1, sizeof *x);
    x->source = source;
    an_probe_read(x, tu, kernel);
    instrument(x);
    if (!x->fail) *probe = an_probe_apply(x);
    if (x->fail)
        *gap = place_text(x, x->fail_off, x->fail);
    else if (!*probe)
        *gap = place_text(x, 0, "its edits overlap");
    else if (x->gap)
        *gap = place_text(x, x->gap_off, x->gap);
    free_context(x);
    free(x);
}

int an_probe(an_parser *p, const char *source, const char *std, const char *kernel, char **probe,
             char **gap, lp_err *e) {
    static const char *const stds[AN_STDS] = {"CL1.2", "CL2.0", "CL3.0"};
    an_unit u = {0};
    an_faults faults = {0};
    int version = 0;
    *probe = *gap = NULL;
    for (int i = 0; i < AN_STDS; i++)
        if (strcmp(std, stds[i]) == 0) version = i;
    lp_text_add(&u.text, source);
    lp_strv_add(&u.files, "source");
    CXTranslationUnit tu = an_parse_as(p, &u, version, &std, &faults, e);
    if (tu) {
        make(tu, lp_text_str(&u.text), kernel, probe, gap);
        clang_disposeTranslationUnit(tu);
    }
    an_faults_free(&faults);
    an_unit_free(&u);
    return tu ? 0 : -1;
}
