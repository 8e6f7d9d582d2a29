// Matrix exponential of 3x3 matrices by a Taylor series with scaling and repeated squaring.
typedef struct { float e[9]; } M3;

static M3 mul3(const M3 *a, const M3 *b)
{
    M3 c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            c.e[3 * i + j] = a->e[3 * i] * b->e[j] + a->e[3 * i + 1] * b->e[3 + j]
                           + a->e[3 * i + 2] * b->e[6 + j];
    return c;
}

__kernel void expm_taylor3(__global const M3 *in, __global M3 *out, int terms, int squarings)
{
    M3 a = in[get_global_id(0)], sum, pw;
    const int sq = min(squarings, 12);
    const float scale = ldexp(1.0f, -sq);

    for (int k = 0; k < 9; ++k) {
        a.e[k] *= scale;
        sum.e[k] = pw.e[k] = (k % 4 == 0) ? 1.0f : 0.0f;
    }
    for (int t = 1; t <= terms; ++t) {
        pw = mul3(&pw, &a);
        for (int k = 0; k < 9; ++k) {
            pw.e[k] /= (float)t;
            sum.e[k] += pw.e[k];
        }
    }
    for (int s = 0; s < sq; ++s)
        sum = mul3(&sum, &sum);
    out[get_global_id(0)] = sum;
}
