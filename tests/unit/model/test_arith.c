/* model/vec.c, blas.c, gemm.c, attn.c, tensor.c against naive.c on random inputs, with any number
 * of threads. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/pcg.h"
#include "common/text.h"
#include "model/blas.h"
#include "model/naive.h"
#include "model/vec.h"

static lp_pcg g;

static float uniform(double lo, double hi) {
    return (float)(lo + (hi - lo) * lp_pcg_unit(&g));
}

static float *floats(size_t n, double lo, double hi) {
    float *v = lp_alloc(n + 1, sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = uniform(lo, hi);
    return v;
}

static float *copy(const float *v, size_t n) {
    float *c = lp_alloc(n + 1, sizeof *c);
    memcpy(c, v, n * sizeof *c);
    return c;
}

static void same(const float *a, const float *b, size_t n, double limit) {
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)a[i] - (double)b[i]) <= limit * (1 + fabs((double)b[i]))))
            fail_msg("value %zu of %zu: %.9g, naive %.9g", i, n, (double)a[i], (double)b[i]);
}

/* ---- rows ---- */

static const size_t lengths[] = {1, 2, 15, 16, 17, 64, 100, 1000};
enum { N_LENGTHS = sizeof lengths / sizeof *lengths };

static void layer_norm(void **state) {
    (void)state;
    for (size_t i = 0; i < N_LENGTHS; i++) {
        size_t n = lengths[i];
        float *x = floats(n, -3, 5), *w = floats(n, 0, 2), *b = floats(n, -1, 1),
              *want = copy(x, n);
        mdl_naive_layer_norm(x, w, b, 1e-5F, n, want);
        mdl_layer_norm(x, w, b, 1e-5F, n, x);
        same(x, want, n, 2e-6);
        free(x);
        free(w);
        free(b);
        free(want);
    }
}

static void gelu(void **state) {
    (void)state;
    for (size_t i = 0; i < N_LENGTHS; i++) {
        size_t n = lengths[i];
        float *x = floats(n, -12, 12), *b = floats(n, -1, 1);
        if (n > 2) {
            x[0] = -1e30F;
            x[1] = 1e30F;
            x[2] = 0;
        }
        float *want = copy(x, n);
        mdl_naive_bias_gelu(want, b, n);
        mdl_bias_gelu(x, b, n);
        same(x, want, n, 1e-6);
        free(x);
        free(b);
        free(want);
    }
    float nan = NAN, zero = 0;
    mdl_bias_gelu(&nan, &zero, 1);
    assert_true(isnan(nan));
}

static void softmax(void **state) {
    (void)state;
    for (size_t i = 0; i < N_LENGTHS; i++) {
        size_t n = lengths[i];
        float *x = floats(n, -200, 30), *want = copy(x, n);
        mdl_naive_softmax(want, n);
        mdl_softmax(x, n);
        same(x, want, n, 1e-6);
        free(x);
        free(want);
    }
}

static void rotation(void **state) {
    (void)state;
    for (size_t i = 0; i < N_LENGTHS; i++) {
        size_t n = lengths[i];
        float *x = floats(2 * n, -2, 2), *turn = floats(2 * n, -1, 1), *want = copy(x, 2 * n);
        mdl_naive_rotate(want, turn, n);
        mdl_rotate(x, turn, n);
        same(x, want, 2 * n, 1e-6);
        free(x);
        free(turn);
        free(want);
    }
}

static void products(void **state) {
    (void)state;
    const size_t sizes[][3] = {{1, 1, 1}, {1, 33, 70}, {2, 5, 3}, {17, 31, 64}, {130, 20, 33}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t m = sizes[s][0], n = sizes[s][1], k = sizes[s][2], ldx = k + 3, ldy = n + 2,
               ldw = n + k;
        float *x = floats(m * ldx, -1, 1), *w = floats((n + k) * ldw, -1, 1);
        for (int beta = 0; beta < 2; beta++) {
            float *y = floats(m * ldy, -1, 1), *want = copy(y, m * ldy);
            if (beta == 0) y[0] = NAN; /* must not be looked at */
            mdl_mul_t(m, n, k, 0.5F, x, ldx, w, ldw, (float)beta, y, ldy);
            mdl_naive_mul_t(m, n, k, 0.5F, x, ldx, w, ldw, (float)beta, want, ldy);
            same(y, want, m * ldy, 1e-5);
            if (beta == 0) y[0] = NAN;
            mdl_mul(m, n, k, x, ldx, w, ldw, (float)beta, y, ldy);
            mdl_naive_mul(m, n, k, x, ldx, w, ldw, (float)beta, want, ldy);
            same(y, want, m * ldy, 1e-5);
            free(y);
            free(want);
        }
        free(x);
        free(w);
    }
}

/* ---- stored values ---- */

