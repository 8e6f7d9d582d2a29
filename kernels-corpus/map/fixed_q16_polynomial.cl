// Fixed-point Q16.16 evaluation of a cubic with 64-bit intermediate products.
#define Q 16
#define QMUL(a, b) ((int)(((long)(a) * (long)(b)) >> Q))

__kernel void fixed_q16_polynomial(__global const int *x, __global int *y, int4 coef, int n)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        int v = x[i];
        int p = coef.s0;
        p = QMUL(p, v) + coef.s1;
        p = QMUL(p, v) + coef.s2;
        p = QMUL(p, v) + coef.s3;
        y[i] = p;
    }
}
