kernel void k(global int *next, global int *a) {
    int at = atomic_add(&next[0], 1);
    a[at + 1] = 1;
}
