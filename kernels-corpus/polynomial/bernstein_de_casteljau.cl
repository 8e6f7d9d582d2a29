// Bezier curve points by de Casteljau's algorithm on up to twelve control points kept privately.
#define MAXCP 12

__kernel void bernsteinDeCasteljau(__global const float2 *ctrl, __global float2 *curve,
                                   int npts, int samples, int curves)
{
    float2 w[MAXCP];
    int g = get_global_id(0);
    int curveId = g / samples;
    int m = min(npts, MAXCP);
    if (curveId >= curves)
        return;

    float t = (float)(g % samples) / (float)max(samples - 1, 1);
    for (int i = 0; i < m; ++i)
        w[i] = ctrl[curveId * m + i];
    for (int level = m - 1; level > 0; --level)
        for (int i = 0; i < level; ++i)
            w[i] = mix(w[i], w[i + 1], t);
    curve[g] = w[0];
}
