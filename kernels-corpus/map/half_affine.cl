// Scales and shifts half-precision storage per channel, computing in single precision.
__kernel void half_affine(__global const half* in, __global half* out,
                          __constant float* scale, __constant float* shift,
                          uint channels, uint per_item)
{
    const size_t base = get_global_id(0) * per_item;
#pragma unroll 4
    for (uint k = 0; k < per_item; ++k) {
        const size_t e = base + k;
        const uint   c = (uint)(e % channels);
        vstore_half(mad(vload_half(e, in), scale[c], shift[c]), e, out);
    }
}
