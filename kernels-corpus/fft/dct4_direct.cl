// Type-IV cosine transform straight from the definition, frames of run-time length.
__kernel void dct4_direct(__global const float *x, __global float *X, const int len, const int frames)
{
    const int gid = get_global_id(0);
    const int frame = gid / len, k = gid % len;
    if (gid >= frames * len) return;

    __global const float *src = x + frame * len;
    const float step = M_PI_F / (float)len * ((float)k + 0.5f);
    float acc = 0.0f;
    for (int n = 0; n < len; ++n)
        acc += src[n] * cos(step * ((float)n + 0.5f));
    X[frame * len + k] = sqrt(2.0f / (float)len) * acc;
}
