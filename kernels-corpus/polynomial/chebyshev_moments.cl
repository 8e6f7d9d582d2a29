// Chebyshev moments: sums T_k(x) over a chunk of samples for every order k.
__kernel void chebyshevMoments(__global const float *samples, __global float *moments,
                               const int chunk, const int orders)
{
    const int k = get_global_id(0) % orders;
    const int block = get_global_id(0) / orders;
    float m = 0.0f;

    for (int i = 0; i < chunk; ++i) {
        const float x = clamp(samples[block * chunk + i], -1.0f, 1.0f);
        float prev = 1.0f, cur = x;
        for (int j = 1; j < k; ++j) {
            const float nxt = 2.0f * x * cur - prev;
            prev = cur;
            cur = nxt;
        }
        m += k == 0 ? 1.0f : cur;
    }
    moments[get_global_id(0)] = m;
}
