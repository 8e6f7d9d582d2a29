// Binary matrix-vector product: signs packed in 64-bit words, xnor and population count.
kernel void gemv_bits_xnor(global const ulong *restrict A, global const ulong *restrict x,
                           global int *restrict y, const uint words)
{
    const size_t row = get_global_id(0);
    int agree = 0;
    for (uint w = 0; w < words; w++)
        agree += (int)popcount(~(A[row * words + w] ^ x[w]));
    y[row] = 2 * agree - 64 * (int)words;
}
