// Hampel identifier: replaces samples that lie far from the window median in units of the median deviation.
#define HALF_WIN 4
#define WIN (2 * HALF_WIN + 1)

static float median_of(float *v)
{
    for (int i = 0; i <= HALF_WIN; ++i) {
        int low = i;
        for (int j = i + 1; j < WIN; ++j)
            if (v[j] < v[low])
                low = j;
        float t = v[i];
        v[i] = v[low];
        v[low] = t;
    }
    return v[HALF_WIN];
}

__kernel void hampel_outliers(__global const float *in, __global float *out, __global uint *replaced,
                              const int n, const float nsigma)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;
    float w[WIN];
    for (int k = 0; k < WIN; ++k)
        w[k] = in[clamp(i + k - HALF_WIN, 0, n - 1)];
    const float med = median_of(w);
    for (int k = 0; k < WIN; ++k)
        w[k] = fabs(w[k] - med);
    const float limit = nsigma * 1.4826f * median_of(w);

    const float v = in[i];
    if (fabs(v - med) > limit) {
        out[i] = med;
        atomic_add(replaced, 1u);
    } else
        out[i] = v;
}
