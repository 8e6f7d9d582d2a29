/* A launch out of what a user says.
 *
 * In: a kernel's record, launch sizes, NAME=VALUE words. Out: a sample as `llmperf gen` would store
 * it, and what was assumed. Chooses no sizes itself and runs nothing. */
#include "model/launch.h"

#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/words.h"
#include "model/contents.h"

/* ---- words ---- */

static const mdl_arg *find(const mdl_args *a, const char *name) {
    for (size_t i = 0; a && i < a->n; i++)
        if (strcmp(a->v[i].name, name) == 0) return &a->v[i];
    return NULL;
}

int mdl_args_add(mdl_args *a, const char *word, lp_err *e) {
    char shown[LP_WORD_SHOWN];
    const char *eq = strchr(word, '=');
    size_t n = eq ? strlen(eq + 1) : 0;
    bool is_length = n >= 2 && eq[1] == '[' && eq[n] == ']';
    if (!eq || eq == word || n == (is_length ? 2 : 0))
        return lp_fail(e, "--arg %s: name=VALUE or name=[LENGTH] is expected",
                       lp_word_show(word, shown));
    char *name = lp_strndup(word, (size_t)(eq - word));
    if (find(a, name)) {
        lp_fail(e, "--arg %s: is given twice", lp_word_show(name, shown));
        free(name);
        return -1;
    }
    a->v = lp_grow(a->v, &a->cap, a->n + 1, sizeof *a->v);
    a->v[a->n++] =
        (mdl_arg){name, is_length ? lp_strndup(eq + 2, n - 2) : lp_strdup(eq + 1), is_length};
    return 0;
}

void mdl_args_free(mdl_args *a) {
    for (size_t i = 0; i < a->n; i++) {
        free(a->v[i].name);
        free(a->v[i].text);
    }
    free(a->v);
    *a = (mdl_args){0};
}

static bool is_scalar(const db_arg *a) {
    return strcmp(a->kind, "scalar") == 0 || strcmp(a->kind, "struct") == 0;
}

static int check_words(const db_kernel *k, const mdl_args *given, lp_err *e) {
    char shown[LP_WORD_SHOWN];
    for (size_t i = 0; given && i < given->n; i++) {
        const mdl_arg *g = &given->v[i];
        const db_arg *a = NULL;
        for (int j = 0; j < k->n_args; j++)
            if (strcmp(k->args[j].name, g->name) == 0) a = &k->args[j];
        lp_word_show(g->name, shown);
        if (!a) return lp_fail(e, "--arg %s: kernel %s has no such argument", shown, k->name);
        if (is_scalar(a) && g->is_length)
            return lp_fail(e, "--arg %s: is a scalar; give %s=VALUE", shown, shown);
        if (!is_scalar(a) && !g->is_length)
            return lp_fail(e, "--arg %s: is memory; give its length as %s=[LENGTH]", shown, shown);
    }
    return 0;
}

/* ---- the launch so far ---- */

typedef struct making {
    const db_kernel *k;
    const mdl_args *given;
    db_sample *s;
    lp_bind *binds; /* global, local, integer scalars */
    int n_binds;
    lp_text *notes;
    lp_err *e;
} making;

static bool eval(const making *m, const char *formula, int64_t *out, lp_err *e) {
    lp_binds b = {m->binds, m->n_binds};
    return formula && lp_expr_eval_text(formula, &b, out, e) == 0;
}

static void note(const making *m, const char *name, const char *what, const char *why) {
    if (m->notes) lp_text_addf(m->notes, "%s = %s is assumed: %s\n", name, what, why);
}

static bool is_floating(const char *type) {
    return strncmp(type, "float", 5) == 0 || strncmp(type, "double", 6) == 0 ||
           strncmp(type, "half", 4) == 0;
}

/* ---- scalars ---- */

static void set_int(making *m, int i, int64_t v) {
    lp_text t = {0};
    lp_text_addf(&t, "%lld", (long long)v);
    m->s->args[i].value = lp_text_take(&t);
    m->binds[m->n_binds++] = (lp_bind){m->k->args[i].name, v};
}

