// Cascade of second-order sections on four channels packed in a float4, direct form I in float.
#define MAX_SOS 8

__kernel void sos_cascade_float4(__global const float4 *x, __global float4 *y, __constant float *sos /* 5 each */,
                                 const int sections, const int frames, const int packs)
{
    const int g = get_global_id(0);
    if (g >= packs) return;
    const int ns = min(sections, MAX_SOS);
    float4 z1[MAX_SOS], z2[MAX_SOS];
    for (int s = 0; s < MAX_SOS; ++s)
        z1[s] = z2[s] = (float4)(0.0f);

    for (int t = 0; t < frames; ++t) {
        float4 v = x[t * packs + g];
        for (int s = 0; s < ns; ++s) {
            __constant float *q = sos + 5 * s;
            const float4 w = v - q[3] * z1[s] - q[4] * z2[s];
            v = q[0] * w + q[1] * z1[s] + q[2] * z2[s];
            z2[s] = z1[s];
            z1[s] = w;
        }
        y[t * packs + g] = v;
    }
}
