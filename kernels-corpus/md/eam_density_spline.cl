// Embedded-atom host density by cubic interpolation in a radial table, fixed-width neighbour rows.
typedef unsigned int u32;

inline float lookup(__global const float4 *table, float r, float invDr, int knots)
{
    float s = r * invDr;
    int k = clamp((int)s, 0, knots - 1);
    float t = s - (float)k;
    float4 c = table[k];
    return fma(t, fma(t, fma(t, c.w, c.z), c.y), c.x);
}

__kernel void eam_density_spline(__global const float4 *pos, __global const u32 *neigh, __global const u32 *nneigh,
                                 __global const float4 *rhoTable, __global float *rhoBar,
                                 const u32 width, const int knots, const float invDr, const u32 natoms)
{
    const u32 gid = get_global_id(0);
    if (gid < natoms) {
        const float4 c = pos[gid];
        __global const u32 *row = neigh + gid * width;
        u32 left = min(nneigh[gid], width);
        float rho = 0.0f;
        while (left-- > 0) {
            const u32 j = *row++ % natoms;
            rho += lookup(rhoTable, distance(c.xyz, pos[j].xyz), invDr, knots);
        }
        rhoBar[gid] = rho;
    }
}
