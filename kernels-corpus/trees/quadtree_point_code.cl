// Quad-tree cell of points: bits of both coordinates interleaved down to a leaf level, cells counted.
static uint spread(uint v)
{
    v &= 0xffffu;
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    return (v | (v << 1)) & 0x55555555u;
}

__kernel void quadtree_point_code(__global const float *px, __global const float *py,
                                  __global uint *code, __global uint *cellCount,
                                  const float extent, const int level)
{
    const int i = get_global_id(0);
    const float inv = 65535.0f / fmax(extent, 1e-9f);
    const uint x = convert_ushort_sat(px[i] * inv);
    const uint y = convert_ushort_sat(py[i] * inv);
    const uint z = spread(x) | (spread(y) << 1);
    const int lv = clamp(level, 1, 6);

    code[i] = z;
    atomic_inc(&cellCount[z >> (32 - 2 * lv) & 4095u]);
}
