/* The walk: abstract execution of a kernel over symbolic values (an_sym), once for all work-items
 * and all iterations.
 *
 * Every integer and pointer variable holds a symbolic value; branches narrow values by guards and
 * are joined; loops run once with a trip counter; helpers are walked at each call. Every memory
 * access is recorded with its bounds. What cannot be bounded ends the walk with a reason. The
 * first pass learns which arguments the kernel stores to and which contents need bounds, the last
 * one uses that; where it fails, one more pass in between learns again with what is known.
 *
 * Files: walk.c (entry, state, joins), walk_cond.c (guards), walk_expr.c, walk_place.c,
 * walk_vector.c, walk_call.c, walk_stmt.c,
 * walk_loop.c, walk_trips.c, walk_rank.c, walk_cas.c (how often loops run), walk_invar.c,
 * walk_relate.c, walk_paths.c, walk_induct.c (loop variables), walk_mem.c (objects and accesses),
 * walk_pointed.c, walk_require.c (constraints), walk_array.c (contents of private and local arrays,
 * counters), walk_field.c (contents of arguments), walk_float.c (ranges of floating-point values).
 */
#ifndef AN_WALK_H
#define AN_WALK_H

#include "analyze/bound.h"
#include "analyze/ir.h"
#include "analyze/reason.h"
#include "analyze/sym.h"
#include "analyze/work.h"

typedef enum { AN_O_ARG, AN_O_LOCAL, AN_O_PRIVATE, AN_O_TABLE, AN_O_SET, AN_O_NULL } an_okind;

enum { AN_SET_MAX = 4 };

typedef struct an_object {
    an_okind kind;
    int arg;             /* AN_O_ARG */
    const an_decl *decl; /* the others */
    an_space space;
    int64_t size;                         /* bytes; -1 for arguments */
    struct an_object *member[AN_SET_MAX]; /* AN_O_SET: a pointer that points into one of these */
    int n_members;
    const an_sym *lo, *hi; /* AN_O_TABLE of integers: range of its values */
} an_object;

typedef enum { AN_V_NONE, AN_V_INT, AN_V_PTR } an_vkind;

enum { AN_LANES = 16 };

typedef struct an_value {
    an_vkind kind;
    int n_lanes;
    const an_sym *i;     /* INT: never NULL */
    an_object *obj;      /* PTR: NULL when lost; NONE: where a vector or struct was loaded from */
    const an_sym *off;   /* PTR: bytes from the start of obj, NULL when lost */
    const an_sym **lane; /* NONE: integer components of a vector written out, NULL when unknown */
    const struct an_real *real; /* NONE: what is known of a float, NULL when nothing */
} an_value;

typedef enum { AN_P_NONE, AN_P_VAR, AN_P_PART, AN_P_MEM } an_pkind;

/* Where an expression's value lives. */
typedef struct an_place {
    an_pkind kind;
    const an_decl *var; /* VAR, PART */
    an_object *obj;     /* MEM */
    const an_sym *off;
    const an_type *type; /* what is accessed there */
} an_place;

typedef enum { AN_LOAD, AN_STORE, AN_ATOMIC } an_acckind;

typedef struct an_access {
    int arg;
    an_acckind kind;
    uint32_t off;          /* in the unit's text */
    int64_t size;          /* bytes */
    const an_sym *byte;    /* byte offset, varying */
    const an_sym *lo, *hi; /* uniform bounds of byte */
    bool guarded;          /* a guard compares something of the work-item with something uniform */
    bool conditional;      /* whether it happens depends on data, or on what is not followed */
    bool dead;             /* what it loads is not needed */
    const an_sym *mult;    /* executions per work-item, uniform; NULL when unknown */
    const an_object *obj;
    const struct an_loop *loop; /* the innermost one around it, in whatever function; NULL */
    const an_region *region;
} an_access;

typedef struct an_loop {
    int id;
    bool grid_stride; /* a variable advances by the global size */
    bool halving;     /* a variable is halved or doubled */
    bool has_barrier, divergent_exit, divergent_cond;
    bool data_exit;      /* data may end it early */
    bool leaves;         /* by a `break` or `return` that asks for data */
    double go_on;        /* share of iterations after which data let it go on */
    const an_sym *trips; /* upper bound, uniform */
    bool exact;          /* its condition is uniform */
    bool finite;         /* it ends although nothing bounds the trips */
    int first_atom;      /* serial of the first atom that its walk made */
    struct an_loop *outer;
    /* conditions that end the loop by `break`, as guards that hold while it goes on; for loops
     * without another bound */
    const an_sym *stay[8];
    int n_stay;
    struct an_snap *breaks, *continues;
} an_loop;

