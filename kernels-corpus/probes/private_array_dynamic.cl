// Private array probe: dynamically indexed scratch of 64 words, which spills to memory.
__kernel void private_array_dynamic(__global const uint *in, __global uint *out, const uint swaps)
{
    uint pot[64];
    const uint g = get_global_id(0);
    uint z = in[g];
    for (uint i = 0; i < 64; ++i) pot[i] = i;
    for (uint s = 0; s < swaps; ++s) {
        z = z * 1664525u + 1013904223u;
        const uint a = z >> 26 & 63u, b = z >> 8 & 63u;
        const uint t = pot[a];
        pot[a] = pot[b] + 1u;
        pot[b] = t;
    }
    uint fold = 0;
    for (uint i = 0; i < 64; ++i) fold = fold * 31u + pot[i];
    out[g] = fold;
}
