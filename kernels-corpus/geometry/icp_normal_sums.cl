// Point-to-plane alignment: per-group sums of the 21 + 6 normal-equation terms by serial columns of a tile.
#define TERMS 27
#define GS 32
__attribute__((reqd_work_group_size(GS, 1, 1)))
__kernel void icp_normal_sums(__global const float4 *src, __global const float4 *dst, __global const float4 *nrm,
                              __global const int *match, __global float *sums, const int n)
{
    __local float m[GS][7];
    const int l = get_local_id(0), g = get_global_id(0);
    for (int k = 0; k < 7; k++)
        m[l][k] = 0.0f;
    if (g < n) {
        const float4 p = src[g], q = dst[match[g]], u = nrm[match[g]];
        const float3 c = cross(p.xyz, u.xyz);
        m[l][0] = c.x; m[l][1] = c.y; m[l][2] = c.z;
        m[l][3] = u.x; m[l][4] = u.y; m[l][5] = u.z;
        m[l][6] = dot(q.xyz - p.xyz, u.xyz);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < TERMS) {
        int row = 0, left = l;
        for (int k = 0; k < 6; k++) {
            const int w = 7 - k;
            if (row == k && left >= w) {
                left -= w;
                row++;
            }
        }
        row = min(row, 5);
        const int col = min(row + left, 6);
        float s = 0.0f;
        for (int i = 0; i < GS; i++)
            s += m[i][row] * m[i][col];
        sums[get_group_id(0) * TERMS + l] = s;
    }
}
