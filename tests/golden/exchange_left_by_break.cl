kernel void k(global const int *v, volatile global int *bins) {
    int i = get_global_id(0);
    for (;;) {
        int old = bins[i / 2];
        if (atomic_cmpxchg(&bins[i / 2], old, old + v[i]) == old) break;
    }
}
