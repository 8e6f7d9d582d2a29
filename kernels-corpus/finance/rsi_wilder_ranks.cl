// Wilder relative-strength index of one ticker per work-group lane, then a rank among the group's lanes.
__kernel void rsi_wilder_ranks(__global const ushort *ticks, __global float *rsi, __global uchar *rank, __local float *share,
                               const int bars, const int period)
{
    const int lane = get_local_id(0), ticker = get_global_id(0), width = get_local_size(0);
    float gain = 0.0f, loss = 0.0f;
    int prev = ticks[ticker * bars];
    for (int b = 1; b < bars; ++b) {
        const int now = ticks[ticker * bars + b], d = now - prev;
        const float w = 1.0f / (b < period ? b : period);
        gain = mix(gain, (float)(d > 0 ? d : 0), w);
        loss = mix(loss, (float)(d < 0 ? -d : 0), w);
        prev = now;
    }
    const float v = 100.0f * gain / (gain + loss + 1e-6f);
    share[lane] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    int above = 0;
    for (int k = 0; k < width; ++k)
        above += share[k] > v || (share[k] == v && k < lane);
    rsi[ticker] = v;
    rank[ticker] = (uchar)above;
}
