// Histogram equalisation: the cumulative table is staged in local memory and applied to four pixels at once.
kernel void equalise_cdf_lut(global uchar4 *restrict px, global const uint *restrict cdf, const uint quads, const uint pixels)
{
    local uchar lut[256];
    const uint low = cdf[0];
    const float scale = 255.0f / (float)max(pixels - min(low, pixels), 1u);
    for (uint v = get_local_id(0); v < 256; v += get_local_size(0))
        lut[v] = convert_uchar_sat_rte((float)(cdf[v] - low) * scale);
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint q = get_global_id(0);
    if (q < quads) {
        const uchar4 v = px[q];
        px[q] = (uchar4)(lut[v.x], lut[v.y], lut[v.z], lut[v.w]);
    }
}
