// One breadth-first level over an ELLPACK adjacency, marking unvisited neighbours of the frontier.
#define UNSEEN (-1)

__kernel void bfs_level_ell(__global const int *ell,
                            __global int *depth,
                            __global int *changed,
                            const int numNodes,
                            const int maxDeg,
                            const int level)
{
    const int u = get_global_id(0);

    if (u < numNodes && depth[u] == level)
    {
        for (int e = 0; e < maxDeg; ++e)
        {
            const int v = ell[e * numNodes + u];
            if (v < 0 || v >= numNodes)
                continue;               // padding slot
            if (depth[v] == UNSEEN)
            {
                depth[v] = level + 1;
                *changed = 1;
            }
        }
    }
}
