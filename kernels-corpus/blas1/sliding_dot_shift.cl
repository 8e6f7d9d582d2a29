// Dot products of a short pattern with every window of a long vector, four windows share each load.
__kernel void slidingDotShift(__global const float *x, __constant float *pat, __global float4 *out,
                              const int plen, const int quads)
{
    const int q = get_global_id(0);
    if (q >= quads) return;

    __global const float *p = x + 4 * q;
    float4 win = vload4(0, p);
    float4 acc = (float4)(0.0f);
    for (int k = 0; k < plen; ++k)
    {
        acc = mad((float4)(pat[k]), win, acc);
        win = (float4)(win.yzw, p[k + 4]);
    }
    out[q] = acc;
}
