// Scatters token gradients into the embedding table by compare-and-swap float addition.
inline void atomicAddFloat(volatile __global float *addr, float val)
{
    volatile __global uint *bits = (volatile __global uint *)addr;
    uint seen = *bits;
    for (int tries = 0; tries < 64; tries++) {
        const uint want = as_uint(as_float(seen) + val);
        const uint was = atomic_cmpxchg(bits, seen, want);
        if (was == seen)
            break;
        seen = was;
    }
}

__kernel void embeddingScatterGrad(__global const uint *tokens, __global const float *grad,
                                   volatile __global float *table, uint count, uint dim, uint vocab)
{
    const uint gid = get_global_id(0);
    if (gid < count * dim) {
        const uint word = tokens[gid / dim] % vocab;
        atomicAddFloat(&table[word * dim + gid % dim], grad[gid]);
    }
}
