// All strides of one bitonic stage below the group size, on (key, index) arrays kept apart in local memory.
__kernel void bitonic_key_index_stage(__global half *keys_h, __global ushort *index,
                                      __local float *k, __local ushort *ix, const uint stage)
{
    const uint l = get_local_id(0), g = get_global_id(0), L = get_local_size(0);

    k[l] = vload_half(g, keys_h);
    ix[l] = index[g];
    const bool up = ((g >> (stage & 15u)) & 1u) == 0u;

    for (uint dist = 16; dist >= 1; dist >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint mate = min(l ^ dist, L - 1);
        const float mine = k[l], theirs = k[mate];
        const ushort mi = ix[l], ti = ix[mate];
        const bool lower = l < mate;
        const bool take = lower == up ? theirs < mine : theirs > mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        k[l] = take ? theirs : mine;
        ix[l] = take ? ti : mi;
    }
    vstore_half(k[l], g, keys_h);
    index[g] = ix[l];
}
