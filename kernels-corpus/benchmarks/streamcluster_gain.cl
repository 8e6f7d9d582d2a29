// What opening a centre at one candidate saves: each point compares its cost there with its present one.
__kernel void streamcluster_gain(__global const float *pointWeight, __global const float *pointCost,
                                 __global const int *pointAssign, __global const float *coord,
                                 __global const int *centerTable, __global float *workMem,
                                 __global uchar *switchMembership, const int num, const int dim, const int candidate,
                                 const int K)
{
    const int tid = get_global_id(0);
    if (tid >= num) return;

    const int x = candidate % num;
    float cost = 0.0f;
    for (int i = 0; i < dim; i++) {
        float t = coord[i * num + tid] - coord[i * num + x];
        cost += t * t;
    }
    cost *= pointWeight[tid];

    const float saving = pointCost[tid] - cost;
    const bool moves = saving > 0.0f;
    const int slot = min(max(centerTable[pointAssign[tid]], 0), K - 1);
    switchMembership[tid] = moves;
    workMem[tid * (K + 1) + (moves ? K : slot)] += moves ? -saving : saving;
}
