// Granular spring-dashpot contacts of discs with friction, neighbours within a sorted window.
struct grain { float x, y, vx, vy, omega, radius; };

__kernel void grain_contact_sdk(__global const struct grain *g, __global float *fx, __global float *fy, __global float *torque,
                                const float kn, const float gn, const float mu, const int window, const int total)
{
    const int id = get_global_id(0);
    if (id >= total) return;

    const struct grain a = g[id];
    float Fx = 0.0f, Fy = 0.0f, T = 0.0f;
    const int lo = id > window ? id - window : 0;
    const int hi = id + window < total ? id + window : total - 1;

    for (int o = lo; o <= hi; ++o) {
        const float dx = g[o].x - a.x, dy = g[o].y - a.y;
        const float gap = hypot(dx, dy) - (a.radius + g[o].radius);
        if (o != id && gap < 0.0f) {
            const float inv = 1.0f / fmax(hypot(dx, dy), 1e-6f);
            const float nx = dx * inv, ny = dy * inv;
            const float rvx = g[o].vx - a.vx, rvy = g[o].vy - a.vy;
            const float vn = rvx * nx + rvy * ny;
            const float vt = ny * rvx - nx * rvy - a.omega * a.radius - g[o].omega * g[o].radius;
            const float N = fmax(-kn * gap - gn * vn, 0.0f);
            const float S = copysign(fmin(mu * N, gn * fabs(vt)), vt);
            Fx += S * ny - N * nx;
            Fy -= N * ny + S * nx;
            T += S * a.radius;
        }
    }
    fx[id] = Fx;
    fy[id] = Fy;
    torque[id] = T;
}
