kernel void k(global const float *v, volatile global float *sum) {
    union {
        uint bits;
        float value;
    } old, seen, next;
    seen.value = sum[0];
    do {
        old.value = seen.value;
        next.value = old.value + v[get_global_id(0)];
        seen.bits = atomic_cmpxchg((volatile global uint *)sum, old.bits, next.bits);
    } while (seen.bits != old.bits);
}