static void half_floats(void **state) {
    (void)state;
    uint16_t *h = lp_alloc(65536, sizeof *h);
    float *f = lp_alloc(65536, sizeof *f);
    for (size_t i = 0; i < 65536; i++) h[i] = (uint16_t)i;
    for (int type = MDL_F16; type <= MDL_BF16; type++) {
        mdl_tensor t = {.dtype = (mdl_dtype)type, .n_dims = 1, .dims = {65536}, .n_elems = 65536};
        t.data = (const unsigned char *)h;
        mdl_tensor_read(&t, 0, 65536, f);
        for (size_t i = 0; i < 65536; i++) {
            float want = type == MDL_F16 ? mdl_f16_to_f32(h[i]) : mdl_bf16_to_f32(h[i]);
            if (isnan(want) ? !isnan(f[i]) : f[i] != want || signbit(f[i]) != signbit(want))
                fail_msg("type %d, %04zx: %g, not %g", type, i, (double)f[i], (double)want);
        }
    }
    assert_true(mdl_f16_to_f32(0x3C00) == 1.0F && mdl_f16_to_f32(0x0001) == 0x1p-24F);
    assert_true(mdl_f16_to_f32(0xFBFF) == -65504.0F && mdl_bf16_to_f32(0xC040) == -3.0F);
    free(h);
    free(f);
}

/* A random matrix of a type; the bytes are at an odd address so that nothing relies on alignment.
 */
typedef struct made {
    mdl_tensor t, scale;
    unsigned char *bytes;
    float *scales;
} made;

static made make(mdl_dtype type, size_t rows, size_t cols, size_t shift) {
    static const size_t sizes[] = {[MDL_F32] = 4, [MDL_F16] = 2, [MDL_BF16] = 2, [MDL_I8] = 1};
    made m = {.t = {.name = "w", .dtype = type, .n_dims = 2, .dims = {rows, cols}}};
    m.t.n_elems = rows * cols;
    m.bytes = lp_alloc(rows * cols + 1, 4);
    m.t.data = m.bytes + shift;
    for (size_t i = 0; i < rows * cols; i++) {
        float v = uniform(-1, 1);
        uint32_t bits;
        memcpy(&bits, &v, sizeof bits);
        /* halves between 0.5 and 1 in size */
        uint16_t half = (uint16_t)(type == MDL_BF16 ? bits >> 16 : (bits & 0x83FF) | 0x3800);
        const void *from = type == MDL_F32 ? (const void *)&v : (const void *)&half;
        memcpy(m.bytes + shift + i * sizes[type], from, sizes[type]);
    }
    m.scales = floats(rows, 0.001, 0.01);
    m.scale = (mdl_tensor){.dtype = MDL_F32, .n_dims = 1, .dims = {rows}, .n_elems = rows};
    m.scale.data = (const unsigned char *)m.scales;
    return m;
}

static void free_made(made *m) {
    free(m->bytes);
    free(m->scales);
}

static void blocks_are_parts_of_the_whole(void **state) {
    (void)state;
    for (int type = MDL_F32; type <= MDL_I8; type++) {
        made m = make((mdl_dtype)type, 9, 37, 1);
        m.t.scale = &m.scale;
        float all[9 * 37], part[3 * 8];
        mdl_tensor_read(&m.t, 0, 9, all);
        mdl_tensor_block(&m.t, 4, 3, 11, 8, part);
        for (size_t r = 0; r < 3; r++)
            assert_memory_equal(part + r * 8, all + (4 + r) * 37 + 11, 8 * sizeof *part);
        assert_null(mdl_tensor_direct(&m.t));
        free_made(&m);
    }
    made m = make(MDL_F32, 2, 2, 0);
    assert_ptr_equal(mdl_tensor_direct(&m.t), m.bytes);
    free_made(&m);
}

/* ---- linear layers and attention, by threads ---- */

typedef struct team {
    mdl_pool *pool;
    float **scratch;
} team;

static team start(unsigned threads) {
    team t = {mdl_pool_new(threads), NULL};
    assert_int_equal(mdl_pool_threads(t.pool), threads);
    size_t n =
        mdl_gemm_scratch() > mdl_attn_scratch(400) ? mdl_gemm_scratch() : mdl_attn_scratch(400);
    t.scratch = lp_alloc(threads, sizeof *t.scratch);
    for (unsigned i = 0; i < threads; i++) t.scratch[i] = lp_alloc(n, sizeof(float));
    return t;
}

static void stop(team *t) {
    for (unsigned i = 0; i < mdl_pool_threads(t->pool); i++) free(t->scratch[i]);
    free(t->scratch);
    mdl_pool_free(t->pool);
}

static void count(void *arg, size_t task, unsigned worker) {
    int *done = arg;
    (void)worker;
    done[task]++;
}

static void every_task_runs_once(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 5; threads++) {
        team t = start(threads);
        for (size_t n = 0; n < 200; n += 7) {
            int done[200] = {0};
            mdl_pool_run(t.pool, n, count, done);
            for (size_t i = 0; i < 200; i++) assert_int_equal(done[i], i < n);
        }
        stop(&t);
    }
}

