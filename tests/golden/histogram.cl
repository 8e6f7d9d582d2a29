kernel void k(global const uchar *v, global int *h) {
    int i = get_global_id(0);
    atomic_inc(&h[v[i]]);
}
