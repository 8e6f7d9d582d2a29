// One explicit step of the 1-D heat equation with variable conductivity and fixed ends.
__kernel void heat1d_explicit(__global const float *T, __global const float *kappa,
                              __global float *Tnew,
                              const float dt, const float dx, const int n)
{
    const int i = get_global_id(0);

    if (i >= n) return;

    if (i == 0 || i == n - 1) {
        Tnew[i] = T[i];
    } else {
        float kl = 0.5f * (kappa[i - 1] + kappa[i]);
        float kr = 0.5f * (kappa[i] + kappa[i + 1]);
        float flux = kr * (T[i + 1] - T[i]) - kl * (T[i] - T[i - 1]);
        Tnew[i] = T[i] + dt / (dx * dx) * flux;
    }
}
