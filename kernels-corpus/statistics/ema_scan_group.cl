// Exponential moving average of a block by an associative scan of (decay, value) pairs in local memory.
__kernel void ema_scan_group(__global const float *x, __global float *ema, __local float2 *s, float decay)
{
    const int l = get_local_id(0);
    const int n = get_local_size(0);
    float2 v = (float2)(decay, (1.0f - decay) * x[get_global_id(0)]);
    if (l == 0)
        v.y = x[get_global_id(0)];

    for (int d = 1; d < n; d <<= 1) {
        s[l] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= d) {
            const float2 p = s[max(l - d, 0)];
            v = (float2)(v.x * p.x, v.y + v.x * p.y);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    ema[get_global_id(0)] = v.y;
}
