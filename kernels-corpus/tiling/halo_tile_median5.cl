// One-dimensional tile with a halo of two: median of five by a fixed exchange network from local memory.
#define WG 128
#define R 2
#define CAS(a, b) { const int lo = min(a, b); b = max(a, b); a = lo; }

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void halo_tile_median5(__global const int *src, __global int *dst, const int n)
{
    __local int tile[WG + 2 * R];
    const int lid = get_local_id(0);
    const int start = (int)get_group_id(0) * WG - R;

    for (int k = lid; k < WG + 2 * R; k += WG)
        tile[k] = src[clamp(start + k, 0, n - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);

    int a = tile[lid], b = tile[lid + 1], c = tile[lid + 2], d = tile[lid + 3], e = tile[lid + 4];
    CAS(a, b) CAS(d, e) CAS(a, d) CAS(b, e) CAS(b, c) CAS(c, d) CAS(b, c)
    if ((int)get_global_id(0) < n)
        dst[get_global_id(0)] = c;
}