/* While one path through a loop's body is walked at a time (walk_rank.c): which side each `if`
 * takes. */
typedef struct an_paths {
    unsigned turns; /* bit i: the i-th `if` goes to its other side */
    int n, at;      /* decided before, met in this walk */
    bool blurred;   /* more of them than are told apart: the rest is joined as usual */
} an_paths;

enum { AN_MAX_TURNS = 5 };

/* A copy of the variables and guards at the end of a branch. */
typedef struct an_snap {
    an_value *env;
    an_guards g;
    struct an_snap *next;
} an_snap;

typedef struct an_frame {
    const an_decl *fn;
    struct an_frame *up;
    an_loop *loops; /* loops of the caller are not ours */
    struct {
        an_value v;
        an_guards *g;
    } ret[16];
    int n_ret;
    bool ret_lost;
} an_frame;

typedef enum {
    AN_F_LOAD_GLOBAL,
    AN_F_STORE_GLOBAL,
    AN_F_LOAD_LOCAL,
    AN_F_STORE_LOCAL,
    AN_F_LOAD_CONSTANT, /* bytes */
    AN_F_FLOP,
    AN_F_IOP,
    AN_F_SPECIAL,
    AN_F_ATOMIC,
    AN_F_BARRIER,
    AN_F_BRANCH,
    AN_F_TRIPS,
    AN_F_PRIVATE,
    AN_N_FEATURES
} an_feat;

/* Entries of a sparse row, on average, in contents and costs. */
enum { AN_MEAN_ROW = 8 };

/* How a scalar argument was used, a mask; role.c makes a role of it. */
enum {
    AN_U_ANY = 1,
    AN_U_BOUND = 2,
    AN_U_TRIPS = 4,
    AN_U_STRIDE = 8,
    AN_U_OFFSET = 16,
    AN_U_DIVISOR = 32,
    AN_U_MODULUS = 64,
    AN_U_SHIFT = 128,
    AN_U_FLAG = 256,
    AN_U_FLOAT = 512,
    AN_U_SEED = 1024,
    AN_U_MASK = 2048,
    AN_U_PITCH = 4096,
    AN_U_PLACE = 8192 /* part of the place of a value that is compared */
};

/* What is stored in an element of a private or local array, or in all of them. */
typedef struct an_cell {
    const an_sym *lo, *hi; /* of stored values */
    const an_sym *added;   /* by atomic operations of one work-group, NULL when none */
    bool stored, lost;
    uint64_t phases; /* in which it is stored to, a mask */
} an_cell;

enum { AN_CELLS = 16 };

typedef struct an_cells {
    int n;
    bool each;     /* a cell is one element; otherwise the only cell is all of them */
    uint64_t from; /* loads that stored values are made of, a mask */
    an_cell cell[AN_CELLS];
} an_cells;

/* What the passes learn about an argument, or about an integer member of its elements: those
 * follow the arguments. */
typedef struct an_arginfo {
    const an_type *type; /* members: NULL for an unused entry */
    int parent;
    int64_t at;      /* bytes from the start of the element */
    bool simplified; /* `extent` outgrew what a formula may hold: it is `simple` */
    bool plain;      /* something else than a counting atomic stores there */
    bool adds;
    const an_sym *added;   /* by all counting atomics of a launch in this pass; NULL when unknown */
    const an_sym *counted; /* the same of the last learning pass; NULL when not only counted */
    const an_sym *learnt;  /* buffers: the extent of the last learning pass */
    const an_sym *total;   /* what walks count on: of a counter that starts at zero */
    bool zero;             /* a counter that must start at zero */
    bool stored, loaded;
    bool need_index;  /* values index something: they need an upper bound */
    bool scatters;    /* values say where something is stored to, without atomics */
    bool gathers;     /* they index something in another way */
    bool need_bound;  /* values bound a loop */
    bool row_pointer; /* p[i] and p[i + 1] bound a loop */
    bool need_real;   /* a floating-point value made of them could not become an integer */
    bool real;        /* they are given: uniform from real_lo to real_hi */
    int64_t real_lo, real_hi;
    int64_t index_cap; /* least element count of a fixed array they index, 0 when none */
    const an_sym
        *content; /* exclusive upper bound of values chosen for the second pass; NULL when free */
    unsigned use; /* scalars */
    int refs, compared;   /* floating scalars: uses, and those that compare it with what varies */
    const an_sym *extent; /* buffers: elements, uniform */
    const an_sym *simple; /* the same of bounds that are shorter and may be looser */
    const an_type *view;  /* pointers to void: what they were cast to, NULL when never */
    bool views_differ;
} an_arginfo;

