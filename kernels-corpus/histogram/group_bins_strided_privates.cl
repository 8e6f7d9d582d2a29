// Histogram of bytes with 32 private copies a group in local memory, each lane of a warp its own, added up at the end.
#define COPIES 32
#define NBINS 256
kernel void group_bins(global const uchar *data, global uint *hist, int n, int perItem)
{
    local uint priv[COPIES * NBINS];
    const int lid = get_local_id(0), lsz = get_local_size(0);
    const int lane = lid % COPIES;
    int i, pos;

    for (i = lid; i < COPIES * NBINS; i += lsz)
        priv[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    pos = get_group_id(0) * lsz * perItem + lid;
    for (i = 0; i + 3 < perItem; i += 4) {
        const int a = pos, b = pos + lsz, c = pos + 2 * lsz, d = pos + 3 * lsz;
        if (a < n) atomic_inc(&priv[data[a] * COPIES + lane]);
        if (b < n) atomic_inc(&priv[data[b] * COPIES + lane]);
        if (c < n) atomic_inc(&priv[data[c] * COPIES + lane]);
        if (d < n) atomic_inc(&priv[data[d] * COPIES + lane]);
        pos += 4 * lsz;
    }
    for (; i < perItem; i++) {
        if (pos < n) atomic_inc(&priv[data[pos] * COPIES + lane]);
        pos += lsz;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int b = lid; b < NBINS; b += lsz) {
        uint s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (int c = 0; c < COPIES; c += 4) {
            const int r0 = (c + b) % COPIES, r1 = (c + 1 + b) % COPIES;
            const int r2 = (c + 2 + b) % COPIES, r3 = (c + 3 + b) % COPIES;
            s0 += priv[b * COPIES + r0];
            s1 += priv[b * COPIES + r1];
            s2 += priv[b * COPIES + r2];
            s3 += priv[b * COPIES + r3];
        }
        const uint total = s0 + s1 + s2 + s3;
        if (total) atomic_add(&hist[b], total);
    }
}
