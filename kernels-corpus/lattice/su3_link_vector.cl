// Complex 3x3 links times colour vectors with the hopping phase, planes split by component.
#define CM(r, c) u[(((r) * 3 + (c)) * vol) + s]
#define V(c) psi[(c) * vol + nb]

__kernel void su3_link_vector(const __global float2 *u, const __global float2 *psi, const __global int *neighbour,
                              __global float2 *result, const int vol, const float kappa)
{
    for (int s = get_global_id(0); s < vol; s += get_global_size(0)) {
        const int nb = neighbour[s];
        float2 v[3];
        for (int c = 0; c < 3; c++)
            v[c] = V(c);
        for (int r = 0; r < 3; r++) {
            float re = 0, im = 0;
            for (int c = 0; c < 3; c++) {
                const float2 m = CM(r, c);
                re += m.x * v[c].x - m.y * v[c].y;
                im += m.x * v[c].y + m.y * v[c].x;
            }
            result[r * vol + s] += kappa * (float2)(re, im);
        }
    }
}
