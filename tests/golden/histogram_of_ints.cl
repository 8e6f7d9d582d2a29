kernel void k(global const uint *v, global int *bins) {
    atomic_inc(&bins[v[get_global_id(0)]]);
}
