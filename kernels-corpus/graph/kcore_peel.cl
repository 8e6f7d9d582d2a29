// K-core peeling: removes vertices of degree below k and lowers the degree of their neighbours.
kernel void kcore_peel(global const int *ptr, global const int *adj, global int *degree,
                       global uchar *removed, global int *n_removed, const int n, const int k)
{
    local int dropped;
    if (get_local_id(0) == 0) dropped = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const int v = get_global_id(0);
    if (v < n && removed[v] == 0 && degree[v] < k)
    {
        removed[v] = 1;
        atomic_inc(&dropped);
        for (int e = ptr[v]; e < ptr[v + 1]; e++)
            atomic_dec(&degree[adj[e]]);
    }

    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && dropped > 0)
        atomic_add(n_removed, dropped);
}
