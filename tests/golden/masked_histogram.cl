kernel void k(global const int *v, global int *h) {
    int i = get_global_id(0);
    atomic_add(h + (v[i] & 63), 2);
}
