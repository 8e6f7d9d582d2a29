// Single-section biquad IIR over a block of frames, one channel a work-item, state kept between calls.
typedef struct { float b0, b1, b2, a1, a2; } Coeffs;

kernel void biquad_channels(global float *frames,          /* frameCount x channels, in place */
                            global float2 *state,
                            global const Coeffs *coeffs,
                            uint frameCount)
{
    const uint ch = get_global_id(0);
    const uint channels = get_global_size(0);
    const Coeffs q = coeffs[ch];
    float z1 = state[ch].x;
    float z2 = state[ch].y;
    global float *s = frames + ch;

    for (uint t = frameCount; t != 0; --t, s += channels) {
        const float in = *s;
        const float out = mad(q.b0, in, z1);
        z1 = q.b1 * in - q.a1 * out + z2;
        z2 = q.b2 * in - q.a2 * out;
        *s = out;
    }
    state[ch] = (float2)(z1, z2);
}
