// Frequency demodulation of 8-bit unsigned I/Q pairs by the angle of the conjugate product.
__kernel void fm_discriminator(__global const uchar2 *rtl, __global float *audio, uint samples, float gain)
{
    uint i = get_global_id(0);
    if (i + 1 >= samples) return;

    float2 a = convert_float2(rtl[i]) - 127.5f;
    float2 b = convert_float2(rtl[i + 1]) - 127.5f;
    float re = a.x * b.x + a.y * b.y;
    float im = a.x * b.y - a.y * b.x;
    audio[i] = gain * atan2(im, re + 1e-9f);
}