typedef struct an_walk {
    an_ir *ir;
    an_symtab *S;
    an_arena *arena;
    int n_args;
    an_arginfo *args;
    bool final;    /* last pass */
    bool informed; /* a pass before this one has chosen contents */
    int quiet;     /* >0: record nothing */
    int dead;      /* statements around that a compiler leaves out: features do not count them */
    an_value *env;
    bool live;
    an_guards G;
    bool gdiv[AN_MAX_GUARDS];  /* guard n came from a condition that differs between work-items */
    bool gleft[AN_MAX_GUARDS]; /* guard n says what holds after a loop: it guards nothing */
    bool uniform_join; /* the branches that are being joined were chosen alike by a whole group */
    int opaque_div;    /* conditions that differ and gave no guard */
    bool entering;     /* the condition that is assumed is that of a loop */
    int unsaid; /* conditions around this point that ask for data, or for what is not followed */
    struct an_fact *facts; /* by slot: what a variable that keeps a condition says */
    an_frame *frame;
    an_loop *loop;
    an_paths *paths; /* NULL: branches are joined */
    int n_loops, depth;
    int nest;  /* branches, loops and the like around this point */
    int phase; /* barriers that every work-item has passed, outside of all branches and loops */
    an_snap *spare_snaps; /* dropped; to be used again */
    an_value **spare_envs;
    size_t n_spare, cap_spare;
    const an_sym *mult;  /* executions of this point by one work-item, about */
    const an_sym *times; /* at most; NULL when unknown */
    const an_sym *feat[AN_N_FEATURES];
    an_region *work, *region; /* what is done where: the whole kernel, and this point */
    const an_node *unused;    /* the call whose result nobody uses */
    an_object **objects;      /* by declaration */
    size_t n_objects, cap_objects;
    const an_loop *around; /* the innermost loop, in whatever function */
    an_access *acc;        /* to arguments */
    size_t n_acc, cap_acc;
    an_access *own; /* the last pass: to variables, tables; arg is -1 */
    size_t n_own, cap_own;
    const an_sym **constraints; /* each must be >= 0 */
    size_t n_constraints, cap_constraints;
    int dims;
    bool local_tree; /* a halving loop over local memory: a reduction */
    long steps;
    an_reason reason; /* AN_OK while all is well */
    uint32_t reason_off;
    char detail[256];
} an_walk;

typedef enum { AN_PASS_LEARN, AN_PASS_AGAIN, AN_PASS_FINAL } an_pass;

/* One pass. `args` has room for AN_MEMBERS more than arguments and is kept between passes; all
 * else starts anew. */
enum { AN_MEMBERS = 16 };
void an_walk_init(an_walk *w, an_ir *ir, an_symtab *S, an_arginfo *args, an_pass pass);
void an_walk_run(an_walk *w);
void an_walk_free(an_walk *w);

/* ---- shared between the walk_*.c files --------------------------------------------------------
 */
