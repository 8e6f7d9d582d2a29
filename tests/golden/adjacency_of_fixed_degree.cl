kernel void k(global const int *adj, global const int *label, global int *out, int deg) {
    int v = get_global_id(0), best = 0;
    for (int e = 0; e < deg; e++) best = max(best, label[adj[v * deg + e]]);
    out[v] = best;
}
