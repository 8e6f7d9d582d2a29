kernel void k(global const int *v, volatile global uint *n, global int *o, uint m) {
    uint i = get_global_id(0);
    if (i < m) {
        uint p = atomic_add(n + 3, 2u);
        o[p] = i;
        o[p + 1] = v[i];
    }
}
