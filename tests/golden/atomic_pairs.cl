kernel void k(global int *a) {
    int i = get_global_id(0);
    atomic_cmpxchg(&a[i / 2], 0, i);
}
