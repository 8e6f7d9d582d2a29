// MRI reconstruction: squared magnitude of each sample of the coil.
__kernel void mriq_phi(__global const float *phiR, __global const float *phiI, __global float *phiMag, const int numK)
{
    int indexK = get_global_id(0);
    if (indexK < numK) {
        float real = phiR[indexK];
        float imag = phiI[indexK];
        phiMag[indexK] = real * real + imag * imag;
    }
}
