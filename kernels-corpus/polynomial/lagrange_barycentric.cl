// Barycentric Lagrange interpolation with nodes and weights tiled through local memory.
__kernel void lagrange_barycentric(__global const float *nodes, __global const float *weights,
                                   __global const float *values, __global const float *xq,
                                   __global float *yq, __local float4 *tile, int nn, int nq)
{
    int lid = get_local_id(0), ls = get_local_size(0);
    int g = get_global_id(0);
    float x = xq[min(g, nq - 1)];
    float num = 0.0f, den = 0.0f, exact = 0.0f;
    int hit = 0;

    for (int base = 0; base < nn; base += ls) {
        int j = min(base + lid, nn - 1);
        tile[lid] = (float4)(nodes[j], weights[j], values[j], 0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        int m = min(ls, nn - base);
        for (int k = 0; k < m; k++) {
            float4 t = tile[k];
            float d = x - t.x;
            if (d == 0.0f) {
                hit = 1;
                exact = t.z;
            } else {
                float w = t.y / d;
                num += w * t.z;
                den += w;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (g < nq)
        yq[g] = hit ? exact : num / den;
}
