// Local-memory bandwidth probe: every work-item streams float4 words that its neighbours wrote.
__kernel void localBandwidth4(__global float4 *io, __local float4 *box, int sweeps)
{
    const int l = get_local_id(0);
    const int n = get_local_size(0);
    float4 v = io[get_global_id(0)];

    for (int s = 0; s < sweeps; ++s)
    {
        box[l] = v;
        barrier(CLK_LOCAL_MEM_FENCE);
        v = 0.25f * (box[l] + box[(l + 1) % n] + box[(l + 2) % n] + box[(l + n - 1) % n]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    io[get_global_id(0)] = v;
}
