kernel void k(global uint *count, global int *out, uint n) {
    uint at = atomic_inc(count);
    if (at < n) out[at] = get_global_id(0);
}
