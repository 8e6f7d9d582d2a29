kernel void k(global const int *v, global int *m) {
    atomic_max(m, v[get_global_id(0)]);
}
