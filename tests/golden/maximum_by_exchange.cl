kernel void k(global const int *v, volatile global int *best) {
    int i = get_global_id(0), old = *best, seen;
    while ((seen = atomic_cmpxchg(best, old, max(old, v[i]))) != old) old = seen;
}
