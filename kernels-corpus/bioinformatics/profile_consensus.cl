// Consensus base, its frequency and Shannon entropy of every alignment column.
kernel void profile_consensus(global const uchar *msa, global uchar *consensus, global float2 *info,
                              const uint rows, const uint cols)
{
    const uint c = get_global_id(0);
    if (c >= cols) return;

    ushort n[5] = { 0, 0, 0, 0, 0 };
    for (uint r = 0; r < rows; ++r)
        ++n[min((uint)msa[r * cols + c], 4u)];

    uchar lead = 0;
    float entropy = 0.f;
    const float inv = native_recip((float)rows);
    for (int s = 0; s < 5; ++s) {
        if (n[s] > n[lead & 3]) lead = (uchar)(s & 3);
        if (n[s] != 0) {
            const float p = (float)n[s] * inv;
            entropy -= p * native_log2(p);
        }
    }
    consensus[c] = lead;
    info[c] = (float2)((float)n[lead & 3] * inv, entropy);
}
