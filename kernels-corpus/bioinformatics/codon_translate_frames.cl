// Translate DNA to protein in three forward frames through the standard genetic code.
__constant char aminoTable[65] = "KNKNTTTTRSRSIIMIQHQHPPPPRRRRLLLLEDEDAAAAGGGGVVVV*Y*YSSSS*CWCLFLF";

inline int nt(char base)
{
    switch (base) {
        case 'A': case 'a': return 0;
        case 'C': case 'c': return 1;
        case 'G': case 'g': return 2;
        default:            return 3;
    }
}

__kernel void codon_translate_frames(__global const char *dna, __global char *protein, const int codons)
{
    int c = get_global_id(0);
    if (c >= codons) return;
    int b0 = nt(dna[3 * c]), b1 = nt(dna[3 * c + 1]), b2 = nt(dna[3 * c + 2]);
    int b3 = nt(dna[3 * c + 3]), b4 = nt(dna[3 * c + 4]);
    protein[c]              = aminoTable[(b0 * 16 + b1 * 4 + b2) & 63];
    protein[codons + c]     = aminoTable[(b1 * 16 + b2 * 4 + b3) & 63];
    protein[2 * codons + c] = aminoTable[(b2 * 16 + b3 * 4 + b4) & 63];
}
