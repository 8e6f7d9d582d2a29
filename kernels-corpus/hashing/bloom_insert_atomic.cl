// Insert keys into a Bloom filter: double hashing, one atomic OR a probe.
__kernel void bloom_insert_atomic(__global const uint *keys, __global uint *filter, const uint words, const uint probes)
{
    const uint key = keys[get_global_id(0)];
    const uint h1 = (key ^ (key >> 16)) * 0x7feb352du;
    const uint h2 = ((key + 0x9e3779b9u) * 0x846ca68bu) | 1u;

    for (uint p = 0; p < probes; ++p) {
        const uint bit = h1 + p * h2;
        atomic_or(&filter[(bit >> 5) % words], 1u << (bit & 31u));
    }
}
