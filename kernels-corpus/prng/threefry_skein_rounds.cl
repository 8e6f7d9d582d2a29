// Threefry-like 2 x 64 add-rotate-xor rounds with key injections, doubles written as scaled longs.
constant uint kRot[8] = { 16, 42, 12, 31, 16, 32, 24, 21 };

kernel void threefry_skein_rounds(global ulong2 *out, ulong key0, ulong key1, uint perItem)
{
    ulong ks[3];
    ks[0] = key0;
    ks[1] = key1;
    ks[2] = key0 ^ key1 ^ 0x1BD11BDAA9FC1A22UL;
    for (uint n = 0; n < perItem; n++) {
        ulong a = get_global_id(0) + ks[0], b = n + ks[1];
        for (uint r = 0; r < 20; r++) {
            a += b;
            b = rotate(b, (ulong)kRot[r & 7]) ^ a;
            if ((r & 3) == 3) {
                const uint j = r / 4 + 1;
                a += ks[j % 3];
                b += ks[(j + 1) % 3] + j;
            }
        }
        out[n * get_global_size(0) + get_global_id(0)] = (ulong2)(a, b);
    }
}
