// Histogram of nibbles with eight-bit counters packed in private registers, flushed before they overflow.
__kernel void packed_byte_counters(__global const uint *words, __global uint *hist, const uint per_item)
{
    __global const uint *p = words + get_global_id(0) * per_item;
    uint done = 0;

    while (done < per_item) {
        uint4 c = (uint4)(0u);
        const uint batch = min(per_item - done, 30u);
        for (uint k = 0; k < batch; ++k) {
            uint w = p[done + k];
            for (int nib = 0; nib < 8; ++nib, w >>= 4) {
                const uint inc = 1u << ((w & 3u) * 8u);
                const uint sel = (w >> 2) & 3u;
                c += select((uint4)(0u), (uint4)(inc), (uint4)(sel) == (uint4)(0u, 1u, 2u, 3u));
            }
        }
        done += batch;
        const uint part[4] = { c.x, c.y, c.z, c.w };
        for (int b = 0; b < 16; ++b) {
            const uint v = (part[b >> 2] >> ((b & 3) * 8)) & 255u;
            if (v)
                atomic_add(hist + b, v);
        }
    }
}
