// Pile-up of aligned reads: per-position base counts by atomics from read start positions.
__kernel void pileup_counts(__global const uint *start, __global const uchar *bases, __global const uchar *quals,
                            __global uint *counts, const uint readLen, const uint refLen, const uint minQual)
{
    const uint r = get_global_id(0);
    const uint s = start[r];

    for (uint i = 0; i < readLen; i++) {
        const uint pos = s + i;
        if (pos >= refLen)
            return;
        if (quals[r * readLen + i] < minQual)
            continue;
        atomic_inc(counts + pos * 4 + (bases[r * readLen + i] & 3));
    }
}
