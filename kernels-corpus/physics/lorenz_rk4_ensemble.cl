// Classic Runge-Kutta integration of an ensemble of Lorenz systems, with a finite-time exponent.
typedef float4 state_t;

#define LORENZ(s) ((state_t)(sigma * ((s).y - (s).x), (s).x * (rho - (s).z) - (s).y, (s).x * (s).y - beta * (s).z, 0.0f))

kernel void lorenz_rk4_ensemble(global state_t *ens, global float *lyap, float sigma, float rho, float beta,
                                float h, int nsteps)
{
    int m = get_global_id(0);
    state_t a = ens[m], b = a + (state_t)(1e-4f, 0, 0, 0);
    float sum = 0.0f;
    for (int n = 0; n < nsteps; n++) {
        state_t k1 = LORENZ(a), k2, k3, k4;
        k2 = LORENZ(a + 0.5f * h * k1);
        k3 = LORENZ(a + 0.5f * h * k2);
        k4 = LORENZ(a + h * k3);
        a += h / 6.0f * (k1 + 2.0f * (k2 + k3) + k4);

        k1 = LORENZ(b);
        k2 = LORENZ(b + 0.5f * h * k1);
        k3 = LORENZ(b + 0.5f * h * k2);
        k4 = LORENZ(b + h * k3);
        b += h / 6.0f * (k1 + 2.0f * (k2 + k3) + k4);

        float d = fmax(distance(a, b), 1e-9f);
        sum += log(d * 1e4f);
        b = a + (b - a) * (1e-4f / d);
    }
    ens[m] = a;
    lyap[m] = sum / (nsteps * h);
}
