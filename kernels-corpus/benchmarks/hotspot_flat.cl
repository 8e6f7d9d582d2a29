// Temperatures of a chip after one step, from power and the four neighbours; flattened grid, rows carry a halo.
__kernel void hotspot_flat(__global const float *power, __global const float *temp_src, __global float *temp_dst,
                           int grid_cells, int grid_cols, float Cap, float Rx, float Ry, float Rz)
{
    const float amb_temp = 80.0f;
    const int index = get_global_id(0);
    if (index >= grid_cells) return;
    const float N = temp_src[max(index - grid_cols, 0)];
    const float S = temp_src[min(index + grid_cols, grid_cells - 1)];
    const float W = temp_src[max(index - 1, 0)];
    const float E = temp_src[min(index + 1, grid_cells - 1)];
    const float t = temp_src[index];

    temp_dst[index] = t + Cap * (power[index] + (S + N - 2.0f * t) / Ry + (E + W - 2.0f * t) / Rx +
                                 (amb_temp - t) / Rz);
}
