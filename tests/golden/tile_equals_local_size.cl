#define TILE 32
kernel void k(global const float *a, global float *o) {
    local float t[TILE];
    int l = get_local_id(0);
    t[l] = a[get_group_id(0) * TILE + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = t[TILE - 1 - l];
}
