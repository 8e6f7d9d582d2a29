/* Tiles of linear layers.
 *
 * In: activations, weights of any type. Out: activations. A tile is some of the outputs of all rows
 * (of a part of the rows when there are many threads): as many as leave every thread a few tiles,
 * because BLAS copies the activations once a tile. Weights that are not floats are converted a
 * block at a time into a worker's scratch, so that the network never exists twice. naive.c has the
 * same product as plain loops. */
#include "model/gemm.h"

#include "model/blas.h"
#include "model/vec.h"

enum {
    TILE_COLS = 1024, /* most outputs of a tile where threads share */
    MIN_COLS = 64,    /* fewest, where a layer is cut smaller to keep threads busy */
    MIN_ROWS = 64,    /* likewise for rows */
    BLOCK_COLS = 256, /* outputs and */
    BLOCK_K = 1024,   /* inputs of a block of converted weights: 1 MiB */
    TILES_PER_THREAD = 2
};

typedef struct plan {
    const mdl_linear *ops;
    size_t n_ops;
    float *const *scratch;
    size_t tile_cols, row_parts;
} plan;

size_t mdl_gemm_scratch(void) {
    return (size_t)BLOCK_COLS * BLOCK_K;
}

/* y = beta y + x w^T for outputs [w_row, w_row + n_cols), at most BLOCK_COLS, of weights that need
 * conversion. */
static void converted(const mdl_tensor *w, size_t w_row, size_t n_cols, const float *x, size_t ldx,
                      size_t n_rows, float beta, float *y, size_t ldy, float *scratch) {
    size_t k_all = mdl_tensor_cols(w);
    for (size_t k = 0; k < k_all; k += BLOCK_K) {
        size_t n_k = k_all - k < BLOCK_K ? k_all - k : BLOCK_K;
        mdl_tensor_block(w, w_row, n_cols, k, n_k, scratch);
        mdl_mul_t(n_rows, n_cols, n_k, 1, x + k, ldx, scratch, n_k, k > 0 ? 1 : beta, y, ldy);
    }
}

/* The same for any number of outputs of any weights. */
static void product(const mdl_tensor *w, size_t w_row, size_t n_cols, const float *x, size_t ldx,
                    size_t n_rows, float beta, float *y, size_t ldy, float *scratch) {
    size_t k = mdl_tensor_cols(w);
    const float *direct = mdl_tensor_direct(w);
    if (direct) {
        mdl_mul_t(n_rows, n_cols, k, 1, x, ldx, direct + w_row * k, k, beta, y, ldy);
        return;
    }
    for (size_t c = 0; c < n_cols; c += BLOCK_COLS) {
        size_t n = n_cols - c < BLOCK_COLS ? n_cols - c : BLOCK_COLS;
        converted(w, w_row + c, n, x, ldx, n_rows, beta, y + c, ldy, scratch);
    }
}

/* Rotates a row's values, the first of which is value `at` of all heads. */
static void rotate_row(const mdl_turns *t, size_t position, size_t at, size_t n, float *y) {
    const float *turn = t->turns + position * t->rotary_dim;
    for (size_t c = 0; c < n;) {
        size_t in_head = (at + c) % t->head_dim;
        size_t left = t->head_dim - in_head;
        if (left > n - c) left = n - c;
        if (in_head < t->rotary_dim) {
            size_t turned = t->rotary_dim - in_head < left ? t->rotary_dim - in_head : left;
            mdl_rotate(y + c, turn + in_head, turned / 2);
        }
        c += left;
    }
}

static void finish(const mdl_linear *op, size_t row0, size_t n_rows, size_t col0, size_t n_cols) {
    for (size_t r = row0; r < row0 + n_rows; r++) {
        float *y = op->y + r * op->ldy + col0;
        if (op->then == MDL_THEN_GELU)
            mdl_bias_gelu(y, op->bias + col0, n_cols);
        else if (op->then == MDL_THEN_BIAS)
            mdl_add(y, op->bias + col0, n_cols);
        else
            rotate_row(op->turns, op->turns->positions[r], op->col0 + col0, n_cols, y);
    }
}

static size_t col_tiles(const plan *p, const mdl_linear *op) {
    return (op->n_cols + p->tile_cols - 1) / p->tile_cols;
}

static size_t count_tiles(const plan *p) {
    size_t n = 0;
    for (size_t i = 0; i < p->n_ops; i++)
        if (p->ops[i].n_rows > 0) n += col_tiles(p, &p->ops[i]) * p->row_parts;
    return n;
}

static void run_tile(void *arg, size_t task, unsigned worker) {
    const plan *p = arg;
    const mdl_linear *op = p->ops;
    for (;; op++) {
        size_t tiles = op->n_rows > 0 ? col_tiles(p, op) * p->row_parts : 0;
        if (task < tiles) break;
        task -= tiles;
    }
    size_t col0 = task / p->row_parts * p->tile_cols, part = task % p->row_parts;
    size_t n_cols = op->n_cols - col0 < p->tile_cols ? op->n_cols - col0 : p->tile_cols;
    size_t row0 = op->n_rows * part / p->row_parts,
           n_rows = op->n_rows * (part + 1) / p->row_parts - row0;
    float *y = op->y + row0 * op->ldy + col0, *scratch = p->scratch[worker];
    product(op->w, op->w_row0 + col0, n_cols, op->x + row0 * op->ldx, op->ldx, n_rows,
            op->add ? 1 : 0, y, op->ldy, scratch);
    if (op->x2)
        product(op->w2, op->w_row0 + col0, n_cols, op->x2 + row0 * op->ldx2, op->ldx2, n_rows, 1, y,
                op->ldy, scratch);
    if (op->then != MDL_THEN_NOTHING) finish(op, row0, n_rows, col0, n_cols);
}

/* Smaller tiles, then parts of the rows, until every thread gets some. */
static void cut(plan *p, size_t wanted) {
    size_t rows = 0;
    for (size_t i = 0; i < p->n_ops; i++)
        if (p->ops[i].n_rows > rows) rows = p->ops[i].n_rows;
    while (p->tile_cols > MIN_COLS && count_tiles(p) < wanted) p->tile_cols /= 2;
    size_t tiles = count_tiles(p);
    if (tiles == 0 || tiles >= wanted) return;
    p->row_parts = (wanted + tiles - 1) / tiles;
    if (p->row_parts > rows / MIN_ROWS) p->row_parts = rows / MIN_ROWS;
    if (p->row_parts < 1) p->row_parts = 1;
}

void mdl_gemm_run(mdl_pool *pool, float *const *scratch, const mdl_linear *ops, size_t n_ops) {
    plan p = {
        .ops = ops, .n_ops = n_ops, .scratch = scratch, .tile_cols = TILE_COLS, .row_parts = 1};
    unsigned threads = mdl_pool_threads(pool);
    if (threads > 1)
        cut(&p, (size_t)threads * TILES_PER_THREAD);
    else
        p.tile_cols = SIZE_MAX / 2; /* one tile */
    mdl_pool_run(pool, count_tiles(&p), run_tile, &p);
}
