// Applies a gamma curve and a gain to RGBA bytes, leaving alpha untouched.
#ifndef MAX_LEVEL
#define MAX_LEVEL 255.0f
#endif

static uchar encodeLevel(float v) {
    return convert_uchar_sat_rte(v * MAX_LEVEL);
}

__kernel void gammaRGBA(__global const uchar4 *src,
                        __global uchar4 *dst,
                        const float gamma,
                        const float gain,
                        const uint nPixels)
{
    const uint gid = get_global_id(0);
    if (gid >= nPixels)
        return;

    const uchar4 p = src[gid];
    const float3 lin = convert_float3(p.xyz) / MAX_LEVEL;
    const float3 out = gain * native_powr(lin + 1e-6f, (float3)(gamma));

    dst[gid] = (uchar4)(encodeLevel(out.x), encodeLevel(out.y), encodeLevel(out.z), p.w);
}
