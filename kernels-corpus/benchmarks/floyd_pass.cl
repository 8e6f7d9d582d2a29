// Floyd-Warshall, one pivot: every pair of nodes looks whether the way over it is shorter, and keeps the way.
__kernel void floyd_pass(__global uint *pathDistanceBuffer, __global uint *pathBuffer, const uint pairs,
                         const uint numNodes, const uint pass)
{
    const uint cell = get_global_id(0);
    if (cell >= pairs) return;
    const uint xValue = cell % numNodes;
    const uint yValue = cell / numNodes;
    const uint k = pass % numNodes;

    uint direct = pathDistanceBuffer[cell];
    uint indirect = pathDistanceBuffer[yValue * numNodes + k] + pathDistanceBuffer[k * numNodes + xValue];
    if (indirect < direct) {
        pathDistanceBuffer[cell] = indirect;
        pathBuffer[cell] = k;
    }
}
