// Eigenvalues of symmetric 3x3 matrices by cyclic Jacobi sweeps.
static void rotate_pair(float *app, float *aqq, float *apq, float *arp, float *arq)
{
    if (fabs(*apq) < 1e-12f)
        return;
    float theta = (*aqq - *app) / (2.0f * *apq);
    float t = copysign(1.0f, theta) / (fabs(theta) + sqrt(theta * theta + 1.0f));
    float c = rsqrt(t * t + 1.0f);
    float s = t * c;
    float rp = *arp, rq = *arq;
    *app -= t * *apq;
    *aqq += t * *apq;
    *apq = 0.0f;
    *arp = c * rp - s * rq;
    *arq = s * rp + c * rq;
}

__kernel void jacobi_eigen3(__global const float8 *sym6, __global float *eig, const int sweeps, const int n)
{
    int i = get_global_id(0);
    if (i >= n) return;

    float8 p = sym6[i];     /* xx yy zz xy xz yz, two unused */
    float xx = p.s0, yy = p.s1, zz = p.s2, xy = p.s3, xz = p.s4, yz = p.s5;
    for (int k = 0; k < sweeps; ++k) {
        rotate_pair(&xx, &yy, &xy, &xz, &yz);
        rotate_pair(&xx, &zz, &xz, &xy, &yz);
        rotate_pair(&yy, &zz, &yz, &xy, &xz);
    }
    vstore3((float3)(xx, yy, zz), i, eig);
}
