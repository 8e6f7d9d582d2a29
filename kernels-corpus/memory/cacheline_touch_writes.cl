// Touches one byte per cache line of a region several times, adding with saturation.
#ifndef LINE
#define LINE 64
#endif

__kernel void cacheline_touch_writes(__global uchar *region, const int lines, const int passes, const int skew)
{
    const int id = get_global_id(0);
    if (id >= lines) return;
    for (int p = 0; p < passes; ++p) {
        const int at = id * LINE + (p * skew) % LINE;
        region[at] = add_sat(region[at], (uchar)1);
    }
}
