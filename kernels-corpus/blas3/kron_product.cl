// Kronecker product of two integer matrices, a cell of the result a work-item.
__kernel void kron_product(__global const int *A, __global const int *B, __global long *K,
                           int ra, int ca, int rb, int cb)
{
    const int cols = ca * cb;
    const int cells = ra * rb * cols;

    for (int e = get_global_id(0); e < cells; e += get_global_size(0))
    {
        int r = e / cols;
        int c = e % cols;
        K[e] = (long)A[(r / rb) * ca + c / cb] * B[(r % rb) * cb + c % cb];
    }
}
