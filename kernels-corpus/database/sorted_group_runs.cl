// Aggregation over sorted groups: the work-item at each group's start adds up its run.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sortedGroupRuns(__global const ushort *groupId, __global const double *value,
                              __global double *runSum, uint n, uint longest)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;

    ushort mine = groupId[i];
    double sum = 0.0;
    bool starts = i == 0 || groupId[i - 1] != mine;
    if (starts) {
        uint stop = min(n, i + longest);
        for (uint j = i; j < stop; ++j) {
            if (groupId[j] != mine)
                break;
            sum += value[j];
        }
    }
    runSum[i] = starts ? sum : nan(0ul);
}
