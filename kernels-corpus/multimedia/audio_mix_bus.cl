// Mixes several 16-bit tracks to a stereo bus with per-track gain and pan, soft clipping at the end.
typedef struct { float gain, pan; int muted; } strip;

__kernel void audio_mix_bus(__global const short *tracks, __global const strip *strips, __global short2 *bus,
                            const int frames, const int ntracks)
{
    const int f = get_global_id(0);
    if (f >= frames) return;
    float left = 0.0f, right = 0.0f;
    for (int t = 0; t < ntracks; ++t) {
        const strip s = strips[t];
        if (s.muted) continue;
        const float v = tracks[t * frames + f] * s.gain;
        left += v * (1.0f - s.pan);
        right += v * s.pan;
    }
    const float2 lr = (float2)(left, right) / 32768.0f;
    bus[f] = convert_short2_sat_rte(32767.0f * lr * rsqrt(1.0f + lr * lr));
}
