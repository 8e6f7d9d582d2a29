// Speckle reducing diffusion, first half: derivatives of the logarithm and the diffusion coefficient of each pixel.
__kernel void srad_coefficient(__global const float *I, __global float *dN, __global float *dS, __global float *dW,
                               __global float *dE, __global float *coeff, const float q0sqr, const int rows,
                               const int total)
{
    const int at = get_global_id(0);
    if (at >= total) return;
    const float J = I[at] + 1e-3f;
    const float n = I[max(at - 1, 0)] - J;
    const float s = I[min(at + 1, total - 1)] - J;
    const float w = I[max(at - rows, 0)] - J;
    const float e = I[min(at + rows, total - 1)] - J;

    const float G2 = (n * n + s * s + w * w + e * e) / (J * J);
    const float L = (n + s + w + e) / J;
    const float num = 0.5f * G2 - (L * L) / 16.0f;
    const float den = 1.0f + 0.25f * L;
    const float qsqr = num / (den * den);
    const float c = 1.0f / (1.0f + (qsqr - q0sqr) / (q0sqr * (1.0f + q0sqr)));

    coeff[at] = clamp(c, 0.0f, 1.0f);
    dN[at] = n;
    dS[at] = s;
    dW[at] = w;
    dE[at] = e;
}
