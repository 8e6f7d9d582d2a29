// Histogram of Hamming distances between each 256-bit code and all codes of a gallery.
typedef ulong4 code256;

__kernel void hamming_distance_hist(__global const code256 *probe, __global const code256 *gallery,
                                    __global ushort *hist, const uint galleryLen)
{
    const size_t me = get_global_id(0);
    const code256 mine = probe[me];
    ushort bin[17];

    #pragma unroll
    for (int b = 0; b < 17; ++b) bin[b] = 0;

    for (uint g = 0; g < galleryLen; ++g) {
        const ulong4 pc = popcount(mine ^ gallery[g]);
        const uint dist = (uint)(pc.s0 + pc.s1 + pc.s2 + pc.s3);
        bin[(dist >> 4) & 15u] += 1;
        bin[16] = max(bin[16], (ushort)(256u - min(dist, 256u)));
    }

    for (int b = 0; b < 17; ++b)
        hist[me * 17 + b] = bin[b];
}
