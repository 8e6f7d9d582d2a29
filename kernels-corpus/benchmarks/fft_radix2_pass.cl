// One pass of a self-sorting radix-2 Fourier transform over a batch in global memory.
__kernel void fft_radix2_pass(__global const float2 *src, __global float2 *dst, const int half_n, const int pass)
{
    const int p = 1 << min(pass, 12);
    const int i = get_global_id(0);
    const int batch = i / half_n;
    const int t = i % half_n;
    const int k = t % p;
    const float angle = -3.14159265f * (float)k / (float)p;
    const float2 w = (float2)(native_cos(angle), native_sin(angle));

    src += batch * 2 * half_n;
    const float2 u = src[t];
    const float2 v = src[t + half_n];
    const float2 r = (float2)(w.x * v.x - w.y * v.y, w.x * v.y + w.y * v.x);
    const int j = t / p * p * 2 + k;
    dst += batch * 2 * half_n;
    dst[j % (2 * half_n)] = u + r;
    dst[(j + p) % (2 * half_n)] = u - r;
}
