// Weights as signed nibbles, eight to a word, with group scales: one output row per work-group of 64.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void int4_nibble_gemv(__global const uint *nibbles, __global const float *scales, __global const float8 *x,
                      __global float *y, const int wordsPerRow)
{
    __local float part[64];
    const int t = get_local_id(0), row = get_group_id(0);
    float sum = 0.0f;

    for (int w = t; w < wordsPerRow; w += 64) {
        const int v = (int)nibbles[row * wordsPerRow + w];
        const float8 q = (float8)((v << 28) >> 28, (v << 24) >> 28, (v << 20) >> 28, (v << 16) >> 28,
                                  (v << 12) >> 28, (v << 8) >> 28, (v << 4) >> 28, v >> 28);
        const float8 m = q * x[w];
        const float4 h = m.lo + m.hi;
        sum += scales[row * ((wordsPerRow + 3) / 4) + w / 4] * (h.x + h.y + h.z + h.w);
    }
    part[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 16) part[t] += part[t + 16] + part[t + 32] + part[t + 48];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0) {
        float total = 0.0f;
        for (int i = 0; i < 16; ++i) total += part[i];
        y[row] = total;
    }
}
