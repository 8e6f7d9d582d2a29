// Three-point operator with a coefficient triple per cell on a periodic line.
typedef struct {
    float lower, diag, upper;
} Row3;

__kernel void tridiag_apply_ring(__global const Row3 *A, __global const float *x,
                                 __global float *y, const uint n)
{
    const uint i = get_global_id(0);
    if (i >= n)
        return;
    const uint west = i == 0 ? n - 1 : i - 1;
    const uint east = i + 1 == n ? 0 : i + 1;
    const Row3 a = A[i];
    y[i] = a.lower * x[west] + a.diag * x[i] + a.upper * x[east];
}
