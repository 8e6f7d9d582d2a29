// Adler-32 checksum of byte streams interleaved across work-items for coalesced reads.
#ifndef MOD_ADLER
# define MOD_ADLER 65521u
#endif
#define NMAX 256   /* bytes between two reductions */

kernel void adler_interleaved(global const uchar *stream, global uint *sum, const uint len)
{
    const uint lane   = get_global_id(0);
    const uint nlanes = get_global_size(0);
    uint a = 1, b = 0;

    for (uint base = 0; base < len; base += NMAX)
    {
        const uint stop = min(base + NMAX, len);
        for (uint k = base; k < stop; ++k)
        {
            a += stream[k * nlanes + lane];
            b += a;
        }
        a %= MOD_ADLER;
        b %= MOD_ADLER;
    }
    sum[lane] = (b << 16) | a;
}
