// Appends new key and value vectors to a ring-shaped cache of 16-bit halves stored as ushort bits.
__kernel void kvCacheAppend(__global const float4 *newK, __global const float4 *newV,
                            __global half *cacheK, __global half *cacheV,
                            int tokens, int dim4, int capacity, int start)
{
    const int n = tokens * dim4;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
    {
        const int slot = (start + i / dim4) % capacity;
        const int dst = slot * dim4 + i % dim4;
        vstore_half4(newK[i], dst, cacheK);
        vstore_half4(newV[i], dst, cacheV);
    }
}
