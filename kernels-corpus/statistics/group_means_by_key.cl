// Sums and counts of fixed-point values by group key, staged in local counters before global atomics.
#define GROUPS 64

__kernel void group_means_by_key(__global const uchar *key, __global const int *value,
                                 volatile __global int *sum, volatile __global uint *count, const uint n)
{
    __local int locSum[GROUPS];
    __local uint locCount[GROUPS];
    for (uint g = get_local_id(0); g < GROUPS; g += get_local_size(0)) {
        locSum[g] = 0;
        locCount[g] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint i = get_global_id(0);
    if (i < n) {
        const uint g = key[i] % GROUPS;
        atomic_add(&locSum[g], value[i] >> 4);
        atomic_inc(&locCount[g]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint g = get_local_id(0); g < GROUPS; g += get_local_size(0)) {
        if (locCount[g] == 0) continue;
        atomic_add(&sum[g], locSum[g]);
        atomic_add(&count[g], locCount[g]);
    }
}
