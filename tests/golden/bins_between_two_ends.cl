kernel void k(global const float4 *pos, global const float2 *ends, int n, global int *bins) {
    int i = get_global_id(0);
    if (i < n) {
        float least = ends[0].x, width = ends[0].y / 64;
        float4 p = pos[i];
        p.x = (p.x - least) / width;
        p.y = (p.y - least) / width;
        int from = floor(fmin(p.x, p.y)), to = floor(fmax(p.x, p.y));
        for (int b = from; b < to + 1; b++) atomic_inc(&bins[b]);
    }
}
