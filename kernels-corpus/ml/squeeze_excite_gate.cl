// Squeeze-and-excite: a group turns pooled channel means into gates by two tiny dense layers, then scales its sample.
#define MAXC 128
#define MAXR 32

__kernel void squeeze_excite_gate(__global float *fmap, __global const float *squeezed,
                                  __constant float *w1, __constant float *w2,
                                  const int channels, const int reduced, const int area)
{
    __local float mid[MAXR];
    __local float gate[MAXC];
    const int lid = get_local_id(0), lsz = get_local_size(0), sample = get_group_id(0);
    const int nc = min(channels, MAXC), nr = min(reduced, MAXR);

    for (int r = lid; r < nr; r += lsz) {
        float a = 0.0f;
        for (int c = 0; c < nc; ++c)
            a += w1[r * nc + c] * squeezed[sample * nc + c];
        mid[r] = fmax(a, 0.0f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int c = lid; c < nc; c += lsz) {
        float a = 0.0f;
        for (int r = 0; r < nr; ++r)
            a += w2[c * nr + r] * mid[r];
        gate[c] = 1.0f / (1.0f + exp(-a));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < nc * area; i += lsz)
        fmap[sample * nc * area + i] *= gate[i / area];
}
