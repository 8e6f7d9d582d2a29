/* How well kernels of our own cover the feature space that imported ones live in: what the files
 * coverage*.c share. `llmperf db stats --corpus` is db_coverage() of ops.h. */
#ifndef LLMPERF_DB_COVERAGE_H
#define LLMPERF_DB_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/expr.h"
#include "db/ops.h"
#include "db/record.h"

/* ---- coverage_launch.c: the one launch that formulas are evaluated for
 * ------------------------------------------------- */

enum {
    DB_COV_GLOBAL = 65536,
    DB_COV_LOCAL = 128,
    DB_COV_BYTES_MAX = 1 << 28,  /* of all buffers */
    DB_COV_LOCAL_MAX = 48 << 10, /* bytes of local memory: what every GPU has */
    DB_COV_TRIPS_MAX = 1 << 18   /* iterations of one work-item */
};

/* Names and values for the formulas of one kernel. */
typedef struct db_cov_launch {
    lp_bind *v; /* names borrowed from the kernel; global and local come first */
    int n;
} db_cov_launch;

/* DB_COV_GLOBAL work-items in groups of DB_COV_LOCAL or of what the kernel requires, every scalar
 * in the middle of its range (by role and domain). Where that exceeds one of the limits above, or a
 * condition of the kernel does not hold, other group sizes are tried, then the ranges quartered,
 * five times at most. What fits never is the last of these. Free with db_cov_launch_free. */
void db_cov_launch_of(const db_kernel *k, db_cov_launch *out);
void db_cov_launch_free(db_cov_launch *l);

/* ---- coverage_kernel.c: kernels as points
 * ------------------------------------------------------------------------------ */

typedef enum {
    DB_COV_INTENSITY,
    DB_COV_STRIDE,
    DB_COV_SPECIAL,
    DB_COV_ATOMICS,
    DB_COV_LOCAL_BYTES,
    DB_COV_BARRIERS,
    DB_COV_BRANCHES,
    DB_COV_INDIRECT,
    DB_COV_TRIPS,
    DB_COV_TOKENS,
    DB_COV_N
} db_cov_dim;

enum { DB_COV_CUTS = 6 };

typedef struct db_cov_feature {
    const char *name;         /* in JSON */
    const char *words;        /* for people */
    double unit;              /* a value x is scaled to log2(1 + x / unit) */
    double cuts[DB_COV_CUTS]; /* ascending, ends at 0: where regions have their borders */
} db_cov_feature;
extern const db_cov_feature db_cov_features[DB_COV_N];

typedef enum { DB_COV_HAND, DB_COV_SYNTH, DB_COV_IMPORTED, DB_COV_SETS } db_cov_set;
extern const char *const db_cov_set_names[DB_COV_SETS];

typedef struct db_cov_kernel {
    char *path, *name, *family; /* never NULL: a kernel without one is a family of its own */
    db_cov_set set;
    double raw[DB_COV_N];
    double at[DB_COV_N]; /* scaled, in spreads of the hand-written set */
    /* of imported kernels; indices into db_cov.v, -1 when there is none */
    int64_t near[2]; /* the nearest hand-written one, the nearest synthesised one */
    double far[2];   /* how far they are */
} db_cov_kernel;

/* All kernels by set, family, path and name. */
typedef struct db_cov {
    db_cov_kernel *v;
    size_t n, cap;
    size_t first[DB_COV_SETS + 1]; /* v[first[s]] .. v[first[s + 1] - 1] are set s */
    int64_t left_out[DB_COV_SETS]; /* a formula has no value */
    int64_t skipped[DB_COV_SETS];  /* by analyze: nothing is known of them */
    int64_t held_out;              /* neither ours nor imported */
    double spread[DB_COV_N];       /* of the scaled values of the hand-written set */
    double *family_far;            /* ascending: from each hand-written family to the nearest
                                      other one */
    size_t n_families;
} db_cov;

