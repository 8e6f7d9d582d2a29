// Accumulates along a cyclic comb of stride-separated elements starting at each work-item's slot.
#ifndef UNROLL
#define UNROLL 4
#endif

__kernel void comb_walk(__global const float *ring, __global float *result,
                        int size, int stride, int hops)
{
    const int tid = (int)get_global_id(0);
    const int jump = stride % size;
    int pos = tid % size;
    float acc[UNROLL] = { 0.0f };

    for (int h = 0; h < hops; ++h)
    {
        #pragma unroll
        for (int u = 0; u < UNROLL; ++u)
        {
            acc[u] += ring[pos];
            pos = (pos + jump) % size;
        }
    }

    float total = 0.0f;
    for (int u = 0; u < UNROLL; ++u)
        total += acc[u];
    result[tid] = total;
}
