// Dynamic-range compressor: attack and release envelope in dB, one channel per work-item, frame-interleaved.
__kernel void compressorEnvelope(__global float *audio, int channels, int frames,
                                 float attack, float release, float threshold_db, float ratio)
{
    int ch = get_global_id(0);
    if (ch >= channels)
        return;
    float env = -90.0f;
    for (int f = 0; f < frames; ++f)
    {
        float x = audio[f * channels + ch];
        float db = 20.0f * log10(fabs(x) + 1e-6f);
        float coef = db > env ? attack : release;
        env = coef * env + (1.0f - coef) * db;
        float over = fmax(env - threshold_db, 0.0f);
        audio[f * channels + ch] = x * exp10(-0.05f * over * (1.0f - 1.0f / ratio));
    }
}
