/* The two matrix products of the network over cblas.
 *
 * In: matrices of floats. Out: matrices of floats. One row goes to the product of a matrix and a
 * vector, which reads the matrix once and copies nothing. naive.c has both as plain loops. */
#include "model/blas.h"

#include <cblas.h>
#include <pthread.h>
#include <string.h>

/* For the product with one row: whether 0 * y may leave what is not a number in y differs between
 * BLAS versions. */
static float clear(float beta, float *y, size_t n) {
    if (beta != 0) return beta;
    memset(y, 0, n * sizeof *y);
    return 1;
}

/* Absent where another BLAS is linked. */
#pragma weak openblas_set_num_threads
void openblas_set_num_threads(int num_threads);

static void use_one_thread(void) {
    if (openblas_set_num_threads) openblas_set_num_threads(1);
}

#pragma weak openblas_get_config
char *openblas_get_config(void);

const char *mdl_blas_version(void) {
    static const char name[] = "OpenBLAS ";
    const char *text = openblas_get_config ? openblas_get_config() : "unknown";
    return strncmp(text, name, sizeof name - 1) == 0 ? text + sizeof name - 1 : text;
}

void mdl_blas_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, use_one_thread);
}

void mdl_mul_t(size_t m, size_t n, size_t k, float alpha, const float *x, size_t ldx,
               const float *w, size_t ldw, float beta, float *y, size_t ldy) {
    if (m == 0 || n == 0) return;
    if (m == 1)
        cblas_sgemv(CblasRowMajor, CblasNoTrans, (int)n, (int)k, alpha, w, (int)ldw, x, 1,
                    clear(beta, y, n), y, 1);
    else
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)m, (int)n, (int)k, alpha, x,
                    (int)ldx, w, (int)ldw, beta, y, (int)ldy);
}

void mdl_mul(size_t m, size_t n, size_t k, const float *x, size_t ldx, const float *w, size_t ldw,
             float beta, float *y, size_t ldy) {
    if (m == 0 || n == 0) return;
    if (m == 1)
        cblas_sgemv(CblasRowMajor, CblasTrans, (int)k, (int)n, 1, w, (int)ldw, x, 1,
                    clear(beta, y, n), y, 1);
    else
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)m, (int)n, (int)k, 1, x,
                    (int)ldx, w, (int)ldw, beta, y, (int)ldy);
}
