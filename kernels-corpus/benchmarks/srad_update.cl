// Speckle reducing diffusion, second half: divergence of the coefficients moves the image; columns first.
__kernel void srad_update(float lambda, int rows, int Ne, __global const float *dN, __global const float *dS,
                          __global const float *dE, __global const float *dW, __global const float *c,
                          __global float *image)
{
    const int ei = get_global_id(0);
    if (ei < Ne) {
        const float cN = c[ei];
        const float cS = c[min(ei + 1, Ne - 1)];
        const float cE = c[min(ei + rows, Ne - 1)];
        const float D = cN * dN[ei] + cS * dS[ei] + cN * dW[ei] + cE * dE[ei];
        image[ei] += 0.25f * lambda * D;
    }
}
