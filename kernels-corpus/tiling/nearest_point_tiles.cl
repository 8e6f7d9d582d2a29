// Nearest neighbour of every query among points streamed tile by tile through local memory.
__kernel void nearestPointTiles(__global const float4 *queries,
                                __global const float4 *points,
                                __global int *nearest,
                                __global float *distance2,
                                __local float4 *tile,
                                int numPoints)
{
    const int gid = get_global_id(0);
    const int lid = get_local_id(0);
    const int lsz = get_local_size(0);
    const float3 q = queries[gid].xyz;

    float best = MAXFLOAT;
    int   who  = -1;

    for (int first = 0; first < numPoints; first += lsz) {
        if (first + lid < numPoints)
            tile[lid] = points[first + lid];
        barrier(CLK_LOCAL_MEM_FENCE);

        const int inTile = min(lsz, numPoints - first);
        for (int k = 0; k < inTile; k++) {
            const float3 d = tile[k].xyz - q;
            const float d2 = dot(d, d) * tile[k].w;
            if (d2 < best) {
                best = d2;
                who  = first + k;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    nearest[gid]   = who;
    distance2[gid] = best;
}
