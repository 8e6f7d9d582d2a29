/* The model's prompt.
 *
 * In: a normalised kernel, its arguments and a launch. Out: text. Any change here changes what
 * models were trained on: such a change needs a new data set. Chooses no sizes and reads no
 * database. */
#include "common/prompt.h"

#include <string.h>

static const char task_line[] = "Predict the execution time of this OpenCL kernel.";

/* How each kind of argument is worded: an array of elements, or one value. */
static const struct {
    const char *kind, *words;
    bool array;
} kinds[] = {
    {"buffer", "global buffer", true}, {"constant", "constant buffer", true},
    {"local", "local buffer", true},   {"scalar", "scalar", false},
    {"struct", "struct", false},
};

void lp_prompt_arg_line(lp_text *out, const lp_prompt_arg *a) {
    const char *words = a->kind; /* an unknown kind, out of a foreign database, is named as it is */
    bool array = false;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (strcmp(kinds[k].kind, a->kind) != 0) continue;
        words = kinds[k].words;
        array = kinds[k].array;
    }
    lp_text_addf(out, "Argument %d is %s, %s of %s", a->index, a->name, words, a->type);
    if (array)
        lp_text_addf(out, "[%lld]", (long long)a->elems);
    else if (a->value)
        lp_text_addf(out, " = %s", a->value);
    if (a->recipe && *a->recipe) lp_text_addf(out, ", %s", a->recipe);
}

void lp_prompt_build(lp_text *out, const lp_prompt *p) {
    lp_strv keep = {0};
    if (p->kernel) lp_strv_add(&keep, p->kernel);
    for (int i = 0; i < p->n_args; i++) lp_strv_add(&keep, p->args[i].name);
    lp_text_addf(out, "%s\n", task_line);
    lp_prompt_code(out, p->code, p->level, &keep);
    lp_text_add(out, "\nGiven input:\n");
    for (int i = 0; i < p->n_args; i++) {
        lp_prompt_arg_line(out, &p->args[i]);
        lp_text_addc(out, '\n');
    }
    for (int i = 0; i < p->n_facts; i++)
        lp_text_addf(out, "Fact: %s = %lld\n", p->facts[i].name, (long long)p->facts[i].value);
    lp_text_addf(out, "Given global_size=%lld, local_size=%lld", (long long)p->global_size,
                 (long long)p->local_size);
    lp_strv_free(&keep);
}