/* Values that are no integers (floats, vectors, structs) are kept as they are written. */
static int set_given(making *m, int i, const char *text) {
    const db_arg *a = &m->k->args[i];
    double number;
    int64_t v = 0;
    lp_err why = {""};
    bool as_it_is = strchr(text, ',') || strcmp(a->kind, "struct") == 0 ||
                    (is_floating(a->type) && lp_parse_double(text, &number));
    if (as_it_is) {
        m->s->args[i].value = lp_strdup(text);
        return 0;
    }
    long long whole = 0; /* also hexadecimal, which formulas do not have */
    if (lp_parse_i64(text, &whole))
        v = whole;
    else if (!eval(m, text, &v, &why))
        return lp_fail(m->e, "--arg %s=%s: %s", a->name, text, why.msg);
    set_int(m, i, v);
    return 0;
}

/* The value that the domain ties to the launch; false when it does not, or not yet. */
static bool tied(const making *m, const db_arg *a, int64_t *v) {
    json_t *domain = a->domain ? lp_json_parse(a->domain, strlen(a->domain), NULL) : NULL;
    bool known = domain && eval(m, lp_json_str(domain, "eq", NULL), v, NULL);
    json_decref(domain);
    return known;
}

/* Scalars that depend on others may come before them: as often as there are some. */
static void take_known(making *m) {
    bool more = true;
    while (more) {
        more = false;
        for (int i = 0; i < m->k->n_args; i++) {
            const db_arg *a = &m->k->args[i];
            int64_t v = 0;
            if (!is_scalar(a) || m->s->args[i].value || find(m->given, a->name)) continue;
            if (is_floating(a->type) || !tied(m, a, &v)) continue;
            set_int(m, i, v);
            more = true;
        }
    }
}

/* What a scalar is when nobody says; false when its role allows no guess. */
static bool assume(making *m, int i) {
    static const struct {
        const char *role, *value, *why;
    } defaults[] = {
        {"bound", "global", "a bound is the global size"},
        {"coefficient", "1", "a coefficient decides no time"},
        {"seed", "1", "a seed decides no time"},
        {"unused", "1", "it is not used"},
        {"flag", "1", "a flag is set"},
        {"probability", "0.5", "a probability"},
    };
    const db_arg *a = &m->k->args[i];
    const char *role = a->role ? a->role : is_floating(a->type) ? "coefficient" : "bound";
    for (size_t d = 0; d < sizeof defaults / sizeof *defaults; d++) {
        int64_t v = 1;
        if (strcmp(defaults[d].role, role) != 0) continue;
        if (is_floating(a->type)) {
            m->s->args[i].value =
                lp_strdup(strcmp(defaults[d].value, "global") == 0 ? "1" : defaults[d].value);
        } else {
            eval(m, defaults[d].value, &v, NULL); /* 0.5 of an integer stays 1 */
            set_int(m, i, v);
        }
        if (strcmp(role, "unused") != 0) note(m, a->name, m->s->args[i].value, defaults[d].why);
        return true;
    }
    return false;
}

static int fill_scalars(making *m) {
    lp_text missing = {0};
    for (int i = 0; i < m->k->n_args; i++) {
        const mdl_arg *g = find(m->given, m->k->args[i].name);
        if (is_scalar(&m->k->args[i]) && g && set_given(m, i, g->text)) return -1;
    }
    take_known(m);
    for (int i = 0; i < m->k->n_args; i++) {
        const db_arg *a = &m->k->args[i];
        if (!is_scalar(a) || m->s->args[i].value || strcmp(a->kind, "struct") == 0 || assume(m, i))
            continue;
        lp_text_addf(&missing, " --arg %s=VALUE (%s)", a->name, a->role ? a->role : a->type);
    }
    take_known(m); /* those that depend on an assumed one */
    int rc = missing.len ? lp_fail(m->e, "kernel %s needs%s", m->k->name, missing.s) : 0;
    lp_text_free(&missing);
    return rc;
}

/* ---- memory ---- */

