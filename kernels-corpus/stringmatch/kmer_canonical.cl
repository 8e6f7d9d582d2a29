// Encode every k-mer of a DNA sequence in two bits per base and keep the canonical strand.
typedef ulong kmer_t;

#define BASE_CODE(ch) ((((ch) >> 1) ^ ((ch) >> 2)) & 3)
#define KMAX 31

__kernel void kmer_canonical(__global const uchar *__restrict seq,
                             __global kmer_t *__restrict codes,
                             const uint k,
                             const uint n_kmers)
{
    const uint at = get_global_id(0);
    if (at >= n_kmers) { return; }

    const uint kk = min(k, (uint)KMAX);
    kmer_t fwd = 0, rev = 0;
    for (uint j = 0; j < kk; ++j) {
        const kmer_t code = BASE_CODE(seq[at + j]);
        fwd = (fwd << 2) | code;
        rev |= (3UL - code) << (2 * j);
    }
    codes[at] = fwd < rev ? fwd : rev;
}
