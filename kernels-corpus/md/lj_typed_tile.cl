// Lennard-Jones with a type matrix in constant memory; sources and types staged in local memory.
#define NTYPES 4
#define TILE 64

__attribute__((reqd_work_group_size(TILE, 1, 1)))
__kernel void lj_typed_tile(__global const float4 *r, __global const uchar *type, __constant float2 *abTable,
                            __global float4 *force, const float rc2, const int n)
{
    __local float4 sr[TILE];
    __local uchar st[TILE];
    const int i = get_global_id(0), t = get_local_id(0);
    const int ii = min(i, n - 1);
    const float4 ri = r[ii];
    const int row = (type[ii] & (NTYPES - 1)) * NTYPES;
    float4 f = (float4)(0.0f);

    for (int base = 0; base < n; base += TILE) {
        const int j = min(base + t, n - 1);
        sr[t] = r[j];
        st[t] = type[j] & (NTYPES - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int lim = min(TILE, n - base);
        for (int k = 0; k < lim; ++k) {
            const float3 d = ri.xyz - sr[k].xyz;
            const float d2 = dot(d, d);
            if (d2 < rc2 && base + k != i) {
                const float2 ab = abTable[row + st[k]];
                const float i2 = 1.0f / (d2 + 1e-3f), i6 = i2 * i2 * i2;
                f.xyz += d * (i2 * i6 * (12.0f * ab.x * i6 - 6.0f * ab.y));
                f.w += i6 * (ab.x * i6 - ab.y);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
        force[i] = f;
}
