/* A synthesised kernel: what it is to be like is drawn from the template's stream, then frame,
 * sources, stages and sink are written one after the other. Input: a request and an index. Output:
 * the text of a file. The productions are in synth_frame.c, synth_source.c, synth_stage.c,
 * synth_sink.c and synth_group.c. */
#include "gen/synth.h"

#include <string.h>

#include "common/error.h"
#include "gen/synth_int.h"

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)
enum { NAMES = 8, FRAMES = 32 };

/* What an access pattern is made of. Lists end with NULL; without a list there is a free choice. */
typedef struct plan {
    const char *name;
    size_t weight;      /* offset of the share */
    const char *frames; /* kinds of frames, the first letters of their patterns */
    const char *sources[NAMES], *sinks[NAMES], *groups[NAMES];
    int group_percent; /* how often a work-group works together; -1: synthesis.shares.local */
} plan;

#define W(field) offsetof(lp_synth_shares, field)
static const plan plans[] = {
    {"direct",
     W(direct),
     "d",
     {"same", "two", "vload", "record", "computed", "packed", "registers", "all-pairs"},
     {0},
     {0},
     0},
    {"bounds-check", W(bounds_check), "b", {0}, {0}, {0}, 0},
    {"grid-stride", W(grid_stride), "g", {0}, {0}, {0}, 0},
    {"tiling", W(tiling), "t", {0}, {0}, {"reversed", "rotated", "everyone", "tiles"}, -1},
    {"offset-stride",
     W(offset_stride),
     "dbgs",
     {"ahead", "strided", "column", "transposed"},
     {0},
     {0},
     0},
    {"indirect",
     W(indirect),
     "dbbg",
     {"gather", "csr-row", "ell-row", "chase", "table"},
     {"store", "scatter", "histogram", "extreme", "append"},
     {"local-bins"},
     8},
    {"reduction",
     W(reduction),
     "dbgt",
     {0},
     {0},
     {"tree", "interleaved", "serial", "scan", "tree", "local-bins"},
     100},
    {"stencil",
     W(stencil),
     "dbbg",
     {"clamped", "guarded-neighbour", "padded", "cross", "convolution", "wrapped"},
     {0},
     {"neighbours", "rotated"},
     -1},
    {"composite", W(composite), "dbgts", {0}, {0}, {0}, -1},
};

static int64_t share(const syn *s, const plan *p) {
    return *(const int64_t *)((const char *)s->want + p->weight);
}

static const plan *draw_plan(syn *s) {
    int weights[COUNT_OF(plans)];
    for (int i = 0; i < COUNT_OF(plans); i++) weights[i] = (int)share(s, &plans[i]);
    return &plans[syn_pick(&s->shape, weights, COUNT_OF(plans))];
}

static const syn_production *draw_from(syn *s, const char *const names[NAMES],
                                       const syn_production *all, int n) {
    int listed = 0;
    while (listed < NAMES && names[listed]) listed++;
    if (listed == 0) return syn_draw_production(s, all, n);
    return syn_production_named(all, n, names[syn_below(&s->shape, listed)]);
}

static void use(syn *s, const char *kind, const syn_production *p) {
    syn_made(s, syn_fmt(s, "%s=%s", kind, p->name));
    p->emit(s);
}

/* ---- the template
 * ----------------------------------------------------------------------------------
 */

