/* Purpose: roles and domains of scalar arguments. In: the walk's use masks. Out: static strings. */
#include "analyze/role.h"

#include <string.h>

/* First row whose `all` bits are set and `none` bits are clear. */
static const struct {
    unsigned all, none;
    const char *role;
    const char *domain;
} roles[] = {
    /* What shifts grows everything by powers of two, whatever else it is used for. */
    {AN_U_SHIFT, 0, "shift", "{\"min\":1,\"max\":20}"},
    /* A bound of work-items that also bounds a loop: the whole grows with its square, so it is kept
       small. */
    {AN_U_BOUND | AN_U_TRIPS, 0, "bound", "{\"min\":1,\"max\":8192}"},
    {AN_U_BOUND, 0, "bound", "{\"min\":1}"},
    {AN_U_STRIDE | AN_U_TRIPS, 0, "pitch", "{\"min\":1}"},
    {AN_U_TRIPS, 0, "trips", "{\"min\":1}"},
    /* i / t * t: where a tile begins; with i % t it would be a row length */
    {AN_U_STRIDE | AN_U_DIVISOR, AN_U_MODULUS, "tile", "{\"min\":1}"},
    {AN_U_STRIDE, 0, "stride", "{\"min\":1}"},
    {AN_U_MODULUS, 0, "modulus", "{\"min\":1}"},
    {AN_U_DIVISOR, 0, "tile", "{\"min\":1}"},
    {AN_U_OFFSET, 0, "offset", "{\"min\":1}"},
    {AN_U_MASK, 0, "modulus", "{\"min\":1}"},
    {AN_U_PLACE, 0, "bound", "{\"min\":1}"},
    {AN_U_SEED, 0, "seed", "{\"min\":1}"},
    {AN_U_FLAG, 0, "flag", "{\"min\":0,\"max\":1}"},
    {AN_U_ANY, 0, "coefficient", "{\"min\":1}"},
};

static unsigned use_of(const an_walk *w, int arg) {
    return w->args[arg].use;
}

/* A floating argument that is compared with what varies and used for nothing else decides how often
 * something happens: contents and random numbers lie in [0, 1). */
static bool is_probability(const an_walk *w, int arg) {
    return w->args[arg].refs > 0 && w->args[arg].compared == w->args[arg].refs;
}

const char *an_scalar_role(const an_walk *w, int arg) {
    const an_type *t = w->ir->kernel->params[arg]->type;
    unsigned use = use_of(w, arg);
    if (t->cls == AN_T_FLOAT && !use) return "unused";
    if (t->cls != AN_T_INT) return is_probability(w, arg) ? "probability" : "coefficient";
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if ((use & roles[i].all) == roles[i].all && !(use & roles[i].none)) return roles[i].role;
    return "unused";
}

const char *an_scalar_domain(const an_walk *w, int arg) {
    const an_type *t = w->ir->kernel->params[arg]->type;
    unsigned use = use_of(w, arg);
    if (t->cls != AN_T_INT) return is_probability(w, arg) ? "{\"min\":0,\"max\":1}" : NULL;
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if ((use & roles[i].all) == roles[i].all && !(use & roles[i].none)) return roles[i].domain;
    return "{\"min\":1}";
}