/* y = [y +] x w^T [+ x2 w2^T], then something, against the plain loops. */
static void try_linear(team *t, mdl_dtype type, size_t rows, bool twice, mdl_then then) {
    enum { COLS = 300, K = 40, K2 = 1100, HEAD = 12, ROTARY = 8, POSITIONS = 50 };
    made w = make(type, COLS + 5, K, 1), w2 = make(type, COLS + 5, K2, 0);
    w.t.scale = &w.scale;
    w2.t.scale = &w2.scale;
    float *x = floats(rows * (K + 1), -1, 1), *x2 = floats(rows * (K2 + 2), -1, 1),
          *bias = floats(COLS, -1, 1);
    float *y = floats(rows * (COLS + 3), -1, 1), *want = copy(y, rows * (COLS + 3));
    float *turns = floats((size_t)POSITIONS * ROTARY, -1, 1);
    size_t *positions = lp_alloc(rows, sizeof *positions);
    for (size_t i = 0; i < rows; i++) positions[i] = i * 7 % POSITIONS;
    mdl_turns turn = {turns, positions, ROTARY, HEAD};
    mdl_linear op = {.n_rows = rows, .n_cols = COLS, .x = x, .ldx = K + 1, .w = &w.t, .w_row0 = 5};
    if (twice) {
        op.x2 = x2;
        op.ldx2 = K2 + 2;
        op.w2 = &w2.t;
    }
    op.add = twice;
    op.ldy = COLS + 3;
    op.then = then;
    op.bias = bias;
    op.turns = &turn;
    op.col0 = 6;
    mdl_linear naive = op;
    op.y = y;
    naive.y = want;
    mdl_gemm_run(t->pool, t->scratch, &op, 1);
    mdl_naive_linear(&naive);
    same(y, want, rows * (COLS + 3), 2e-5);
    void *const all[] = {x, x2, bias, y, want, turns, positions};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    free_made(&w);
    free_made(&w2);
}

static void linear_layers(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        team t = start(threads);
        for (int type = MDL_F32; type <= MDL_I8; type++)
            for (int then = MDL_THEN_NOTHING; then <= MDL_THEN_ROTATE; then++) {
                try_linear(&t, (mdl_dtype)type, 1, false, (mdl_then)then);
                try_linear(&t, (mdl_dtype)type, 150, true, (mdl_then)then);
            }
        stop(&t);
    }
}

static void attention(void **state) {
    (void)state;
    enum {
        HEADS = 3,
        DIM = 10,
        LD = 35,
        PAST = 70,
        ROWS = 1 + 5 + 200 + 9,
        QUERIES = 1 + 3 + 200 + 4
    };
    enum { PAST_N = PAST * LD, N = ROWS * LD, QUERY_N = QUERIES * LD };
    const mdl_seq seqs[] = {
        {.key_row0 = 0, .n_keys = 1, .query_row0 = 0, .n_queries = 1},
        {.key_row0 = 1, .n_keys = 5, .query_row0 = 1, .n_queries = 3},
        {{{1, 4}}, 1, 4, .key_row0 = 6, .n_keys = 200, .query_row0 = 4, .n_queries = 200},
        {{{1, 4}, {6, 130}},
         2,
         134,
         .key_row0 = 206,
         .n_keys = 9,
         .query_row0 = 204,
         .n_queries = 4},
    };
    for (unsigned threads = 1; threads <= 3; threads++)
        for (size_t past = 0; past <= PAST; past += PAST) {
            team t = start(threads);
            float *k0 = floats(PAST_N, -1, 1), *v0 = floats(PAST_N, -1, 1),
                  *q = floats(QUERY_N, -4, 4);
            float *k = floats(N, -1, 1), *v = floats(N, -1, 1);
            float *got = floats(QUERY_N, -1, 1), *want = copy(got, QUERY_N);
            mdl_attn a = {HEADS, DIM, LD, k0, v0, past, q, k, v, seqs, sizeof seqs / sizeof *seqs,
                          got};
            mdl_attn_run(t.pool, t.scratch, &a);
            a.out = want;
            mdl_naive_attn(&a);
            same(got, want, QUERY_N, 5e-6);
            float *const all[] = {k0, v0, q, k, v, got, want};
            for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
            stop(&t);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layer_norm),
        cmocka_unit_test(gelu),
        cmocka_unit_test(softmax),
        cmocka_unit_test(rotation),
        cmocka_unit_test(products),
        cmocka_unit_test(half_floats),
        cmocka_unit_test(blocks_are_parts_of_the_whole),
        cmocka_unit_test(every_task_runs_once),
        cmocka_unit_test(linear_layers),
        cmocka_unit_test(attention),
    };
    lp_pcg_seed(&g, 11, 4);
    mdl_blas_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