static void draw_types(syn *s) {
    const lp_synth_shares *w = s->want;
    static const int widths[] = {2, 4, 4, 4, 8};
    bool integers = syn_chance(&s->shape, w->integers);
    bool is_signed = syn_chance(&s->shape, 45);
    bool vectors = syn_chance(&s->shape, w->vectors);
    int width = widths[syn_below(&s->detail, COUNT_OF(widths))];
    s->val.cls = !integers ? SYN_FLOAT : is_signed ? SYN_INT : SYN_UINT;
    s->val.bits = syn_chance(&s->detail, integers ? 15 : w->doubles) ? 64 : 32;
    s->val.lanes = vectors ? width : 1;
    if (s->val.lanes == 8 && s->val.bits == 64) s->val.lanes = 4;
    if (s->val.cls == SYN_FLOAT && s->val.bits == 64)
        lp_text_add(&s->pragmas, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
}

static void draw_mix(syn *s) {
    const lp_synth_shares *w = s->want;
    s->mix[SYN_PLAIN] = 6 + syn_below(&s->shape, 12);
    s->mix[SYN_SPECIAL] = syn_chance(&s->shape, w->special) ? 12 : syn_below(&s->shape, 2);
    s->mix[SYN_BITS] = syn_chance(&s->shape, w->bits) ? 14 : syn_below(&s->shape, 3);
    s->mix[SYN_CHOOSE] = syn_below(&s->shape, 5);
    s->mix[SYN_DIVIDE] = syn_below(&s->shape, 3);
    syn_made(s, s->val.cls == SYN_FLOAT ? s->mix[SYN_SPECIAL] > 2 ? "mix=special" : "mix=float"
                : s->mix[SYN_BITS] > 3  ? "mix=bits"
                                        : "mix=integer");
}

static const syn_frame *draw_frame(syn *s, const plan *p, bool together) {
    char kind = p->frames[syn_below(&s->shape, (int)strlen(p->frames))];
    int fit[FRAMES] = {0}, n = 0;
    for (int i = 0; i < syn_n_frames && n < FRAMES; i++)
        if (syn_frames[i].pattern[0] == kind && (syn_frames[i].all || !together)) fit[n++] = i;
    if (n == 0) LP_BUG("no frame of kind %c", kind);
    return &syn_frames[fit[syn_below(&s->shape, n)]];
}

/* ---- the body
 * ----------------------------------------------------------------------------------
 */

static void emit_sources(syn *s, const plan *p) {
    syn_comment(s, "what this item works on");
    use(s, "source", draw_from(s, p->sources, syn_sources, syn_n_sources));
    int more =
        strcmp(p->name, "composite") == 0 ? 1 + syn_below(&s->shape, 2) : syn_chance(&s->shape, 40);
    for (int k = 0; k < more; k++)
        use(s, "source", syn_draw_production(s, syn_sources, syn_n_sources));
}

static void stage(syn *s, const char *name) {
    use(s, "stage", syn_production_named(syn_stages, syn_n_stages, name));
}

static void emit_stages(syn *s) {
    static const char *const loops[] = {"iterate", "iterate", "nest"};
    static const char *const branches[] = {"branch", "branch", "lanes", "until", "data-trips"};
    const lp_synth_shares *w = s->want;
    bool early = syn_chance(&s->shape, 50);
    bool loop = syn_chance(&s->shape, w->loops), split = syn_chance(&s->shape, w->divergence);
    int plain = 1 + syn_below(&s->shape, 3);
    if (syn_chance(&s->shape, w->helpers)) stage(s, "helper");
    if (loop && early) stage(s, syn_word(&s->shape, loops, COUNT_OF(loops)));
    for (int k = 0; k < plain; k++)
        use(s, "stage", syn_draw_production(s, syn_stages, syn_n_stages));
    if (split) stage(s, syn_word(&s->shape, branches, COUNT_OF(branches)));
    if (loop && !early) stage(s, syn_word(&s->shape, loops, COUNT_OF(loops)));
}

static void emit_sink(syn *s, const plan *p) {
    static const char *const atomics[NAMES] = {"histogram", "extreme", "append"};
    bool atomic = !p->sinks[0] && syn_chance(&s->shape, s->want->atomics);
    syn_comment(s, "write back");
    use(s, "sink", draw_from(s, atomic ? atomics : p->sinks, syn_sinks, syn_n_sinks));
}

static void emit_blocks(syn *s, const plan *p, const syn_frame *f, const char *sum) {
    int blocks = f->open(s);
    syn_made(s, syn_fmt(s, "frame=%s", f->name));
    emit_sources(s, p);
    emit_stages(s);
    const char *v = syn_result(s);
    if (!sum)
        emit_sink(s, p);
    else
        syn_line(s, "%s += %s;", sum, v);
    while (blocks-- > 0) syn_close(s);
}

/* Each item's sum, then what the group makes of them. */
static void emit_together(syn *s, const plan *p, const syn_frame *f) {
    const char *sum = syn_name(s, SYN_NAME_SUM);
    syn_line(s, "%s %s = %s;", syn_val(s), sum, syn_zero(s));
    emit_blocks(s, p, f, sum);
    s->n_leaves = 0;
    syn_leaf(s, sum);
    use(s, "group", draw_from(s, p->groups, syn_groups, syn_n_groups));
}

static uint64_t mix_in(uint64_t h, uint64_t v) {
    return lp_mix64((h ^ v) * GOLDEN + 1);
}

/* Other shares make other templates, also under the same seed. */
static uint64_t template_of(const gen_synth *g, int64_t index) {
    const int64_t *w = (const int64_t *)g->want;
    uint64_t h = mix_in((uint64_t)g->seed, (uint64_t)(index / g->siblings));
    for (size_t i = 0; i < sizeof *g->want / sizeof *w; i++) h = mix_in(h, (uint64_t)w[i]);
    return h;
}

void gen_synth_kernel_traced(const gen_synth *g, int64_t index, lp_text *out, unsigned *op_hits) {
    static const int sizes[] = {64, 128, 256};
    syn s = {.want = g->want, .indent = 1};
    uint64_t id = template_of(g, index);
    lp_pcg_seed(&s.shape, id, 1);
    lp_pcg_seed(&s.detail, mix_in(id, (uint64_t)index), 2);
    syn_draw_style(&s);
    draw_types(&s);
    draw_mix(&s);
    const char *name = syn_kernel_name(&s, g->seed, index);
    const plan *p = draw_plan(&s);
    int64_t percent = p->group_percent < 0 ? g->want->local : p->group_percent;
    bool together = syn_chance(&s.shape, percent);
    const syn_frame *f = draw_frame(&s, p, together);
    bool fixed = syn_chance(&s.shape, together ? 12 : 2);
    if (fixed) s.fixed_local = sizes[syn_below(&s.detail, COUNT_OF(sizes))];
    syn_made(&s, syn_fmt(&s, "pattern=%s", p->name));
    if (together)
        emit_together(&s, p, f);
    else
        emit_blocks(&s, p, f, NULL);
    syn_finish(&s, name, id, out);
    for (int i = 0; op_hits && i < syn_n_ops; i++) op_hits[i] += s.op_hits[i];
    syn_free(&s);
}

void gen_synth_kernel(const gen_synth *g, int64_t index, lp_text *out) {
    gen_synth_kernel_traced(g, index, out, NULL);
}