/* The kernels of `d`; those whose path starts with one of `imported` are imported, and so are all
 * of the databases among `imported`. */
int db_cov_load(db *d, const lp_strv *imported, db_cov *out, lp_err *e);
/* The kernels of `d`; the third set are those that are held out of training, as if imported. */
int db_cov_load_held_out(db *d, db_cov *out, lp_err *e);
void db_cov_free(db_cov *c);
/* Words, numbers and operators of a source without comments. */
int64_t db_cov_tokens(const char *source);
/* False when a formula that it needs is missing or has no value, or when the kernel touches no
 * memory: bodies that a conditional emptied are no kernels to cover. */
bool db_cov_raw(const db_kernel *k, double raw[DB_COV_N]);

/* ---- coverage_near.c: distances
 * ---------------------------------------------------------------------------------------- */

/* Fills spread and at. */
void db_cov_scale(db_cov *c);
double db_cov_distance(const db_cov_kernel *a, const db_cov_kernel *b);
/* One behind the last kernel of the family of v[i], in its set. */
size_t db_cov_family_end(const db_cov *c, size_t i);
/* Fills near, far and family_far. -1 when interrupted. */
int db_cov_near(db_cov *c, lp_err *e);
/* The nearer of the two nearest; -1 when we have no kernels. */
int64_t db_cov_nearest(const db_cov_kernel *k);
double db_cov_far(const db_cov_kernel *k); /* HUGE_VAL then */

/* ---- coverage_region.c: where imported kernels are and ours are not
 * ---------------------------------------------------- */

/* One side of a cut: value >= cut, or value < cut. */
typedef struct db_cov_side {
    db_cov_dim dim;
    double cut;
    bool below;
} db_cov_side;

enum { DB_COV_SIDES = 3, DB_COV_REGIONS = 12 };

typedef struct db_cov_region {
    int64_t imported, ours; /* kernels in it */
    size_t example;         /* the farthest imported one of those it was chosen for */
    db_cov_side side[DB_COV_SIDES];
    int n_sides;
    int order; /* in which they were found */
} db_cov_region;

/* Regions of one to three sides that hold at most one of ours for ten imported ones and, together,
 * most imported kernels farther than `limit`. Returns how many; *rest are the far ones outside of
 * them. */
int db_cov_regions(const db_cov *c, double limit, db_cov_region out[DB_COV_REGIONS], int64_t *rest);
/* "atomics >= 4 and no barriers"; caller frees. */
char *db_cov_region_words(const db_cov_region *r);

/* ---- coverage_pca.c: the plane that shows most
 * -------------------------------------------------------------------------- */

typedef struct db_cov_plane {
    double centre[DB_COV_N];
    double axis[2][DB_COV_N]; /* orthogonal, of length 1; the largest component is positive */
    double share[2];          /* of the variance */
} db_cov_plane;

/* Eigenvalues (descending) and eigenvectors (rows of v) of a symmetric n x n matrix, by Jacobi's
 * rotations; `a` is destroyed. */
void db_cov_eigen(int n, double *a, double *values, double *v);
/* The first two principal components; each set weighs the same. */
void db_cov_plane_of(const db_cov *c, db_cov_plane *p);
double db_cov_project(const db_cov_plane *p, int axis, const db_cov_kernel *k);

/* ---- coverage_plot.c
 * ----------------------------------------------------------------------------------------------------
 */

/* The label of an axis of the plane, for gnuplot: "first principal component, 31 % of the
 * variance", and below it the features that it is made of. */
void db_cov_add_axis(const db_cov_plane *p, int axis, lp_text *out);
/* What gnuplot reads to draw the picture on its standard output. */
void db_cov_script(const db_cov *c, lp_text *out);
/* Runs gnuplot (2 minutes at most) and writes what it draws to `path`, as a whole or not at all. */
int db_cov_plot(const db_cov *c, const char *path, lp_err *e);

#endif
