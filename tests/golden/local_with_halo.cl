kernel void k(global const float *a, global float *o, local float *t, int r) {
    int l = get_local_id(0), i = get_global_id(0), n = get_local_size(0);
    t[l + r] = a[i + r];
    if (l < r) {
        t[l] = a[i];
        t[l + n + r] = a[i + n + r];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    o[i] = t[l] + t[l + 2 * r];
}
