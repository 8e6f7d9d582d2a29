// Local-memory latency probe: pointer chase through a permuted ring in a ushort tile.
#define SLOTS 2048

__kernel void local_latency_chase(__global uint *result, const uint step, const uint hops)
{
    __local ushort next[SLOTS];
    for (uint s = get_local_id(0); s < SLOTS; s += get_local_size(0))
        next[s] = (ushort)((s + (step | 1u)) % SLOTS);
    barrier(CLK_LOCAL_MEM_FENCE);

    uint p = get_local_id(0) % SLOTS;
    for (uint h = 0; h < hops; ++h)
        p = next[p % SLOTS];
    result[get_global_id(0)] = p;
}
