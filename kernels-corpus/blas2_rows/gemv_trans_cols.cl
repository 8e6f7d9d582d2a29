// Transposed product y = A^T x: each work-item owns a column and walks down the rows.
#define AT(M, ld, i, j) ((M)[(size_t)(i) * (ld) + (j)])

__kernel void gemvTransCols(__global const float * restrict M,
                            __constant float * x,
                            __global float * restrict y,
                            const uint nRows, const uint nCols)
{
    const uint j = (uint)get_global_id(0);

    if (j < nCols) {
        float even = 0.f, odd = 0.f;
        uint i = 0;
        for (; i + 1 < nRows; i += 2) {
            even = fma(AT(M, nCols, i,     j), x[i],     even);
            odd  = fma(AT(M, nCols, i + 1, j), x[i + 1], odd);
        }
        if (i < nRows)
            even = fma(AT(M, nCols, i, j), x[i], even);
        y[j] = even + odd;
    }
}
