// Finds Otsu's threshold from a 256-bin histogram in each group, then binarises the group's pixels.
__kernel void otsu_apply_lut(__global const uint *hist, __global const uchar *gray, __global uchar *binary, uint pixels)
{
    __local int cut;
    if (get_local_id(0) == 0) {
        float total = 0.0f, sum = 0.0f;
        for (int b = 0; b < 256; ++b) {
            total += (float)hist[b];
            sum += (float)b * (float)hist[b];
        }
        float w0 = 0.0f, s0 = 0.0f, best = -1.0f;
        cut = 0;
        for (int b = 0; b < 256; ++b) {
            w0 += (float)hist[b];
            s0 += (float)b * (float)hist[b];
            float w1 = total - w0;
            if (w0 <= 0.0f || w1 <= 0.0f) continue;
            float diff = s0 / w0 - (sum - s0) / w1;
            float between = w0 * w1 * diff * diff;
            if (between > best) { best = between; cut = b; }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < pixels; i += get_global_size(0))
        binary[i] = gray[i] > cut ? 255 : 0;
}
