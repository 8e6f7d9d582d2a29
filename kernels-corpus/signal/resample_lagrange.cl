// Arbitrary-ratio resampling of stereo audio by third-order Lagrange interpolation.
typedef float2 stereo;

stereo lagrange(stereo a, stereo b, stereo c, stereo d, float t)
{
    float tm = t - 1.0f, tp = t + 1.0f, t2 = t - 2.0f;
    return a * (-t * tm * t2 / 6.0f) + b * (tp * tm * t2 * 0.5f)
         - c * (tp * t * t2 * 0.5f) + d * (tp * t * tm / 6.0f);
}

__kernel void resample_lagrange(__global const stereo *in, __global stereo *out,
                                int inFrames, int outFrames, float ratio)
{
    for (int f = get_global_id(0); f < outFrames; f += get_global_size(0)) {
        float pos = (float)f * ratio;
        int i = (int)floor(pos);
        float t = pos - (float)i;
        int last = inFrames - 1;
        out[f] = lagrange(in[clamp(i - 1, 0, last)], in[clamp(i, 0, last)],
                          in[clamp(i + 1, 0, last)], in[clamp(i + 2, 0, last)], t);
    }
}
