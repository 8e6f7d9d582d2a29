// Box-Muller transform turning pairs of random words into pairs of normal deviates.
__kernel void box_muller_pairs(__global const uint2 *bits, __global float2 *normals,
                               const float mean, const float stddev)
{
    const size_t i = get_global_id(0);
    const float2 u = (convert_float2(bits[i] >> 9) + 0.5f) * (1.0f / 8388608.0f);
    const float r = stddev * native_sqrt(-2.0f * native_log(u.x));
    float c;
    const float s = sincos(2.0f * M_PI_F * u.y, &c);
    normals[i] = (float2)(mean + r * c, mean + r * s);
}
