// MRI reconstruction: the Q of each voxel, a sum over all samples of k-space with a sine and a cosine each.
#define PIx2 6.2831853071795864769252867665590058f

struct kValues { float Kx; float Ky; float Kz; float PhiMag; };

__kernel void mriq_q(int numK, __global const struct kValues *ck, __global const float *x, __global const float *y,
                     __global const float *z, __global float *Qr, __global float *Qi, int numX)
{
    const int xIndex = get_global_id(0);
    if (xIndex < numX) {
        const float sX = x[xIndex], sY = y[xIndex], sZ = z[xIndex];
        float sQr = 0.0f, sQi = 0.0f;
        for (int kIndex = 0; kIndex < numK; kIndex++) {
            float expArg = PIx2 * (ck[kIndex].Kx * sX + ck[kIndex].Ky * sY + ck[kIndex].Kz * sZ);
            sQr += ck[kIndex].PhiMag * cos(expArg);
            sQi += ck[kIndex].PhiMag * sin(expArg);
        }
        Qr[xIndex] = sQr;
        Qi[xIndex] = sQi;
    }
}
