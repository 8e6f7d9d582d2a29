// Lax-Wendroff advection of one periodic segment per work-group, several steps between two local buffers.
__kernel void lax_wendroff_segment(__global float *q, __local float *buf, const float nu, const int nsteps)
{
    const int me = get_local_id(0);
    const int n  = get_local_size(0);
    const int lt = (me + n - 1) % n;
    const int rt = (me + 1) % n;
    const float a = 0.5f * nu * (nu + 1.0f);
    const float b = 1.0f - nu * nu;
    const float c = 0.5f * nu * (nu - 1.0f);
    float v = q[get_global_id(0)];

    for (int s = 0; s < nsteps; ++s)
    {
        buf[me] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        v = a * buf[lt] + b * buf[me] + c * buf[rt];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    q[get_global_id(0)] = v;
}
