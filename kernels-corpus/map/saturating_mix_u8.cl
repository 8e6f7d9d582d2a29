// Saturating byte arithmetic on 16-lane packets: sum, difference and rounded average of two streams.
__kernel void saturating_mix_u8(__global const uchar16 *a, __global const uchar16 *b,
                                __global uchar16 *sum, __global uchar16 *diff, __global uchar16 *avg)
{
    const size_t i = get_global_id(0);
    const uchar16 x = a[i], y = b[i];
    sum[i]  = add_sat(x, y);
    diff[i] = abs_diff(x, y);
    avg[i]  = rhadd(x, y);
}
