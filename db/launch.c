/* A launch as formulas and the prompt see it.
 *
 * In: a kernel's record and a sample. Out: bindings, values of features, texts. Reads no database.
 */
#include "db/launch.h"

#include <stdlib.h>

#include "common/prompt.h"
#include "db/ops.h"

const db_sample_arg *db_arg_of(const db_sample *s, int idx) {
    for (int i = 0; i < s->n_args; i++)
        if (s->args[i].idx == idx) return &s->args[i];
    return NULL;
}

int db_bind_launch(const db_kernel *k, const db_sample *s, lp_bind *v) {
    int n = 0;
    v[n++] = (lp_bind){"global", s->global_size};
    v[n++] = (lp_bind){"local", s->local_size};
    for (int i = 0; i < k->n_args; i++) {
        const db_sample_arg *a = db_arg_of(s, k->args[i].idx);
        long long value;
        if (a && a->value && lp_parse_i64(a->value, &value))
            v[n++] = (lp_bind){k->args[i].name, value};
    }
    return n;
}

static char *add_line(const db_arg *a, const db_sample_arg *v, lp_text *lines, lp_prompt_arg *out) {
    int64_t elems = v && v->elems >= 0 ? v->elems : 0;
    char *words = db_content_words(a->content, v ? v->recipe : NULL, elems);
    *out = (lp_prompt_arg){a->idx, a->name, a->kind, a->type, elems, v ? v->value : NULL, words};
    if (lines && lines->len > 0) lp_text_addc(lines, '\n');
    if (lines) lp_prompt_arg_line(lines, out);
    return words;
}

/* Of the many features those that a reader of the kernel would count. */
static bool is_fact(const char *name) {
    static const char *const names[] = {"load_global_bytes",
                                        "store_global_bytes",
                                        "load_local_bytes",
                                        "store_local_bytes",
                                        "local_bytes",
                                        "load_constant_bytes",
                                        "private_bytes",
                                        "flop",
                                        "iop",
                                        "special",
                                        "atomics",
                                        "barriers",
                                        "branches",
                                        "loop_trips",
                                        "coalesce_stride"};
    return lp_is_one_of(name, names, sizeof names / sizeof *names);
}

/* The facts that say something, into v with room for all of them. Returns their number. */
static int list_facts(const db_formulas *f, const db_sample *s, lp_prompt_fact *v) {
    const db_kernel *k = f->kernel;
    lp_bind *b = lp_alloc((size_t)k->n_args + 2, sizeof *b);
    lp_binds binds = {b, db_bind_launch(k, s, b)};
    int n = 0;
    for (int i = 0; i < k->n_features; i++) {
        int64_t value = 0;
        if (!is_fact(k->features[i].name)) continue;
        if (!db_formula_value(f, i, &binds, &value) || value == 0) continue;
        v[n++] = (lp_prompt_fact){k->features[i].name, value};
    }
    free(b);
    return n;
}

void db_launch_prompt(const db_kernel *k, const db_sample *s, lp_prompt_level level,
                      const db_formulas *facts, lp_text *lines, lp_text *prompt) {
    size_t n = (size_t)k->n_args;
    lp_prompt_arg *args = lp_alloc(n + 1, sizeof *args);
    lp_prompt_fact *known = lp_alloc((size_t)k->n_features + 1, sizeof *known);
    char **words = lp_alloc(n + 1, sizeof *words);
    for (size_t i = 0; i < n; i++)
        words[i] = add_line(&k->args[i], db_arg_of(s, k->args[i].idx), lines, &args[i]);
    lp_prompt_build(prompt, &(lp_prompt){.kernel = k->name,
                                         .code = k->source ? k->source : "",
                                         .level = level,
                                         .args = args,
                                         .n_args = k->n_args,
                                         .facts = known,
                                         .n_facts = facts ? list_facts(facts, s, known) : 0,
                                         .global_size = s->global_size,
                                         .local_size = s->local_size});
    for (size_t i = 0; i < n; i++) free(words[i]);
    free(words);
    free(known);
    free(args);
}

void db_formulas_init(db_formulas *f, const db_kernel *k) {
    f->kernel = k;
    f->v = lp_alloc((size_t)k->n_features + 1, sizeof(lp_expr *));
    for (int i = 0; i < k->n_features; i++) f->v[i] = lp_expr_parse(k->features[i].formula, NULL);
}

void db_formulas_free(db_formulas *f) {
    for (int i = 0; f->kernel && i < f->kernel->n_features; i++) lp_expr_free(f->v[i]);
    free(f->v);
    *f = (db_formulas){0};
}

bool db_formula_value(const db_formulas *f, int feature, const lp_binds *launch, int64_t *out) {
    return f->v[feature] &&
           lp_expr_eval(f->v[feature], lp_bind_lookup, (void *)launch, out, NULL) == 0;
}
