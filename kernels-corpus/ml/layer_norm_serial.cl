// Layer normalisation with a one-pass mean and variance, a token row per work-item.
static void welford(global const float *row, int n, float *mean, float *var)
{
    float mu = 0.0f, m2 = 0.0f;
    for (int i = 0; i < n; i++) {
        float delta = row[i] - mu;
        mu += delta / (float)(i + 1);
        m2 += delta * (row[i] - mu);
    }
    *mean = mu;
    *var = m2 / (float)n;
}

kernel void layer_norm_serial(global const float *inp,    // (tokens, channels)
                              global const float *gamma,  // (channels)
                              global const float *beta,   // (channels)
                              global float *out,          // (tokens, channels)
                              int tokens, int channels, float eps)
{
    int t = get_global_id(0);
    if (t < tokens) {
        global const float *x = inp + t * channels;
        global float *o = out + t * channels;
        float mean, var;
        welford(x, channels, &mean, &var);
        float rstd = rsqrt(var + eps);
        for (int c = 0; c < channels; c++)
            o[c] = (x[c] - mean) * rstd * gamma[c] + beta[c];
    }
}
