// Special-function unit probe: independent sin, exp2, log2, rsqrt chains, native or precise by a scalar.
__kernel void special_function_mix(__global float4 *state, const int iters, const int precise)
{
    const size_t g = get_global_id(0);
    float4 v = fabs(state[g]) + 0.25f;
    if (precise > 1) {
        for (int i = 0; i < iters; i++) {
            v.x = 1.5f + sin(v.x);
            v.y = exp2(-v.y) + 0.5f;
            v.z = log2(v.z + 2.0f);
            v.w = rsqrt(v.w + 0.125f);
        }
    } else {
        for (int i = 0; i < iters; i++) {
            v.x = 1.5f + native_sin(v.x);
            v.y = native_exp2(-v.y) + 0.5f;
            v.z = native_log2(v.z + 2.0f);
            v.w = native_rsqrt(v.w + 0.125f);
        }
    }
    state[g] = v;
}
