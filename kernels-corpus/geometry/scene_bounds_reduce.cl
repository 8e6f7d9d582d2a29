// Bounding box of a point cloud: grid-stride accumulation and two local trees run together.
__kernel void scene_bounds_reduce(__global const float4 *pts, __global float4 *loOut, __global float4 *hiOut,
                                  __local float4 *lo, __local float4 *hi, const uint n)
{
    const uint t = get_local_id(0);
    float4 a = (float4)(INFINITY), b = (float4)(-INFINITY);
    uint i = get_global_id(0);
    while (i < n) {
        const float4 p = pts[i];
        a = fmin(a, p);
        b = fmax(b, p);
        i += get_global_size(0);
    }
    lo[t] = a;
    hi[t] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint w = get_local_size(0); w > 1; ) {
        const uint h = (w + 1) >> 1;
        if (t + h < w) {
            lo[t] = fmin(lo[t], lo[t + h]);
            hi[t] = fmax(hi[t], hi[t + h]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        w = h;
    }
    if (!t) {
        loOut[get_group_id(0)] = lo[0];
        hiOut[get_group_id(0)] = hi[0];
    }
}
