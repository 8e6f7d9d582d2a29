// Layer-norm backward pass for the input gradient, one token per work-item with three sweeps.
struct stats { float mean, rstd; };

static struct stats rowStats(__global const float *row, int n)
{
    struct stats st;
    float s = 0.0f, s2 = 0.0f;
    for (int i = 0; i < n; i++) { s += row[i]; s2 += row[i] * row[i]; }
    st.mean = s / n;
    st.rstd = rsqrt(fmax(s2 / n - st.mean * st.mean, 0.0f) + 1e-5f);
    return st;
}

__kernel void layernorm_backward(__global const float *x, __global const float *gamma,
                                 __global const float *dy, __global float *dx, int tokens, int dim)
{
    const int t = get_global_id(0);
    if (t >= tokens) return;
    x += t * dim; dy += t * dim; dx += t * dim;

    const struct stats st = rowStats(x, dim);
    float a = 0.0f, b = 0.0f;
    for (int i = 0; i < dim; i++) {
        const float g = dy[i] * gamma[i];
        a += g;
        b += g * (x[i] - st.mean) * st.rstd;
    }
    a /= dim;
    b /= dim;
    for (int i = 0; i < dim; i++) {
        const float xhat = (x[i] - st.mean) * st.rstd;
        dx[i] = st.rstd * (dy[i] * gamma[i] - a - xhat * b);
    }
}
