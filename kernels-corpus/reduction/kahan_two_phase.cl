// Compensated summation per lane, lanes then summed by the group's first work-item.
static void kahan_add(float *sum, float *comp, float v)
{
    float y = v - *comp;
    float t = *sum + y;
    *comp = (t - *sum) - y;
    *sum = t;
}

__kernel void kahan_two_phase(__global const float *a, int n,
                              __global float *group_sum, __global float *group_err,
                              __local float *lsum, __local float *lcomp)
{
    const size_t lid = get_local_id(0);
    const size_t lsz = get_local_size(0);
    float s = 0.0f, c = 0.0f;

    for (int i = get_global_id(0); i < n; i += (int)get_global_size(0))
        kahan_add(&s, &c, a[i]);

    lsum[lid] = s;
    lcomp[lid] = c;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        float S = 0.0f, C = 0.0f;
        for (size_t k = 0; k < lsz; ++k) {
            kahan_add(&S, &C, lsum[k]);
            kahan_add(&S, &C, -lcomp[k]);
        }
        group_sum[get_group_id(0)] = S;
        group_err[get_group_id(0)] = C;
    }
}
