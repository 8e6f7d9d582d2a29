// Breadth-first search, between levels: marked nodes become the next frontier and raise the flag that says go on.
__kernel void bfs_commit(__global uchar *frontier, __global uchar *marked, __global uchar *visited,
                         __global int *again, const int nodes)
{
    int tid = get_global_id(0);
    if (tid >= nodes || marked[tid] == 0)
        return;
    frontier[tid] = 1;
    visited[tid] = 1;
    *again = 1;
    marked[tid] = 0;
}
