// Adam parameter update with decoupled weight decay, bias corrections precomputed by the host.
__kernel void adam_step(__global float *restrict param,
                        __global const float *restrict grad,
                        __global float *restrict m,
                        __global float *restrict v,
                        const float lr,
                        const float beta1,
                        const float beta2,
                        const float corr1,
                        const float corr2,
                        const float eps,
                        const float decay,
                        const uint numel)
{
    const uint idx = get_global_id(0);
    if (idx >= numel)
        return;
    const float g  = grad[idx];
    const float p  = param[idx];
    const float mi = mix(g, m[idx], beta1);
    const float vi = mix(g * g, v[idx], beta2);
    m[idx] = mi;
    v[idx] = vi;
    param[idx] = p - lr * (mi * corr1 / (sqrt(vi * corr2) + eps) + decay * p);
}
