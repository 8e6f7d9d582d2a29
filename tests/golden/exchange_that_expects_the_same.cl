kernel void k(volatile global int *slot) {
    int free_slot = 0;
    while (atomic_cmpxchg(slot, free_slot, 1) != free_slot) {
    }
    slot[1] = 1;
}
