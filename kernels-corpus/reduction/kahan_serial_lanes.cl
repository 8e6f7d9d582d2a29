// Compensated (Neumaier) sum of a strided lane for each work-item.
kernel void kahan_serial_lanes(global const float *x, global float2 *result, const uint per_lane)
{
    const uint lanes = get_global_size(0);
    float s = 0.0f, c = 0.0f;
    uint at = get_global_id(0);

    for (uint k = 0; k < per_lane; ++k)
    {
        const float v = x[at];
        const float t = s + v;
        c += fabs(s) >= fabs(v) ? (s - t) + v : (v - t) + s;
        s = t;
        at += lanes;
    }
    result[get_global_id(0)] = (float2)(s + c, c);
}
