kernel void k(global const uint *v, global uint *out) {
    local uint h[256];
    for (uint b = get_local_id(0); b < 256; b += get_local_size(0)) h[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&h[v[get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = get_local_id(0); b < 256; b += get_local_size(0))
        out[get_group_id(0) * 256 + b] = h[b];
}
