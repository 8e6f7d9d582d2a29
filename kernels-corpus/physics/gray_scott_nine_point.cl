// Gray-Scott reaction-diffusion with a nine-point Laplacian on interleaved species.
typedef float2 UV;
#define AT(r, c) grid[((r) + rows) % rows * cols + ((c) + cols) % cols]

__kernel void gray_scott_nine_point(__global const UV *grid, __global UV *next, const int rows, const int cols,
                                    const float feed, const float kill, const UV diff)
{
    const int g = get_global_id(0);
    if (g < rows * cols) {
        const int r = g / cols, c = g % cols;
        UV lap = (UV)(0.0f);
        for (int dr = -1; dr <= 1; ++dr)
            for (int dc = -1; dc <= 1; ++dc) {
                const float w = (dr == 0 && dc == 0) ? -1.0f : (dr * dc != 0 ? 0.05f : 0.2f);
                lap += w * AT(r + dr, c + dc);
            }
        const UV s = grid[g];
        const float uvv = s.x * s.y * s.y;
        next[g] = s + diff * lap + (UV)(feed * (1.0f - s.x) - uvv, uvv - (feed + kill) * s.y);
    }
}
