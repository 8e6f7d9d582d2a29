// Min-hash signatures of sets in CSR form, one (set, hash function) pair per work-item.
__kernel void minhash_csr_sets(__global const int *setPtr, __global const uint *element, __global uint *signature,
                               const int nSets, const int nHashes)
{
    const int g = get_global_id(0);
    if (g >= nSets * nHashes)
        return;
    const int set = g / nHashes;
    const uint a = (uint)(g % nHashes) * 0x9E3779B9u + 1u;
    uint low = 0xffffffffu;

    for (int e = setPtr[set]; e < setPtr[set + 1]; ++e) {
        uint h = element[e] * (a | 1u) + (a >> 3);
        h ^= h >> 15;
        low = min(low, h * 0x2545F491u);
    }
    signature[g] = low;
}
