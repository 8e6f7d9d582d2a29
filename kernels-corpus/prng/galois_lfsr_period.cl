// Bit streams from 16-bit Galois registers, packed into words, with the monobit balance of each stream.
__kernel void galois_lfsr_period(__global const ushort *start, __global uint *bits, __global int *balance,
                                 const ushort taps, const uint words)
{
    ushort r = start[get_global_id(0)];
    int bal = 0;
    r = r ? r : (ushort)0xACE1;
    for (uint w = 0; w < words; w++) {
        uint acc = 0;
        for (uint b = 0; b < 32; b++) {
            const ushort lsb = r & 1;
            r = (ushort)((r >> 1) ^ (ushort)(-lsb & taps));
            acc = (acc << 1) | lsb;
        }
        bal += 2 * (int)popcount(acc) - 32;
        bits[get_global_id(0) * words + w] = acc;
    }
    balance[get_global_id(0)] = bal;
}
