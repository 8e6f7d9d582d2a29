// Stratified sampling of an n-ball's volume: one jittered point per stratum of a 3-D grid, hits reduced.
static uint lowbias(uint x)
{
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}
#define JITTER(h, k) (((h) >> (10 * (k)) & 1023u) * (1.0f / 1024.0f))

__kernel void stratified_sphere_volume(__global uint *hitsPerGroup, __local uint *sums, const uint side)
{
    const uint lid = get_local_id(0);
    const float w = 1.0f / side;
    uint hits = 0;
    for (uint s = get_global_id(0); s < side * side * side; s += get_global_size(0)) {
        const uint h = lowbias(s);
        const float x = (s % side + JITTER(h, 0)) * w;
        const float y = (s / side % side + JITTER(h, 1)) * w;
        const float z = (s / (side * side) + JITTER(h, 2)) * w;
        hits += (x * x + y * y + z * z) < 1.0f;
    }
    sums[lid] = hits;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        uint total = 0;
        for (uint k = 0; k < get_local_size(0); k++)
            total += sums[k];
        hitsPerGroup[get_group_id(0)] = total;
    }
}
