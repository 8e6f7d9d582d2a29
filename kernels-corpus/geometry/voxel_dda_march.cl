// Grid traversal of rays through packed voxel bits with a step limit, first occupied cell returned.
__kernel void voxel_dda_march(__global const uint *bits, __global const float8 *rays, __global int *cell, __global float *tHit,
                              const int dim, const int maxSteps)
{
    const int id = get_global_id(0);
    const float8 r = rays[id];
    int vx = clamp((int)(r.s0 * dim), 0, dim - 1), vy = clamp((int)(r.s1 * dim), 0, dim - 1), vz = clamp((int)(r.s2 * dim), 0, dim - 1);
    const int sx = r.s4 < 0 ? -1 : 1, sy = r.s5 < 0 ? -1 : 1, sz = r.s6 < 0 ? -1 : 1;
    const float ix = 1.0f / (fabs(r.s4) + 1e-9f), iy = 1.0f / (fabs(r.s5) + 1e-9f), iz = 1.0f / (fabs(r.s6) + 1e-9f);
    float tx = ix * 0.5f, ty = iy * 0.5f, tz = iz * 0.5f, t = 0.0f;
    int found = -1;
    for (int n = 0; n < maxSteps; n++) {
        if (vx < 0 || vy < 0 || vz < 0 || vx >= dim || vy >= dim || vz >= dim)
            break;
        const int lin = (vz * dim + vy) * dim + vx;
        if ((bits[lin >> 5] >> (lin & 31)) & 1u) {
            found = lin;
            break;
        }
        if (tx < ty && tx < tz) { t = tx; tx += ix; vx += sx; }
        else if (ty < tz)       { t = ty; ty += iy; vy += sy; }
        else                    { t = tz; tz += iz; vz += sz; }
    }
    cell[id] = found;
    tHit[id] = t;
}
