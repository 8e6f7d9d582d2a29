// Textbook matrix product, one element of C a work-item, row-major operands.
__kernel void gemm_naive_flat(__global const float *A, __global const float *B, __global float *C,
                              const int M, const int N, const int K,
                              const float alpha, const float beta)
{
    const int id = get_global_id(0);
    const int r = id / N;
    const int c = id - r * N;

    if (r >= M)
        return;

    float s = 0.0f;
    for (int k = 0; k < K; ++k)
        s += A[r * K + k] * B[k * N + c];
    C[r * N + c] = alpha * s + beta * C[r * N + c];
}
