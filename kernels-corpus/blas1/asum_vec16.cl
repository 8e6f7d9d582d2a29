// Sum of absolute values, sixteen at a time, folded by swizzles; one partial for each work-item.
float fold16(float16 v)
{
    float8 a = v.lo + v.hi;
    float4 b = a.lo + a.hi;
    float2 c = b.lo + b.hi;
    return c.x + c.y;
}

__kernel void asum_vec16(__global const float *x, __global float *partial, const uint n)
{
    const uint gid  = get_global_id(0);
    const uint gsz  = get_global_size(0);
    const uint full = n / 16;
    float16 acc = (float16)(0.0f);

    for (uint v = gid; v < full; v += gsz)
        acc += fabs(vload16(v, x));

    float s = fold16(acc);
    const uint tail = full * 16 + gid;
    if (tail < n)
        s += fabs(x[tail]);
    partial[gid] = s;
}
