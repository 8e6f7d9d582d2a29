// Decimation-in-time pass of radix 3 on split arrays, twiddles from native functions.
#define SIN60 0.8660254f

__kernel void fft_mixed_radix3(__global float *re, __global float *im, const int sub, const int groups)
{
    const int id = (int)get_global_id(0);
    if (id >= sub * groups) return;
    const int k = id % sub;
    const int i0 = (id / sub) * 3 * sub + k, i1 = i0 + sub, i2 = i1 + sub;

    const float ang = -2.0f * M_PI_F * (float)k / (float)(3 * sub);
    const float c1 = native_cos(ang), s1 = native_sin(ang);
    const float c2 = c1 * c1 - s1 * s1, s2 = 2.0f * c1 * s1;

    const float br = re[i1] * c1 - im[i1] * s1, bi = re[i1] * s1 + im[i1] * c1;
    const float cr = re[i2] * c2 - im[i2] * s2, ci = re[i2] * s2 + im[i2] * c2;
    const float ar = re[i0], ai = im[i0];
    const float pr = br + cr, pi = bi + ci;
    const float qr = SIN60 * (bi - ci), qi = SIN60 * (cr - br);

    re[i0] = ar + pr;
    im[i0] = ai + pi;
    re[i1] = ar - 0.5f * pr + qr;
    im[i1] = ai - 0.5f * pi + qi;
    re[i2] = ar - 0.5f * pr - qr;
    im[i2] = ai - 0.5f * pi - qi;
}
