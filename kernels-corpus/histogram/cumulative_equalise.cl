// Turns a histogram of 256 bins into a cumulative look-up table and applies it to bytes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void CumulativeEqualise(__global const uint *hist, __global uchar *bytes, uint n)
{
    __local uint cdf[256];
    __local uchar lut[256];
    uint lid = get_local_id(0);

    cdf[lid] = hist[lid] & 0xffffffu;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint before = 0;
    for (uint b = 0; b < lid; ++b)
        before += cdf[b];
    uint total = before;
    for (uint b = lid; b < 256; ++b)
        total += cdf[b];

    lut[lid] = total == 0 ? lid : (uchar)((255.0f * (before + cdf[lid])) / total);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        bytes[i] = lut[bytes[i]];
}
