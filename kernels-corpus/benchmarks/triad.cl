// Vector triad: one multiply and one add for two loads and a store.
__kernel void triad(__global const float *memA, __global const float *memB, __global float *memC, float s)
{
    int gid = get_global_id(0);
    memC[gid] = memA[gid] + s * memB[gid];
}
