// Kernel density estimate on a uniform grid: samples pass through local memory in tiles.
#define TILE 64
#define PHI(z) native_exp2(-0.7213475f * (z) * (z))

kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void kde_gauss_grid(global const float *sample, global float *density, const float x0, const float dx,
                    const float bandwidth, const int n)
{
    local float tile[TILE];
    const int me = get_local_id(0);
    const float x = (x0 + dx * (float)get_global_id(0)) / bandwidth;
    float acc = 0.0f;
    for (int at = 0; at < n; at += TILE) {
        tile[me] = at + me < n ? sample[at + me] / bandwidth : INFINITY;
        barrier(CLK_LOCAL_MEM_FENCE);
        float4 part = (float4)(0.0f);
        for (int k = 0; k < TILE; k += 4)
            part += PHI(vload4(k / 4, tile) - x);
        acc += part.x + part.y + part.z + part.w;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    density[get_global_id(0)] = acc * 0.39894228f / (bandwidth * (float)n);
}
