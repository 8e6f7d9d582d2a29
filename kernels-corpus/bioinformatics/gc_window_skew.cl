// GC content and GC skew in sliding windows with a step, sixteen bases a load.
static int lanes16(char16 v)
{
    char8 a = v.lo + v.hi;
    char4 b = a.lo + a.hi;
    return -(b.s0 + b.s1 + b.s2 + b.s3);
}

__kernel void gc_window_skew(__global const uchar16 *genome, __global float2 *profile,
                             const int window16, const int step16, const int windows)
{
    const int w = get_global_id(0);
    if (w < windows) {
        __global const uchar16 *p = genome + w * step16;
        int g = 0, c = 0;
        for (int i = 0; i < window16; i++) {
            g += lanes16(p[i] == (uchar16)('G'));
            c += lanes16(p[i] == (uchar16)('C'));
        }
        const float total = 16.0f * (float)window16;
        profile[w] = (float2)((float)(g + c) / total, (float)(g - c) / (float)max(g + c, 1));
    }
}
