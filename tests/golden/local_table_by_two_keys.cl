kernel void k(global const uchar *key, global int *out) {
    local int count[256];
    for (int b = get_local_id(0); b < 256; b += get_local_size(0)) count[b] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = get_global_id(0);
    out[i] = count[key[2 * i]] + count[key[2 * i + 1] ^ 255];
}
