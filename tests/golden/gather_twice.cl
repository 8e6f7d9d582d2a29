kernel void k(global const int *p, global const int *q, global const float *a, global float *o, local int *t) {
    int i = get_global_id(0), l = get_local_id(0);
    t[l * 32] = p[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[i] = a[q[p[i]]] + a[t[0] & 63] + a[p[i]];
}
