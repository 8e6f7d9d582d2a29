// Attention output of one query row per work-item, streaming keys and values with online softmax rescaling.
#define HD 16

__kernel void flash_row_attention(__global const float4 *restrict q,
                                  __global const float4 *restrict k,
                                  __global const float4 *restrict v,
                                  __global float4 *restrict o,
                                  const uint nq, const uint nk, const float scale)
{
    const uint row = get_global_id(0);
    if (row >= nq) return;

    float4 qr[HD / 4], acc[HD / 4];
    for (uint j = 0; j < HD / 4; ++j) {
        qr[j] = q[row * (HD / 4) + j] * scale;
        acc[j] = 0.0f;
    }

    float m = -INFINITY, l = 0.0f;
    for (uint t = 0; t < nk; ++t) {
        float s = 0.0f;
        #pragma unroll
        for (uint j = 0; j < HD / 4; ++j)
            s += dot(qr[j], k[t * (HD / 4) + j]);
        const float m2 = fmax(m, s);
        const float keep = native_exp(m - m2);
        const float p = native_exp(s - m2);
        l = l * keep + p;
        #pragma unroll
        for (uint j = 0; j < HD / 4; ++j)
            acc[j] = acc[j] * keep + p * v[t * (HD / 4) + j];
        m = m2;
    }
    const float inv = 1.0f / l;
    for (uint j = 0; j < HD / 4; ++j)
        o[row * (HD / 4) + j] = acc[j] * inv;
}
