// Morton codes of quantised 3-D positions by magic-number bit spreading.
static uint spread(uint v)
{
    v &= 0x3ffu;
    v = (v | v << 16) & 0x030000ffu;
    v = (v | v << 8) & 0x0300f00fu;
    v = (v | v << 4) & 0x030c30c3u;
    return (v | v << 2) & 0x09249249u;
}

__kernel void morton3_encode(__global const float *x, __global const float *y, __global const float *z,
                             __global uint *code, float boxMin, float invSize, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        float3 u = clamp(((float3)(x[i], y[i], z[i]) - boxMin) * invSize, 0.0f, 1.0f);
        uint3 q = convert_uint3(u * 1023.0f);
        code[i] = spread(q.x) | spread(q.y) << 1 | spread(q.z) << 2;
    }
}
