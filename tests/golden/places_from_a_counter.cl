kernel void k(global const int *v, global int *n, global int *o) {
    int i = get_global_id(0);
    if (v[i] > 500) {
        int p = atomic_inc(n);
        o[p] = i;
    }
}
