// Hough transform: every edge pixel of a list votes for all line angles in a global accumulator.
#define ANGLES 180

__kernel void hough_line_votes(__global const ushort2 *edges, __global int *acc, uint nEdges, int rhoBins, float rhoStep)
{
    uint e = get_global_id(0);
    if (e >= nEdges) return;
    float x = edges[e].x, y = edges[e].y;
    for (int a = 0; a < ANGLES; ++a) {
        float c, s = sincos((float)a * (M_PI_F / ANGLES), &c);
        int bin = (int)rint((x * c + y * s) / rhoStep) + rhoBins / 2;
        if (bin >= 0 && bin < rhoBins)
            atomic_inc(&acc[a * rhoBins + bin]);
    }
}
