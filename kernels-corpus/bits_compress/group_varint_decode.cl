// Group varint: a control byte gives the lengths of four integers stored in a 17-byte slot.
static uint gather_bytes(__global const uchar *p, uint off, uint n)
{
    uint v = 0;
    for (uint b = 0; b < 4; ++b)
        if (b < n)
            v |= (uint)p[1 + ((off + b) & 15)] << (8 * b);
    return v;
}

kernel void group_varint_decode(global const uchar *coded, global uint4 *decoded, const int groups)
{
    const int g = get_global_id(0);
    if (g < groups) {
        global const uchar *slot = coded + 17 * g;
        const uint tag = slot[0];
        const uint n0 = (tag & 3) + 1, n1 = ((tag >> 2) & 3) + 1, n2 = ((tag >> 4) & 3) + 1, n3 = (tag >> 6) + 1;
        uint4 v;
        v.x = gather_bytes(slot, 0, n0);
        v.y = gather_bytes(slot, n0, n1);
        v.z = gather_bytes(slot, n0 + n1, n2);
        v.w = gather_bytes(slot, n0 + n1 + n2, n3);
        decoded[g] = v;
    }
}
