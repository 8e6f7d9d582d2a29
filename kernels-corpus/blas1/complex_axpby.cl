// Complex w = a*x + b*conj(y), complex numbers kept as structs.
typedef struct { float re, im; } cplx;

static cplx c_mul(const cplx p, const cplx q)
{
    cplx r;
    r.re = p.re * q.re - p.im * q.im;
    r.im = p.re * q.im + p.im * q.re;
    return r;
}

static cplx c_conj(cplx p)
{
    p.im = -p.im;
    return p;
}

__kernel void complex_axpby(__global const cplx *X, __global const cplx *Y, __global cplx *W,
                            float aRe, float aIm, float bRe, float bIm, unsigned int N)
{
    const unsigned int i = get_global_id(0);
    if (i >= N) return;

    const cplx a = { aRe, aIm };
    const cplx b = { bRe, bIm };
    const cplx ax = c_mul(a, X[i]);
    const cplx by = c_mul(b, c_conj(Y[i]));

    W[i].re = ax.re + by.re;
    W[i].im = ax.im + by.im;
}
