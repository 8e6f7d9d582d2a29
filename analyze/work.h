/* The work of a kernel, by region: the whole kernel, the sides of branches, the bodies of loops.
 * The walk opens a region where a condition begins to hold and counts operations by their cost
 * class in it, once; how often it runs and how many work-items reach it is kept beside. So a
 * feature is a sum over regions, whose formula grows with the text and not with the products.
 *
 * Files: work.c (regions, counting), work_op.c (what an operation or a builtin counts as),
 * work_chance.c (what data decide), work_items.c (who reaches a region), features_work.c
 * (formulas). */
#ifndef AN_WORK_H
#define AN_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "analyze/ir.h"
#include "analyze/sym.h"

/* Classes, in operations of one lane. Single precision where nothing else is said. */
typedef enum an_work {
    AN_W_FADD,   /* add, subtract, negate */
    AN_W_FMUL,   /* that no addition takes in */
    AN_W_FMA,    /* fma(), mad(), and a product that is added at once */
    AN_W_FCMP,   /* comparisons, minimum, absolute value and the like */
    AN_W_FDIV,   /* division, reciprocal */
    AN_W_SQRT,   /* sqrt, rsqrt, length */
    AN_W_HALF,   /* half precision, all of the above */
    AN_W_DOUBLE, /* add, multiply, compare */
    AN_W_DDIV,   /* double division and roots */
    AN_W_DSPECIAL,
    AN_W_IADD, /* add, logic, shift, compare of at most 32 bits */
    AN_W_IMUL,
    AN_W_IDIV,       /* by what is not constant */
    AN_W_IDIV_CONST, /* by a constant that is no power of two */
    AN_W_LONG,       /* 64 bits: add, logic, shift, compare */
    AN_W_LMUL,
    AN_W_LDIV,
    AN_W_CONVERT,      /* between integers and floats, or floats of two sizes */
    AN_W_SPECIAL_FAST, /* native_, half_ */
    AN_W_SPECIAL,      /* exp, log, sin, cos */
    AN_W_SPECIAL_SLOW, /* pow, tan, erf, tgamma ... */
    AN_W_N_OPS,        /* those above have a weight */

    AN_W_BRANCH_ALIKE = AN_W_N_OPS, /* conditions that are the same for a whole group */
    AN_W_BRANCH_APART,              /* that depend on work-item ids */
    AN_W_BRANCH_DATA,               /* that ask for data */
    AN_W_SWITCH,
    AN_W_CALL,
    AN_W_ENTRY, /* of a loop */
    AN_W_TRIP,
    AN_W_TRIP_INNER, /* of loops without another inside */
    AN_W_TRIP_EXIT,  /* of loops that data may end early */
    AN_W_TRIP_DATA,  /* of loops whose bound is read from memory */
    AN_W_TRIP_APART, /* of loops whose bound differs between work-items */
    AN_W_TRIP_HALVE,
    AN_W_TRIP_GRID, /* of loops that step by the global size */
    AN_W_BARRIER,
    AN_W_ATOMIC_GLOBAL,
    AN_W_ATOMIC_LOCAL,
    AN_W_ATOMIC_USED, /* whose result is used */
    AN_W_ATOMIC_CAS,
    AN_W_LOAD,   /* of global memory: accesses */
    AN_W_GATHER, /* loads whose index was itself loaded */
    AN_W_CHASE,  /* loads whose index comes from the iteration before */
    AN_W_BYTES,  /* of global memory, loads and stores */
    AN_W_STATEMENT,
    AN_N_WORKS
} an_work;

/* Who reaches a region, in a launch; uniform. */
typedef struct an_active {
    const an_sym *items;  /* work-items */
    const an_sym *groups; /* with at least one of them */
    const an_sym *each;   /* work-items of such a group */
} an_active;

typedef struct an_region {
    enum { AN_R_ALL, AN_R_SIDE, AN_R_LOOP } kind;
    struct an_region *up, *child, *last, *next;
    const struct an_loop_run *run; /* LOOP */
    bool data;                     /* SIDE: its condition asks for data */
    double p;                      /* SIDE: the share of times that it holds then */
    double stay;                   /* LOOP: of iterations after which data let it go on */
    bool exit;                     /* LOOP: data may end it early */
    const an_sym *trips;           /* LOOP: at most, or by the mean row; NULL unknown */
    const an_sym **g;              /* what its condition says, as guards */
    int n_g;
    /* after an_work_settle */
    const an_sym *expect; /* LOOP: trips that are likely; at most `trips` */
    an_active active;
    int64_t n[AN_N_WORKS];
} an_region;

/* How likely a condition is what is asked for. */
typedef struct an_chance {
    double p;
    bool data;    /* data decide; else it is taken to hold */
    bool settled; /* all of it is loaded, constant or simply made of that */
} an_chance;

struct an_walk;
struct an_loop_run;

an_region *an_work_root(an_arena *arena);
/* `n` operations of class `c` at this point; nothing while the walk is quiet. */
void an_work_add(struct an_walk *w, an_work c, int64_t n);
/* A region below the current one, which becomes the current one until an_guard_reset. `from` and
 * `unsaid`: of the state before its condition was assumed; `p`: how likely it holds if it asks for
 * data. */
void an_work_side(struct an_walk *w, int from, int unsaid, double p);
/* The same for what a loop repeats `trips` times, before its condition is evaluated: NULL while the
 * walk is quiet. */
an_region *an_work_loop(struct an_loop_run *run, const an_sym *trips);
/* After the condition of the loop was assumed; `from`: guards before. */
void an_work_entered(struct an_loop_run *run, an_region *r, int from);
/* After its body was walked. */
void an_work_left(const struct an_loop_run *run, an_region *r, bool by_data);
/* work_chance.c. */
an_chance an_work_chance(struct an_walk *w, const an_node *cond, bool truth);
/* The share of iterations after which a loop goes on that ends where `c` does not hold. */
double an_work_stay(an_chance c);
/* A branch was met: data decide, or ids of work-items. */
void an_work_branch(struct an_walk *w, bool data, bool apart);

/* work_op.c: what the operator, the conversion, the call of a builtin counts as. */
void an_work_op(struct an_walk *w, const an_node *n);
void an_work_convert(struct an_walk *w, const an_node *from, const an_type *to);
void an_work_builtin(struct an_walk *w, const an_node *call, const char *name);
void an_work_atomic(struct an_walk *w, const an_node *call, const char *name, an_space space);
/* An access to global memory at `byte`. */
void an_work_access(struct an_walk *w, const an_sym *byte, int64_t size, bool load);

/* work_items.c: fills in who reaches each region and how often a loop is likely to run. Makes new
 * values, so that nothing else of the record may be printed after it. */
void an_work_settle(struct an_walk *w);

#endif
