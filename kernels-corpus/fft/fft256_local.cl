// A 256-point complex transform per work-group, Stockham radix 2 wholly in local memory.
#define N    256
#define LOGN 8

__kernel __attribute__((reqd_work_group_size(N / 2, 1, 1)))
void fft256_local(__global float2 *signals, const float sign)
{
    __local float2 even[N];
    __local float2 odd[N];
    const uint t = get_local_id(0);
    __global float2 *sig = signals + get_group_id(0) * N;

    even[t] = sig[t];
    even[t + N / 2] = sig[t + N / 2];

    for (uint stage = 0; stage < LOGN; ++stage) {
        __local float2 *from = stage & 1 ? odd : even;
        __local float2 *to = stage & 1 ? even : odd;
        barrier(CLK_LOCAL_MEM_FENCE);

        const uint span = 1u << stage;
        const uint k = t & (span - 1);
        float2 w;
        const float angle = sign * M_PI_F * (float)k / (float)span;
        w.x = native_cos(angle);
        w.y = native_sin(angle);
        const float2 p = from[t];
        const float2 q = from[t + N / 2];
        const float2 r = (float2)(q.x * w.x - q.y * w.y, q.x * w.y + q.y * w.x);
        const uint o = ((t & ~(span - 1)) << 1 | k) & (N - 1);
        to[o] = p + r;
        to[(o + span) & (N - 1)] = p - r;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sig[t] = even[t];
    sig[t + N / 2] = even[t + N / 2];
}
