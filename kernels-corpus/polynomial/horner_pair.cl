// Evaluate a polynomial and its derivative at many points with one Horner pass.
__kernel void horner_pair(__constant float *c, __global const float *x,
                          __global float *p, __global float *dp,
                          int ncoef, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        float t = x[i], v = c[ncoef - 1], d = 0.f;
        for (int k = ncoef - 2; k >= 0; --k) {
            d = mad(d, t, v);
            v = mad(v, t, c[k]);
        }
        p[i]  = v;
        dp[i] = d;
    }
}