void an_fail(an_walk *w, an_reason r, uint32_t off, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
bool an_stopped(const an_walk *w);
void an_count(an_walk *w, an_feat f, int64_t n);
void an_use(an_walk *w, const an_sym *a,
            unsigned how); /* every scalar argument in `a` is used so */

an_value an_none(void);
an_value an_null(an_walk *w); /* the null pointer */
/* Whether it counts as true where that is certain: constants, null, pointers into an object. */
bool an_known_truth(an_value v, bool *truth);
an_value an_int(const an_sym *i);
/* What wraps around at `bits` or more, as if it did not. */
const an_sym *an_unwrap(an_walk *w, const an_sym *a, int bits);
/* Loads that a value is made of, a mask of their ids below 64; and `a` as made of them, so that
 * contents can be asked for. */
uint64_t an_sources(an_walk *w, const an_sym *a);
const an_sym *an_made_of(an_walk *w, const an_sym *a, uint64_t from);
/* Marks the arguments and members that were loaded to make an atom. */
void an_ask(an_walk *w, const an_atom *x, void (*mark)(an_arginfo *a, int64_t cap), int64_t cap);
an_value an_unknown_of(an_walk *w, const an_type *t, const char *why,
                       unsigned deps); /* by the range of its type */
/* What a 32-bit product of a hash is: it wraps around before it is shifted or its bits are taken.
 */
const an_sym *an_wrap_hash(an_walk *w, const an_sym *a, const an_type *t);
/* Integers below 32 bits: arithmetic is done in int, and storing truncates. */
bool an_is_narrow(const an_type *t);
bool an_type_range(const an_type *t, int64_t *lo, int64_t *hi); /* integers of at most 32 bits */
/* The value seen as type t: wraps, truncates, keeps what is provably the same. */
an_value an_to_type(an_walk *w, an_value v, const an_type *t);

an_value *an_env_copy(an_walk *w);
an_snap *an_snapshot(an_walk *w);
/* Gives their memory back for the next copy; NULL is fine, nobody may look at them any more. */
void an_env_drop(an_walk *w, an_value *env);
void an_snap_drop(an_walk *w, an_snap *s);
void an_snaps_drop(an_walk *w, an_snap *list);
/* Joins the variables of two snapshots into w->env; either may be NULL. */
void an_join(an_walk *w, const an_snap *a, const an_snap *b);
/* Joins `more` to what was joined so far (NULL: nothing yet) and gives that back instead of it. */
an_snap *an_join_more(an_walk *w, an_snap *sofar, const an_snap *more);
an_value an_join_values(an_walk *w, an_value a, const an_guards *ga, an_value b,
                        const an_guards *gb);

/* The guards, and the region that they make. */
typedef struct an_mark {
    int n, opaque, facts, unsaid;
    an_region *region;
} an_mark;
an_mark an_guard_mark(const an_walk *w);
void an_guard_reset(an_walk *w, an_mark m);
void an_guard_push(an_walk *w, const an_sym *g, bool divergent);
/* Adds what follows from `cond` being `truth`. The condition's accesses were recorded by an_eval
 * before. */
void an_assume(an_walk *w, const an_node *cond, bool truth);
/* What is known about the quotients, remainders and masks in `a` beyond their own ranges. For
 * values that a loop changes in a way of its own: the middle of two positions. */
void an_note_parts(an_walk *w, const an_sym *a);
/* Remembers what `d` being true or false will say: it is assigned once, by its declaration, from a
 * condition. */
void an_remember_condition(an_walk *w, const an_decl *d);

an_value an_eval(an_walk *w, const an_node *n);
an_value an_peek(an_walk *w,
                 const an_node *n); /* the value, recording nothing; NONE when it has effects */
an_place an_place_of(an_walk *w, const an_node *n);
an_value an_address_of(an_walk *w, an_place p);
an_value an_load_place(an_walk *w, an_place p, uint32_t off);
void an_store_place(an_walk *w, an_place p, an_value v, uint32_t off);
/* The part of type `t` at `off` bytes into a vector or struct in memory that was loaded as a whole.
 */
an_value an_component(an_walk *w, an_place p, int64_t off, const an_type *t);
/* The parts of a private struct or vector after it got the value `v` as a whole. */
void an_set_parts(an_walk *w, const an_decl *whole, an_value v);
/* Two parts of one union share bytes. */
bool an_overlap(const an_decl *a, const an_decl *b);
/* Integer vectors (walk_vector.c): NONE where no component is known. */
bool an_is_int_vector(const an_type *t);
an_value an_vector_of(an_walk *w, an_value v, const an_type *t); /* a scalar: in all components */
an_value an_vector_read(an_walk *w, const an_decl *d);
an_value an_vector_arith(an_walk *w, an_op op, an_value a, an_value b, const an_type *t);
an_value an_vector_join(an_walk *w, an_value a, const an_guards *ga, an_value b,
                        const an_guards *gb);
/* fn of each component, with `op` for it; at most three operands. */
typedef an_value (*an_lane_fn)(an_walk *w, int op, const an_value *a, const an_type *t);
an_value an_vector_map(an_walk *w, const an_type *t, an_lane_fn fn, int op, const an_value *a,
                       int n_a);
an_value an_arith(an_walk *w, an_op op, an_value a, an_value b, const an_type *t);
an_value an_call(an_walk *w, const an_node *n);
void an_barrier(an_walk *w, uint32_t off, bool of_local); /* of_local: for local memory too */

/* Floating-point values that may become an index (walk_float.c). NONE where nothing is known. */
an_value an_real_argument(an_walk *w, const an_type *t);
an_value an_real_load(an_walk *w, const an_object *o, const an_sym *off, const an_type *t);
an_value an_real_literal(an_walk *w, const an_node *n);
an_value an_real_of_int(an_walk *w, const an_sym *i, const an_type *t);
an_value an_real_arith(an_walk *w, an_op op, an_value a, an_value b, const an_type *t);
an_value an_real_negative(an_walk *w, an_value a);
an_value an_real_call(an_walk *w, const char *name, const an_value *a, int n_a, const an_type *t);
void an_real_assume(an_walk *w, an_op op, an_value a, an_value b, bool truth);
an_value an_real_join(an_walk *w, an_value a, const an_guards *ga, an_value b, const an_guards *gb);
/* Converted by a cast or by the function `name`. */
an_value an_real_to_int(an_walk *w, an_value v, const an_type *t, const char *name);

void an_exec(an_walk *w, const an_node *n);
/* The same, but what the statements of a block say still holds after it. */
void an_exec_open(an_walk *w, const an_node *n);
void an_exec_loop(an_walk *w, const an_node *n);

an_object *an_object_of(an_walk *w, const an_decl *d);
an_object *an_object_of_arg(an_walk *w, int arg, an_space space);
an_object *an_object_null(an_walk *w);
an_object *an_object_set(an_walk *w, an_object *a, an_object *b); /* either; NULL for too many */
bool an_in_local(const an_decl *d); /* a variable in local memory, not a pointer to it */
void an_init_array(an_walk *w, const an_decl *d); /* the initialiser's values */
/* Integer variables whose address is taken. Those of an aggregate's parts are not followed. */
bool an_follows_address(const an_decl *d);
/* The value of the variable that is loaded from or stored to as a whole; NONE for other targets. */
an_value an_pointed_load(an_walk *w, const an_object *o, const an_sym *off, const an_type *t);
void an_pointed_store(an_walk *w, const an_object *o, const an_sym *off, an_value v,
                      const an_type *t);
void an_pointed_forget(an_walk *w, const an_object *o); /* something unknown is stored there */
void an_pointed_enter_loop(an_walk *w, const an_node *loop);
/* Launches must make it >= 0, all products of 32-bit index arithmetic stay below 2^31 (`unit`
 * bytes are one element), and strides of one index not negative in sum: true when that is new. */
void an_require(an_walk *w, const an_sym *g);
void an_require_products(an_walk *w, const an_sym *a, int64_t unit);
void an_require_sum(an_walk *w, const an_sym *index, int64_t unit);
bool an_require_strides(an_walk *w, const an_sym *byte);
const an_sym *an_unwrapped(an_walk *w, const an_sym *byte);
/* Contents of arrays in private and local memory: a store of `v` as type `t`, a store of something
 * that is not followed, what a load may give (NONE when unknown). */
void an_array_store(an_walk *w, const an_object *o, const an_sym *off, an_value v,
                    const an_type *t);
void an_array_spoil(an_walk *w, const an_object *o);
an_value an_array_load(an_walk *w, const an_object *o, const an_sym *off, const an_type *t);
/* An atomic addition of `amount`: the value before it. Any other atomic operation. */
an_value an_count_up(an_walk *w, an_value p, const an_sym *amount, const an_type *t);
void an_uncounted(an_walk *w, an_value p);
/* Integers of type `t` loaded from an argument, by the chosen contents, else by the type. */
an_value an_argument_load(an_walk *w, const an_object *o, const an_sym *off, const an_type *t);
void an_record(an_walk *w, an_object *obj, const an_sym *byte, int64_t size, an_acckind kind,
               uint32_t off);

/* Loop variables (walk_induct.c). */
typedef struct an_induct {
    const an_decl *var;
    enum { AN_I_LOST, AN_I_ADD, AN_I_MUL, AN_I_DIV, AN_I_GROW } kind;
    const an_sym
        *step;      /* ADD: per trip (bytes for pointers); GROW: the most it grows by in one trip */
    int64_t factor; /* MUL, DIV: at least 2 */
    bool additive;  /* LOST: every update adds or subtracts something */
    an_value init;
    const an_atom *iter; /* MUL, DIV, GROW: its atom in the body */
} an_induct;
/* The variables that the loop assigns, with how they advance. Returns the count; *out lives in the
 * arena. */
int an_find_inducts(an_walk *w, const an_node *loop, an_induct **out);

#endif
