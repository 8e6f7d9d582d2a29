// Mean, variance, skewness and kurtosis of rows by one-pass central-moment updates.
typedef struct { float n, mean, m2, m3, m4; } Moments;

static void push(Moments *s, float v)
{
    const float n1 = s->n;
    s->n += 1.0f;
    const float d = v - s->mean, dn = d / s->n, dn2 = dn * dn, t = d * dn * n1;
    s->mean += dn;
    s->m4 += t * dn2 * (s->n * s->n - 3.0f * s->n + 3.0f) + 6.0f * dn2 * s->m2 - 4.0f * dn * s->m3;
    s->m3 += t * dn * (s->n - 2.0f) - 3.0f * dn * s->m2;
    s->m2 += t;
}

__kernel void welford_rows(__global const float *data, __global float4 *shape, const int rows, const int cols)
{
    const int r = get_global_id(0);
    if (r >= rows) return;
    Moments s = { 0.0f, 0.0f, 0.0f, 0.0f, 0.0f };
    for (int c = 0; c < cols; ++c)
        push(&s, data[r * cols + c]);
    const float var = s.m2 / s.n + 1e-20f;
    shape[r] = (float4)(s.mean, var, s.m3 / (s.n * var * sqrt(var)), s.m4 / (s.n * var * var) - 3.0f);
}
