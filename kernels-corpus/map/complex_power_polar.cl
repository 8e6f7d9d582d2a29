// Raises complex numbers stored as two planes to a real power through polar form.
__kernel void complex_power_polar(__global float *re, __global float *im, const float expo, const int n)
{
    const int i = get_global_id(0);
    if (i < n)
    {
        const float r = hypot(re[i], im[i]);
        const float phi = atan2pi(im[i], re[i]) * expo;
        const float m = pow(r, expo);
        re[i] = m * cospi(phi);
        im[i] = m * sinpi(phi);
    }
}
