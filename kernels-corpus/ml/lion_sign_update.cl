// Lion optimiser: sign of an interpolated momentum, half-precision momentum storage.
kernel void lion_sign_update(global float *theta, global half *mom, global const float *grad,
                             float lr, float b1, float b2, float wd, ulong count)
{
    const ulong i = get_global_id(0);
    if (i >= count) { return; }
    const float m = vload_half(i, mom);
    const float g = grad[i];
    const float t = theta[i];
    theta[i] = t - lr * (sign(mix(g, m, b1)) + wd * t);
    vstore_half_rte(mix(g, m, b2), i, mom);
}
