// Counts 4-bit digits of each work-item's run of keys: the first pass of a radix sort.
#define RADIX_BITS 4
#define RADIX      (1 << RADIX_BITS)
#define MASK       (RADIX - 1)

__kernel
void radix_digit_count(__global const ulong *keys,
                       __global uint        *counts,      // digit-major: RADIX x work-items
                       __local ushort       *lcount,      // RADIX for each work-item
                       const uint            keys_per_item,
                       const uint            pass)
{
    const uint lid = get_local_id(0);
    const uint gid = get_global_id(0);
    const uint shift = (pass * RADIX_BITS) & 63u;
    __local ushort *mine = lcount + lid * RADIX;

    for (uint d = 0; d < RADIX; ++d)
        mine[d] = 0;

    for (uint k = 0; k < keys_per_item; ++k) {
        const ulong key = keys[gid * keys_per_item + k];
        mine[(uint)(key >> shift) & MASK]++;
    }

    for (uint d = 0; d < RADIX; ++d)
        counts[d * get_global_size(0) + gid] = mine[d];
}
