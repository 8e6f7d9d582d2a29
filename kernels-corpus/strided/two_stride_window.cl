// Product sums with two independent strides over a lattice, as in dilated correlation.
#define LOOP(v, cnt) for (int v = 0; v < (cnt); ++v)

__kernel void twoStrideWindow(__global const float *f, __global const float *k, __global float *out,
                              const int inW, const int outW, const int outH,
                              const int kw, const int kh, const int dilation, const int step)
{
    const int o = get_global_id(0);
    const int ox = o % outW, oy = o / outW;
    if (oy >= outH) return;

    float acc = 0.0f;
    LOOP(j, kh)
        LOOP(i, kw)
            acc += k[j * kw + i] * f[(oy * step + j * dilation) * inW + ox * step + i * dilation];
    out[o] = acc;
}
