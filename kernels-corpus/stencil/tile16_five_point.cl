// Five-point smoothing with 16x16 tiles carved out of a 1-D launch and a halo in local memory.
#define T 16
#define P (T + 2)

__attribute__((reqd_work_group_size(T * T, 1, 1)))
__kernel void tile16_five_point(__global const float* a, __global float* b, int tilesX, int tilesY, float alpha)
{
    __local float s[P * P];
    const int W = tilesX * T, H = tilesY * T;
    const int li = get_local_id(0);
    const int lx = li % T, ly = li / T;
    const int tile = (int)get_group_id(0) % (tilesX * tilesY);
    const int ox = (tile % tilesX) * T, oy = (tile / tilesX) * T;

    for (int k = li; k < P * P; k += T * T) {
        const int gx = clamp(ox + k % P - 1, 0, W - 1);
        const int gy = clamp(oy + k / P - 1, 0, H - 1);
        s[k] = a[gy * W + gx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int c = (ly + 1) * P + lx + 1;
    const float v = s[c - 1] + s[c + 1] + s[c - P] + s[c + P];
    b[(oy + ly) * W + ox + lx] = mix(s[c], 0.25f * v, alpha);
}
