// Four nearest references of each query, references staged in local memory 128 at a time.
#define TILE 128

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void knn4_local_tiles(__global const float4 *refs, __global const float4 *queries,
                      __global float4 *outDist, __global int4 *outIdx, const int nRefs)
{
    __local float4 tile[TILE];
    const int lid = get_local_id(0);
    const float4 q = queries[get_global_id(0)];
    float4 bd = (float4)(INFINITY);
    int4 bi = (int4)(-1);

    for (int base = 0; base < nRefs; base += TILE) {
        if (base + lid < nRefs)
            tile[lid] = refs[base + lid];
        barrier(CLK_LOCAL_MEM_FENCE);

        const int lim = min(TILE, nRefs - base);
        for (int t = 0; t < lim; ++t) {
            const float4 e = tile[t] - q;
            const float d = dot(e, e);
            const int id = base + t;
            if (d < bd.w) {
                if (d < bd.x) { bd = (float4)(d, bd.xyz); bi = (int4)(id, bi.xyz); }
                else if (d < bd.y) { bd.yzw = (float3)(d, bd.yz); bi.yzw = (int3)(id, bi.yz); }
                else if (d < bd.z) { bd.zw = (float2)(d, bd.z); bi.zw = (int2)(id, bi.z); }
                else { bd.w = d; bi.w = id; }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    outDist[get_global_id(0)] = sqrt(bd);
    outIdx[get_global_id(0)] = bi;
}
