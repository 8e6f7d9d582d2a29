// Fourth-order Adams-Bashforth steps of a driven pendulum batch, derivative history kept in a ring.
typedef struct { float q, p; } phase;

phase rhs(phase s, float t, float drive, float damp)
{
    phase d;
    d.q = s.p;
    d.p = -sin(s.q) - damp * s.p + drive * cos(0.6667f * t);
    return d;
}

__kernel void adams_bashforth_history(__global phase *state, __global const float *drives, __global uint *turns,
                                      const int nsteps, const float dt, const float damp)
{
    const int id = get_global_id(0);
    phase s = state[id], ring[4];
    float t = 0.0f;
    uint wraps = 0;
    for (int k = 0; k < 4; k++)
        ring[k] = rhs(s, 0.0f, drives[id], damp);
    for (int n = 0; n < nsteps; n++) {
        const phase f0 = rhs(s, t, drives[id], damp);
        ring[n & 3] = f0;
        const phase f1 = ring[(n + 3) & 3], f2 = ring[(n + 2) & 3], f3 = ring[(n + 1) & 3];
        s.q += dt / 24.0f * (55.0f * f0.q - 59.0f * f1.q + 37.0f * f2.q - 9.0f * f3.q);
        s.p += dt / 24.0f * (55.0f * f0.p - 59.0f * f1.p + 37.0f * f2.p - 9.0f * f3.p);
        if (fabs(s.q) > M_PI_F) {
            s.q -= copysign(2.0f * M_PI_F, s.q);
            wraps++;
        }
        t += dt;
    }
    state[id] = s;
    turns[id] += wraps;
}