static int length_of(const making *m, const db_arg *a, int64_t *elems) {
    const mdl_arg *g = find(m->given, a->name);
    int64_t least = a->content && strncmp(a->content, "rowptr:", 7) == 0 ? 2 : 1, need = 0;
    lp_err why = {""};
    bool known = eval(m, a->extent, &need, &why);
    if (g && !eval(m, g->text, elems, &why))
        return lp_fail(m->e, "--arg %s=[%s]: %s", a->name, g->text, why.msg);
    if (g && *elems < 1)
        return lp_fail(m->e, "--arg %s=[%s]: a length is at least 1", a->name, g->text);
    if (g && known && *elems < need && m->notes)
        lp_text_addf(m->notes, "%s has %lld elements, but the kernel may touch %lld\n", a->name,
                     (long long)*elems, (long long)need);
    if (g) return 0;
    if (!known && strcmp(a->access, "none") != 0)
        return lp_fail(m->e, "the length of %s cannot be inferred%s%s; give --arg %s=[LENGTH]",
                       a->name, why.msg[0] ? ": " : "", why.msg, a->name);
    *elems = need > least ? need : least;
    return 0;
}

static int fill_memory(making *m) {
    lp_binds b = {m->binds, m->n_binds};
    for (int i = 0; i < m->k->n_args; i++) {
        const db_arg *a = &m->k->args[i];
        db_sample_arg *to = &m->s->args[i];
        int64_t bytes = 0;
        if (is_scalar(a)) continue;
        if (strcmp(a->kind, "image") == 0)
            return lp_fail(m->e, "argument %s is an image, which is not supported", a->name);
        if (length_of(m, a, &to->elems)) return -1;
        if (__builtin_mul_overflow(to->elems, a->elem_bytes, &bytes) ||
            __builtin_add_overflow(m->s->bytes, strcmp(a->kind, "local") ? bytes : 0, &m->s->bytes))
            return lp_fail(m->e, "argument %s: %lld elements are more than any memory", a->name,
                           (long long)to->elems);
        to->recipe = mdl_contents_recipe(a, &b);
    }
    return 0;
}

/* A launch that breaks one is predicted all the same: the user may know more than the analysis. */
static void note_constraints(const making *m) {
    const char *text = m->k->constraints ? m->k->constraints : "[]";
    json_t *list = lp_json_parse(text, strlen(text), NULL);
    for (size_t i = 0; m->notes && i < json_array_size(list); i++) {
        const char *formula = json_string_value(json_array_get(list, i));
        int64_t holds = 1;
        if (eval(m, formula, &holds, NULL) && !holds)
            lp_text_addf(m->notes, "%s does not hold, which the kernel needs\n", formula);
    }
    json_decref(list);
}

int mdl_launch_make(const db_kernel *k, int64_t global, int64_t local, const mdl_args *given,
                    db_sample *s, lp_text *notes, lp_err *e) {
    *s = (db_sample){.global_size = global, .local_size = local};
    if (global < 1 || local < 1 || global % local != 0)
        return lp_fail(e, "global size %lld is not a multiple of local size %lld",
                       (long long)global, (long long)local);
    if (k->reqd_local > 0 && local != k->reqd_local)
        return lp_fail(e, "kernel %s runs with a local size of %lld only", k->name,
                       (long long)k->reqd_local);
    if (check_words(k, given, e)) return -1;
    s->args = lp_alloc((size_t)k->n_args + 1, sizeof *s->args);
    s->n_args = k->n_args;
    for (int i = 0; i < k->n_args; i++)
        s->args[i] = (db_sample_arg){.idx = k->args[i].idx, .elems = -1};
    lp_bind *binds = lp_alloc((size_t)k->n_args + 2, sizeof *binds);
    binds[0] = (lp_bind){"global", global};
    binds[1] = (lp_bind){"local", local};
    making m = {k, given, s, binds, 2, notes, e};
    int rc = fill_scalars(&m);
    if (rc == 0) rc = fill_memory(&m);
    if (rc == 0) note_constraints(&m);
    free(binds);
    return rc;
}
