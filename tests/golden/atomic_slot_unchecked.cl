kernel void k(global uint *count, global int *out) {
    out[atomic_inc(count)] = get_global_id(0);
}
