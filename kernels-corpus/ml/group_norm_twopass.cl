// Group normalisation: each work-item normalises one group of channels of one sample in two passes.
kernel void group_norm_twopass(global float *t, global const float *w, global const float *b,
                               int samples, int groups, int chansPerGroup, int area)
{
    int g = get_global_id(0);
    if (g < samples * groups)
    {
        int span = chansPerGroup * area;
        global float *p = t + g * span;
        float mu = 0.f, sq = 0.f;
        int i;

        for (i = 0; i != span; ++i)
            mu += p[i];
        mu /= span;
        for (i = 0; i != span; ++i)
            sq += (p[i] - mu) * (p[i] - mu);
        sq = 1.f / sqrt(sq / span + 1e-5f);
        for (int c = 0; c < chansPerGroup; ++c)
        {
            int ch = g % groups * chansPerGroup + c;
            for (i = 0; i < area; ++i)
                p[c * area + i] = (p[c * area + i] - mu) * sq * w[ch] + b[ch];
        }
    }
}
