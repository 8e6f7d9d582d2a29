// Band join by nested loops, the inner relation staged through local memory.
#define EPS_SCALE 0.001f

__kernel void nested_loop_band_join(__global const float2 *outer, __global const float2 *inner,
                                    __global int *pairs, __local float2 *page,
                                    const int inner_rows, const int band)
{
    const float2 o = outer[get_global_id(0)];
    const int lid = get_local_id(0), lsz = get_local_size(0);
    const float eps = band * EPS_SCALE;
    int found = 0;

    for (int p = 0; p < inner_rows; p += lsz) {
        const int r = p + lid;
        page[lid] = r < inner_rows ? inner[r] : (float2)(INFINITY, INFINITY);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < lsz; ++j)
            found += isless(fabs(page[j].x - o.x), eps) & isgreater(page[j].y, o.y);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    pairs[get_global_id(0)] = found;
}
