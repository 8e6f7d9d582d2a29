// UPGMA: average the distances of two merged clusters into one row and retire the other.
__kernel void upgma_merge_row(__global float *D, __global const int *size, const int n, const int a, const int b)
{
    const int u = a % n, v = b % n;
    const int k = get_global_id(0);
    if (k >= n || k == u || k == v || u == v)
        return;
    const float su = (float)size[u], sv = (float)size[v];
    const float merged = (su * D[u * n + k] + sv * D[v * n + k]) / fmax(su + sv, 1.0f);
    D[u * n + k] = merged;
    D[k * n + u] = merged;
    D[v * n + k] = INFINITY;
    D[k * n + v] = INFINITY;
}
