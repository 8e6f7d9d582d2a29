kernel void k(global const float *a, global float *o, local float *t) {
    int l = get_local_id(0), n = get_local_size(0);
    t[l] = a[get_global_id(0)];
    t[l + n] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = t[2 * n - 1 - l];
}
