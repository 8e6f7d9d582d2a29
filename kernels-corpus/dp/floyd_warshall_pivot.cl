// One pivot step of Floyd-Warshall on a flattened distance matrix with path predecessors.
#define NO_EDGE 0x3fffffff

kernel void floyd_warshall_pivot(global int *dist, global int *via, const int n, const int pivot)
{
    const int k = pivot % n;
    const int cells = n * n;

    for (int c = get_global_id(0); c < cells; c += get_global_size(0))
    {
        const int i = c / n;
        const int j = c - i * n;
        const int ik = dist[i * n + k];
        const int kj = dist[k * n + j];
        if (ik >= NO_EDGE || kj >= NO_EDGE)
            continue;
        if (ik + kj < dist[c])
        {
            dist[c] = ik + kj;
            via[c] = k;
        }
    }
}
