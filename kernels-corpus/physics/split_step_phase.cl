// Split-step Schroedinger half: potential and nonlinear phase, absorbing mask, norm kept per work-group.
__kernel void split_step_phase(__global float2 *psi, __global const float *V, __global float *norm, __local float *part,
                               const float dt, const float g, const uint width, const uint n)
{
    const uint i = get_global_id(0), l = get_local_id(0), wg = get_local_size(0);
    float dens = 0.0f;
    if (i < n) {
        float2 a = psi[i];
        const float rho = dot(a, a);
        float c;
        const float s = sincos(-dt * (V[i] + g * rho), &c);
        const uint edge = min(i, n - 1 - i);
        const float mask = edge < width ? sinpi(0.5f * (edge + 0.5f) / width) : 1.0f;
        a = mask * (float2)(a.x * c - a.y * s, a.x * s + a.y * c);
        psi[i] = a;
        dens = dot(a, a);
    }
    part[l] = dens;
    for (uint k = 1; k < wg; k *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint at = 2 * k * l;
        if (at + k < wg)
            part[at] += part[at + k];
    }
    if (l == 0)
        norm[get_group_id(0)] = part[0];
}
