// Solves x[i] = a[i] x[i-1] + b[i] over a group by scanning affine maps.
#define COMPOSE(f, g) ((float2)((f).x * (g).x, (g).x * (f).y + (g).y))

__kernel void linear_recurrence(__global const float2 *ab, __global float *x, float x0,
                                __local float2 *ping, __local float2 *pong)
{
    int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
    __local float2 *from = ping, *to = pong;

    from[l] = ab[g];
    for (int d = 1; d < n; d *= 2)
    {
        barrier(CLK_LOCAL_MEM_FENCE);
        to[l] = l < d ? from[l] : COMPOSE(from[max(l - d, 0)], from[l]);
        __local float2 *t = from;
        from = to;
        to = t;
    }
    x[g] = from[l].x * x0 + from[l].y;
}
