// Byte histogram straight into global counters, four bytes for each packed word.
kernel void bytes_global_atomics(global const uint *packed, global volatile uint *hist)
{
    uint w = packed[get_global_id(0)];
#pragma unroll
    for (int b = 0; b < 4; ++b, w >>= 8)
        atomic_inc(&hist[w & 255u]);
}
