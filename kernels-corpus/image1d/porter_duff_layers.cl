// Flattens a stack of premultiplied 8-bit layers over each other, stopping once a pixel is opaque.
#define DIV255(v) (((v) + 128u + (((v) + 128u) >> 8)) >> 8)

__kernel void porter_duff_layers(__global const uchar4 *layers, __global const uchar *opacity,
                                 __global uchar4 *flat, uint pixels, uint count)
{
    const uint p = get_global_id(0);
    if (p >= pixels) return;
    uint4 acc = (uint4)(0u);
    for (uint l = 0; l < count; ++l) {
        const uint4 s = convert_uint4(layers[(ulong)l * pixels + p]) * (uint)opacity[l];
        const uint room = 255u - acc.w;
        acc += DIV255(DIV255(s) * room);
        if (acc.w >= 255u)
            break;
    }
    flat[p] = convert_uchar4_sat(acc);
}
