/* Choices of a synthesised kernel: small draws, and the style of its author. Input: random streams
 * and weights. Output: numbers, words, a style. Integer arithmetic only. */
#include "common/error.h"
#include <string.h>

#include "gen/synth_int.h"

int syn_below(lp_pcg *r, int n) {
    return (int)lp_pcg_below(r, (uint32_t)n);
}

bool syn_chance(lp_pcg *r, int64_t percent) {
    return (int64_t)lp_pcg_below(r, 100) < percent;
}

int syn_pick(lp_pcg *r, const int *weights, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += weights[i];
    if (sum <= 0) LP_BUG("weights without a sum");
    int at = syn_below(r, sum);
    for (int i = 0; i < n; i++) {
        if (at < weights[i]) return i;
        at -= weights[i];
    }
    LP_BUG("weights");
}

const char *syn_word(lp_pcg *r, const char *const *words, int n) {
    return words[syn_below(r, n)];
}

const syn_production *syn_draw_production(syn *s, const syn_production *v, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += v[i].weight;
    int at = syn_below(&s->shape, sum), i = 0;
    while (at >= v[i].weight) at -= v[i++].weight;
    return &v[i];
}

const syn_production *syn_production_named(const syn_production *v, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (strcmp(v[i].name, name) == 0) return &v[i];
    LP_BUG("no production %s", name);
}

/* From siblings' own stream: nothing here changes the tokens that the structure is made of. */
void syn_draw_style(syn *s) {
    static const char *const indents[] = {"    ", "    ", "  ", "\t", "   ", "        "};
    static const char *const stars[] = {" *", " *", "* ", " * "};
    static const char *const inlines[] = {"static ", "static inline ", "", "static "};
    lp_pcg *r = &s->detail;
    syn_style *t = &s->style;
    bool under = syn_chance(r, 65);
    t->kernel = under ? "__kernel" : "kernel";
    t->global = under ? "__global" : "global";
    t->local = under ? "__local" : "local";
    t->constant = under ? "__constant" : "constant";
    t->indent = syn_word(r, indents, COUNT_OF(indents));
    t->star = syn_word(r, stars, COUNT_OF(stars));
    t->inline_ = syn_word(r, inlines, COUNT_OF(inlines));
    t->own_line = syn_chance(r, 30);
    t->camel = syn_chance(r, 35);
    t->upper_hex = syn_chance(r, 30);
    t->macros = syn_chance(r, 45);
    t->restricts = syn_chance(r, 25);
    t->comments = syn_chance(r, 35);
    t->prefix = syn_chance(r, 70) ? 0 : 1 + syn_below(r, 2);
    t->index_type = syn_chance(r, 65) ? 0 : 1;
    t->id_type = syn_below(r, 3);
    t->scalars_at = syn_below(r, 3);
}
