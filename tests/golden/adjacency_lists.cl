kernel void k(global const int *first, global const int *adj, global int *mark) {
    int v = get_global_id(0), end = first[v + 1];
    for (int e = first[v]; e < end; e++) mark[adj[e]] = 1;
}
