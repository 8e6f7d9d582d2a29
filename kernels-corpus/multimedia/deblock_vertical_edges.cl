// Deblocking of vertical block edges: four pixels around each edge smoothed when the step is small.
__kernel void deblock_vertical_edges(__global uchar *plane, const int edges, const int height,
                                     const int blockWidth, const int alpha, const int beta)
{
    const int id = get_global_id(0);
    const int row = id / edges, edge = id % edges;
    if (row >= height || blockWidth < 4) return;
    __global uchar *q = plane + (row * (edges + 2) + edge + 1) * blockWidth;

    const int p1 = q[-2], p0 = q[-1], q0 = q[0], q1 = q[1];
    if (abs(p0 - q0) < alpha && abs(p1 - p0) < beta && abs(q1 - q0) < beta) {
        const int d = clamp(((q0 - p0) * 4 + (p1 - q1) + 4) >> 3, -beta, beta);
        q[-1] = convert_uchar_sat(p0 + d);
        q[0]  = convert_uchar_sat(q0 - d);
    }
}
