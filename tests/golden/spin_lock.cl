kernel void k(global int *lock, global int *a) {
    while (atomic_cmpxchg(lock, 0, 1) != 0)
        ;
    a[0]++;
    atomic_xchg(lock, 0);
}
