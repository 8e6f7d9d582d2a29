kernel void k(global const float *a, global float *o, local float *t, int n) {
    if (get_group_id(0) < n) {
        t[get_local_id(0)] = a[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        o[get_global_id(0)] = t[0];
    }
}
