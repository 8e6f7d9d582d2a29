// Monte Carlo estimate of pi: darts per work-item, hits summed per group and added atomically.
uint hashWang(uint s)
{
    s = (s ^ 61u) ^ (s >> 16);
    s *= 9u;
    s = s ^ (s >> 4);
    s *= 0x27d4eb2du;
    return s ^ (s >> 15);
}

__kernel void pi_dartboard(__global uint *totalHits, const uint darts, const uint seed)
{
    __local uint groupHits;
    if (get_local_id(0) == 0)
        groupHits = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint s = hashWang(seed ^ (uint)get_global_id(0));
    uint mine = 0;
    for (uint i = 0; i < darts; i++) {
        s = hashWang(s + i);
        float x = (s & 0xffffu) / 65536.0f;
        float y = (s >> 16) / 65536.0f;
        mine += (x * x + y * y <= 1.0f) ? 1u : 0u;
    }
    atomic_add(&groupHits, mine);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (get_local_id(0) == 0)
        atomic_add(&totalHits[0], groupHits);
}
