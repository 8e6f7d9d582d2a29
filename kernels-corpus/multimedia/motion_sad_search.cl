// Full motion search: sum of absolute differences of an 8x8 block over a square range, best vector kept.
#define BS 8

__kernel void motion_sad_search(__global const uchar *cur, __global const uchar *ref, __global int4 *best,
                                const int blocksX, const int blocksY, const int maxRange)
{
    const int b = get_global_id(0);
    if (b >= blocksX * blocksY) return;
    const int width = blocksX * BS, height = blocksY * BS;
    const int bx = (b % blocksX) * BS, by = (b / blocksX) * BS;
    const int range = min(maxRange, 16);
    int4 win = (int4)(0, 0, INT_MAX, b);

    for (int dy = -range; dy <= range; ++dy)
        for (int dx = -range; dx <= range; ++dx) {
            int sad = 0;
            for (int y = 0; y < BS; ++y)
                for (int x = 0; x < BS; ++x) {
                    const int rx = clamp(bx + x + dx, 0, width - 1);
                    const int ry = clamp(by + y + dy, 0, height - 1);
                    sad += abs_diff(cur[(by + y) * width + bx + x], ref[ry * width + rx]);
                }
            if (sad < win.z)
                win.xyz = (int3)(dx, dy, sad);
        }
    best[b] = win;
}
