// Peak envelope of interleaved channels with separate attack and release constants.
__kernel void envelope_follow(__global const float *x, __global float *env, __global float *state,
                              int frames, int channels, float attack, float release)
{
    int ch = get_global_id(0);
    if (ch >= channels)
        return;
    float e = state[ch];
    for (int f = 0; f < frames; ++f)
    {
        float mag = fabs(x[f * channels + ch]);
        float g = mag > e ? attack : release;
        e = mag + g * (e - mag);
        env[f * channels + ch] = e;
    }
    state[ch] = e;
}
