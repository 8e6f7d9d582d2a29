// Bit-parallel LCS length of a 64-character pattern against many texts, match masks built in local memory.
__kernel void lcs_bit_parallel(__global const uchar *pattern, __global const uchar *texts,
                               __global uint *lcs, const uint textLen)
{
    __local ulong mask[32];
    for (uint c = get_local_id(0); c < 32; c += get_local_size(0)) {
        ulong m = 0;
        for (uint i = 0; i < 64; ++i)
            m |= (ulong)((pattern[i] & 31) == c) << i;
        mask[c] = m;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint gid = get_global_id(0);
    __global const uchar *t = texts + (size_t)gid * textLen;
    ulong v = ~0UL;
    for (uint j = 0; j < textLen; ++j) {
        const ulong u = v & mask[t[j] & 31];
        v = (v + u) | (v - u);
    }
    lcs[gid] = 64u - (uint)popcount(v);
}
