// Over-relaxation of planar rotors: reflect each angle about the local field, energy per site kept.
#define WRAP(a, m) ((a) < 0 ? (a) + (m) : ((a) >= (m) ? (a) - (m) : (a)))

__kernel void xy_overrelax(__global const float *theta, __global float *thetaNew, __global float *energy,
                           int width, int height)
{
    int id = get_global_id(0);
    if (id < width * height) {
        int col = id % width, row = id / width;
        float hx = 0, hy = 0, s, c;
        int step;
        for (step = -1; step <= 1; step += 2) {
            s = sincos(theta[row * width + WRAP(col + step, width)], &c);
            hx += c; hy += s;
            s = sincos(theta[WRAP(row + step, height) * width + col], &c);
            hx += c; hy += s;
        }
        float phi = atan2(hy, hx);
        float t = 2.0f * phi - theta[id];
        thetaNew[id] = t - 2.0f * M_PI_F * round(t / (2.0f * M_PI_F));
        energy[id] = -sqrt(hx * hx + hy * hy) * cos(theta[id] - phi);
    }
}
