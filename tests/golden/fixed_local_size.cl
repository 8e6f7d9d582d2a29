__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global float *o) {
    local float t[64];
    int l = get_local_id(0);
    t[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = t[63 - l];
}
