kernel void k(global const float *a, global float *o, local float *t, int w, int rows) {
    int i = get_global_id(0);
    if (i / w < rows) {
        t[get_local_id(0)] = a[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        o[i] = t[0];
    }
}
