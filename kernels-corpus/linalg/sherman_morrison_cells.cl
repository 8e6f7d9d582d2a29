// Sherman-Morrison update of an explicit inverse: each cell subtracts a scaled outer product.
__kernel void shermanMorrisonCells(__global float *inv, __global const float *Au, __global const float *vA,
                                   __global const float *vAu, const int n)
{
    const float denom = 1.0f + vAu[0];
    const float f = fabs(denom) < 1e-7f ? 0.0f : 1.0f / denom;
    const int gsz = (int)get_global_size(0);

    for (int e = get_global_id(0); e < n * n; e += gsz) {
        const int r = e / n;
        inv[e] -= f * Au[r] * vA[e % n];
    }
}
