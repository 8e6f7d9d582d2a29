// Quasi Monte Carlo integral of an oscillating 3-D function on Halton points, reduced per work-group.
static inline float radical_inverse(uint i, const uint base)
{
    const float inv = 1.0f / (float)base;
    float f = inv, r = 0.0f;
    for (int digit = 0; digit < 32 && i > 0; ++digit) {
        r += f * (float)(i % base);
        i /= base;
        f *= inv;
    }
    return r;
}

#define INTEGRAND(x, y, z) (cos(6.0f * (x)) * exp(-(y) * (z)) + (x) * (y) * (z))

__kernel void halton_integral(__global float *partial, __local float *scratch,
                              const uint samples_per_item)
{
    const uint gid = get_global_id(0);
    const uint lid = get_local_id(0);
    const uint step = get_global_size(0);
    float acc = 0.0f;

    for (uint s = 0; s < samples_per_item; ++s) {
        const uint idx = 1u + gid + s * step;
        const float x = radical_inverse(idx, 2);
        const float y = radical_inverse(idx, 3);
        const float z = radical_inverse(idx, 5);
        acc += INTEGRAND(x, y, z);
    }
    scratch[lid] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint active = get_local_size(0);
    while (active > 1) {
        const uint upper = (active + 1) / 2;
        if (lid < active - upper)
            scratch[lid] += scratch[lid + upper];
        barrier(CLK_LOCAL_MEM_FENCE);
        active = upper;
    }
    if (lid == 0)
        partial[get_group_id(0)] = scratch[0] / (float)(samples_per_item * get_local_size(0));
}
