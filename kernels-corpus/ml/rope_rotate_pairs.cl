// Rotary position embedding: rotates neighbouring feature pairs of query vectors by position-dependent angles.
__kernel void rope_rotate_pairs(__global float2 *q, const uint seq, const uint heads, const uint pairs,
                                const uint start, const float theta)
{
    const uint i = get_global_id(0);
    if (i >= seq * heads * pairs) return;
    const uint p = i % pairs;
    const uint pos = start + i / (pairs * heads);
    const float freq = pow(theta, -(float)p / (float)pairs);
    float cs;
    const float sn = sincos((float)pos * freq, &cs);
    const float2 v = q[i];
    q[i] = (float2)(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
}
