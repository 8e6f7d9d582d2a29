// Compare-and-swap probe: bounded retry loop multiplies counters held in a small set of addresses.
__kernel void cas_spin_accumulate(volatile __global uint *cells, __global uint *retries, const uint ncells, const uint tries)
{
    const uint gid = get_global_id(0);
    volatile __global uint *c = cells + gid % ncells;
    uint lost = 0;
    for (uint t = 0; t < tries; ++t) {
        const uint seen = *c;
        if (atomic_cmpxchg(c, seen, seen * 5u + 1u) == seen)
            break;
        ++lost;
    }
    retries[gid] = lost;
}
