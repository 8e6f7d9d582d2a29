// Quantises pixels to the nearest entry of a palette in local memory and expands them again.
__kernel void palette_nearest_expand(__global const uchar4 *px, __global const float4 *palette, __global uchar *idx,
                                     __global float4 *expanded, __local float4 *pal, uint n, uint colours)
{
    event_t ev = async_work_group_copy(pal, palette, colours, 0);
    wait_group_events(1, &ev);
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 c = convert_float4(px[i]);
    uint arg = 0;
    float best = FLT_MAX;
    for (uint k = 0; k < colours; ++k) {
        float4 d = c - pal[k];
        float dist = 0.30f * d.x * d.x + 0.59f * d.y * d.y + 0.11f * d.z * d.z;
        arg = dist < best ? k : arg;
        best = fmin(dist, best);
    }
    idx[i] = (uchar)arg;
    expanded[i] = pal[arg];
}
