// Schoolbook product of two long integers: one output column per work-item, 96-bit column sums.
__kernel void bigint_column_product(__global const uint *a, __global const uint *b, __global uint *low,
                                    __global uint *mid, __global uint *high, int limbs)
{
    int col = get_global_id(0);
    if (col >= 2 * limbs - 1) return;
    int from = max(0, col - limbs + 1);
    int to = min(col, limbs - 1);
    ulong acc = 0;
    uint over = 0;
    for (int i = from; i <= to; ++i) {
        ulong p = (ulong)a[i] * b[col - i];
        acc += p;
        over += acc < p;
    }
    low[col] = (uint)acc;
    mid[col] = (uint)(acc >> 32);
    high[col] = over;
}
