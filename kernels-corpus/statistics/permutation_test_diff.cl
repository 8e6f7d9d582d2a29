// Sign-flip permutation test: each work-item flips paired differences by a hashed bit stream.
static uint hash2(uint a, uint b)
{
    uint h = a * 0x9e3779b1u ^ b * 0x85ebca77u;
    h = (h ^ h >> 16) * 0x7feb352du;
    h = (h ^ h >> 15) * 0x846ca68bu;
    return h ^ h >> 16;
}

__kernel void permutation_test_diff(__global const float *diff, __global const float *observed,
                                    volatile __global uint *extreme, uint pairs, uint perms, uint seed)
{
    for (uint p = get_global_id(0); p < perms; p += get_global_size(0)) {
        float s = 0.0f;
        uint coin = 0;
        for (uint i = 0; i < pairs; ++i) {
            if (i % 32 == 0)
                coin = hash2(p + seed, i >> 5);
            s += as_float(as_uint(diff[i]) ^ (coin & 1u) << 31);
            coin >>= 1;
        }
        if (fabs(s) >= fabs(observed[0]))
            atomic_inc(extreme);
    }
}
