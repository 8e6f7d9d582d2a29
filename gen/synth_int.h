/* Internal to gen/synth*.c: one kernel while it is being written.
 *
 * Strings returned as `const char *` live as long as the kernel. Draws from `shape` must not depend
 * on draws from `detail`: siblings would no longer have one structure. One call or initialiser has
 * at most one argument that draws: compilers evaluate arguments in different orders. */
#ifndef LLMPERF_GEN_SYNTH_INT_H
#define LLMPERF_GEN_SYNTH_INT_H

#include "common/pcg.h"
#include "gen/synth.h"

#define COUNT_OF(table) ((int)(sizeof(table) / sizeof *(table)))

enum { SYN_LEAVES = 64, SYN_OPS = 96, SYN_TILE = 1024 };

typedef enum { SYN_FLOAT = 1, SYN_INT = 2, SYN_UINT = 4 } syn_class;

typedef struct syn_type {
    syn_class cls;
    int bits;  /* of a component: 8 .. 64 */
    int lanes; /* 1, 2, 4, 8, 16 */
} syn_type;

/* How this author writes. */
typedef struct syn_style {
    const char *indent, *kernel, *global, *local, *constant, *star, *inline_;
    bool own_line;  /* opening braces */
    bool camel;     /* names of more than one word */
    bool upper_hex; /* of constants */
    bool macros;    /* constants get names */
    bool restricts; /* pointers */
    bool comments;  /* between the steps */
    int prefix;     /* of buffers: none, g_, d_, p */
    int index_type; /* of loop variables and lengths: int, uint */
    int id_type;    /* of work-item ids: the same, const, size_t */
    int scalars_at; /* among the arguments: where used, last, first */
} syn_style;

/* Groups of operations (synth_op.c), with the weights of this template. */
typedef enum { SYN_PLAIN, SYN_SPECIAL, SYN_BITS, SYN_CHOOSE, SYN_DIVIDE, SYN_N_GROUPS } syn_group;

typedef struct syn {
    lp_pcg shape, detail;
    const lp_synth_shares *want;
    syn_style style;
    lp_strv arena, used, made; /* strings, identifiers, productions of the template */
    lp_strv buffers, scalars, params;
    lp_text pragmas, macros, types, helpers, body;
    int indent, n_macros;
    syn_type val; /* what is computed in */
    int mix[SYN_N_GROUPS];
    const char *i, *n, *gid;      /* element, its bound (NULL: none), the work-item */
    const char *trips;            /* a scalar with a trip count, NULL: none yet */
    const char *leaf[SYN_LEAVES]; /* values of type `val` in scope */
    bool leaf_used[SYN_LEAVES];   /* something depends on it already */
    int n_leaves;
    int fixed_local; /* reqd_work_group_size, 0 = free */
    unsigned op_hits[SYN_OPS];
} syn;

