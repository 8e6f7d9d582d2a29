// Sums eight integers a work-item, then folds 128 partial sums with fully unrolled steps.
#define NT 128
#define FOLD(d)                            \
    if (tid < (d)) s[tid] += s[tid + (d)]; \
    barrier(CLK_LOCAL_MEM_FENCE);

kernel __attribute__((reqd_work_group_size(NT, 1, 1)))
void int_sum_unrolled(global const int8 *in, global long *blockSums)
{
    local long s[NT];
    const uint tid = get_local_id(0);
    const int8 q = in[get_global_id(0)];
    const long4 w = convert_long4(q.lo) + convert_long4(q.hi);

    s[tid] = (w.x + w.y) + (w.z + w.w);
    barrier(CLK_LOCAL_MEM_FENCE);
    FOLD(64)
    FOLD(32)
    FOLD(16)
    FOLD(8)
    FOLD(4)
    FOLD(2)
    if (tid == 0)
        blockSums[get_group_id(0)] = s[0] + s[1];
}
