/* References for the tests.
 *
 * In and out: as the function of the same name without `naive`. One loop a sum, doubles, no BLAS,
 * no threads. The programs do not use them. */
#include "model/naive.h"

#include <math.h>
#include <stdlib.h>

#include "common/text.h"

void mdl_naive_layer_norm(const float *x, const float *weight, const float *bias, float eps,
                          size_t n, float *out) {
    double mean = 0, variance = 0;
    for (size_t i = 0; i < n; i++) mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++) variance += (x[i] - mean) * (x[i] - mean) / (double)n;
    for (size_t i = 0; i < n; i++)
        out[i] = (float)((x[i] - mean) / sqrt(variance + (double)eps) * weight[i] + bias[i]);
}

void mdl_naive_bias_gelu(float *y, const float *bias, size_t n) {
    const double pi = 3.14159265358979323846;
    for (size_t i = 0; i < n; i++) {
        double x = (double)y[i] + (double)bias[i];
        y[i] = (float)(0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x * x * x))));
    }
}

void mdl_naive_softmax(float *x, size_t n) {
    double top = (double)x[0], sum = 0;
    for (size_t i = 0; i < n; i++) top = fmax(top, (double)x[i]);
    for (size_t i = 0; i < n; i++) sum += exp((double)x[i] - top);
    for (size_t i = 0; i < n; i++) x[i] = (float)(exp((double)x[i] - top) / sum);
}

void mdl_naive_rotate(float *x, const float *turn, size_t n_pairs) {
    for (size_t i = 0; i < n_pairs; i++) {
        double a = x[2 * i], b = x[2 * i + 1], cosine = turn[2 * i], sine = turn[2 * i + 1];
        x[2 * i] = (float)(a * cosine - b * sine);
        x[2 * i + 1] = (float)(a * sine + b * cosine);
    }
}

void mdl_naive_mul_t(size_t m, size_t n, size_t k, float alpha, const float *x, size_t ldx,
                     const float *w, size_t ldw, float beta, float *y, size_t ldy) {
    for (size_t r = 0; r < m; r++)
        for (size_t c = 0; c < n; c++) {
            double sum = 0;
            for (size_t i = 0; i < k; i++) sum += (double)x[r * ldx + i] * (double)w[c * ldw + i];
            double before = beta != 0 ? (double)beta * (double)y[r * ldy + c] : 0;
            y[r * ldy + c] = (float)((double)alpha * sum + before);
        }
}

void mdl_naive_mul(size_t m, size_t n, size_t k, const float *x, size_t ldx, const float *w,
                   size_t ldw, float beta, float *y, size_t ldy) {
    for (size_t r = 0; r < m; r++)
        for (size_t c = 0; c < n; c++) {
            double sum = beta != 0 ? (double)beta * (double)y[r * ldy + c] : 0;
            for (size_t i = 0; i < k; i++) sum += (double)x[r * ldx + i] * (double)w[i * ldw + c];
            y[r * ldy + c] = (float)sum;
        }
}

/* y += x w^T */
static void add_product(const mdl_linear *op, const float *x, size_t ldx, const mdl_tensor *t) {
    size_t k = mdl_tensor_cols(t);
    float *w = lp_alloc(op->n_cols * k, sizeof *w);
    mdl_tensor_read(t, op->w_row0, op->n_cols, w);
    mdl_naive_mul_t(op->n_rows, op->n_cols, k, 1, x, ldx, w, k, 1, op->y, op->ldy);
    free(w);
}

/* Pair by pair: the head that a column belongs to, and its place in there. */
static void rotate(const mdl_turns *t, size_t row, size_t col0, size_t n_cols, float *y) {
    for (size_t c = 0; c < n_cols; c += 2) {
        size_t in_head = (col0 + c) % t->head_dim;
        if (in_head < t->rotary_dim)
            mdl_naive_rotate(y + c, t->turns + t->positions[row] * t->rotary_dim + in_head, 1);
    }
}

void mdl_naive_linear(const mdl_linear *op) {
    for (size_t r = 0; r < op->n_rows && !op->add; r++)
        for (size_t c = 0; c < op->n_cols; c++) op->y[r * op->ldy + c] = 0;
    add_product(op, op->x, op->ldx, op->w);
    if (op->x2) add_product(op, op->x2, op->ldx2, op->w2);
    for (size_t r = 0; r < op->n_rows; r++) {
        float *y = op->y + r * op->ldy;
        if (op->then == MDL_THEN_GELU) mdl_naive_bias_gelu(y, op->bias, op->n_cols);
        if (op->then == MDL_THEN_ROTATE) rotate(op->turns, r, op->col0, op->n_cols, y);
        for (size_t c = 0; c < op->n_cols && op->then == MDL_THEN_BIAS; c++) y[c] += op->bias[c];
    }
}

/* Key or value i of what a query sees: the past first, then the spans, then its own. */
static const float *seen(const mdl_attn *a, const mdl_seq *s, const float *past, const float *rows,
                         size_t i) {
    if (i < a->n_past) return past + i * a->ld;
    i -= a->n_past;
    for (size_t k = 0; k < s->n_spans; i -= s->before[k++].n)
        if (i < s->before[k].n) return rows + (s->before[k].row0 + i) * a->ld;
    return rows + (s->key_row0 + i) * a->ld;
}

static void one_query(const mdl_attn *a, const mdl_seq *s, size_t query, size_t head) {
    size_t n = a->n_past + s->n_before + s->n_keys - s->n_queries + query + 1,
           at = head * a->head_dim;
    const float *q = a->q + (s->query_row0 + query) * a->ld + at;
    float *out = a->out + (s->query_row0 + query) * a->ld + at;
    float *p = lp_alloc(n, sizeof *p);
    for (size_t i = 0; i < n; i++) {
        const float *k = seen(a, s, a->past_k, a->k, i) + at;
        double sum = 0;
        for (size_t c = 0; c < a->head_dim; c++) sum += (double)q[c] * (double)k[c];
        p[i] = (float)(sum / sqrt((double)a->head_dim));
    }
    mdl_naive_softmax(p, n);
    for (size_t c = 0; c < a->head_dim; c++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += (double)p[i] * (double)seen(a, s, a->past_v, a->v, i)[at + c];
        out[c] = (float)sum;
    }
    free(p);
}

void mdl_naive_attn(const mdl_attn *a) {
    for (size_t i = 0; i < a->n_seqs; i++)
        for (size_t query = 0; query < a->seqs[i].n_queries; query++)
            for (size_t head = 0; head < a->n_heads; head++) one_query(a, &a->seqs[i], query, head);
}