/* ---- synth_text.c: strings, statements, the file ---- */
const char *syn_fmt(syn *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void syn_line(syn *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void syn_open(syn *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void syn_else(syn *s);
void syn_close(syn *s);
void syn_comment(syn *s, const char *text); /* where this author writes comments */
void syn_made(syn *s, const char *what);    /* notes a production of the template */
void syn_finish(syn *s, const char *name, uint64_t template_id, lp_text *out);
void syn_free(syn *s);

/* ---- synth_draw.c: choices ---- */
int syn_below(lp_pcg *r, int n); /* 0 .. n - 1 */
bool syn_chance(lp_pcg *r, int64_t percent);
int syn_pick(lp_pcg *r, const int *weights, int n);
const char *syn_word(lp_pcg *r, const char *const *words, int n);
void syn_draw_style(syn *s);

/* ---- synth_name.c: identifiers ---- */
typedef enum {
    SYN_NAME_IN,
    SYN_NAME_OUT,
    SYN_NAME_INDEX,
    SYN_NAME_BOUND,
    SYN_NAME_TRIPS,
    SYN_NAME_STRIDE,
    SYN_NAME_OFFSET,
    SYN_NAME_WIDTH,
    SYN_NAME_COEF,
    SYN_NAME_VALUE,
    SYN_NAME_SUM,
    SYN_NAME_LOOP,
    SYN_NAME_ID,
    SYN_NAME_TILE,
    SYN_NAME_HELPER,
    SYN_NAME_STRUCT,
    SYN_NAME_TABLE,
    SYN_NAME_COUNT,
    SYN_N_NAMES
} syn_name_role;
const char *syn_name(syn *s, syn_name_role role);
const char *syn_macro_name(syn *s, const char *stem);
const char *syn_kernel_name(syn *s, int64_t seed, int64_t index);

/* ---- synth_type.c: types, constants, arguments ---- */
const char *syn_type_name(syn *s, syn_type t);
const char *syn_val(syn *s);        /* the name of s->val */
syn_type syn_component(syn_type t); /* one lane of it */
syn_type syn_storage(syn *s, bool narrow);
const char *syn_convert(syn *s, syn_type from, syn_type to, const char *x);
const char *syn_number(syn *s, int lo, int hi); /* a constant of one component of s->val */
const char *syn_splat(syn *s, const char *k);   /* the same in all lanes */
const char *syn_zero(syn *s);
const char *syn_const(syn *s, const char *stem, int value); /* an integer, perhaps named */
const char *syn_itype(syn *s);
const char *syn_ptr(syn *s, const char *space, bool is_const, const char *type, const char *name);
const char *syn_in(syn *s, const char *type);
const char *syn_out(syn *s, const char *type);
const char *syn_index_in(syn *s, syn_name_role role); /* integers that index */
const char *syn_scalar(syn *s, syn_name_role role);
const char *syn_coef(syn *s); /* of one component of s->val */
const char *syn_bound(syn *s);
const char *syn_to_uint(syn *s, const char *x); /* any 32 bits of a value */
const char *syn_scalar_of(syn *s, const char *x);
void syn_leaf(syn *s, const char *name);

/* ---- synth_op.c: expressions ---- */
extern const int syn_n_ops;
const char *syn_any(syn *s);  /* a value in scope, first of those that nothing depends on yet */
const char *syn_last(syn *s); /* the last one */
/* The last one, after all that nothing depends on has been added to it: no load or loop is dead. */
const char *syn_result(syn *s);
const char *syn_expr(syn *s, int depth);
const char *syn_apply(syn *s, const char *a); /* one operation on `a` and what is in scope */
const char *syn_condition(syn *s, const char *a);

/* ---- synth_loop.c: loops ---- */
typedef struct syn_loop {
    const char *var;
    bool is_while;
} syn_loop;
const char *syn_trips(syn *s, int lo, int hi); /* of a scalar or constant */
syn_loop syn_loop_begin(syn *s, const char *from, const char *to, const char *step);
void syn_loop_end(syn *s, const syn_loop *l, const char *step);

/* ---- productions; each is a row of a table ---- */
typedef struct syn_production {
    const char *name;
    int weight;
    void (*emit)(syn *s);
} syn_production;
extern const syn_production syn_sources[], syn_stages[], syn_sinks[], syn_groups[];
extern const int syn_n_sources, syn_n_stages, syn_n_sinks, syn_n_groups;
const syn_production *syn_draw_production(syn *s, const syn_production *v, int n);
const syn_production *syn_production_named(const syn_production *v, int n, const char *name);

/* A way from work-items to elements: `open` begins it, s->i is the element then. */
typedef struct syn_frame {
    const char *name;
    const char *pattern; /* the share that asks for it */
    bool all;            /* the whole group leaves it together: barriers may follow */
    int (*open)(syn *s); /* returns how many blocks to close */
} syn_frame;
extern const syn_frame syn_frames[];
extern const int syn_n_frames;

/* gen_synth_kernel, adding to op_hits[SYN_OPS] how often each operation was drawn (NULL: nowhere).
 */
void gen_synth_kernel_traced(const gen_synth *g, int64_t index, lp_text *out, unsigned *op_hits);

#endif
