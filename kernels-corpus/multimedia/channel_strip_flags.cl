// A mixing desk's channel: each treatment is switched by a bit, one sample a work-item, no loop.
#define HAS(bit) (switches & (1 << (bit)))

static float soft_knee(float x, float limit, float knee)
{
    const float over = fabs(x) - (limit - knee);
    if (over <= 0.0f) return x;
    const float bent = over < 2.0f * knee ? limit - knee + over - over * over / (4.0f * knee) : limit;
    return x < 0.0f ? -bent : bent;
}

__kernel void channel_strip(__global const float *dry, __global const float *side, __global const float *curve,
                            __global const float *noiseFloor, __global const uchar *muted, __global float *wet,
                            __global float *meter, __global uchar *clipped, int samples, int switches, float trim, float offset,
                            float gate, float ratio, float ceiling, float pan, float blend, float send)
{
    const int n = get_global_id(0);
    if (n >= samples) return;
    float x = dry[n], gain = 1.0f;
    uchar clip = 0;

    if (HAS(0)) x = -x;
    if (HAS(1)) x -= offset;
    if (HAS(2)) x *= trim;
    if (HAS(3)) {
        const float noise = noiseFloor[n];
        if (fabs(x) < noise) x = 0.0f;
        else x = x < 0.0f ? x + noise : x - noise;
    }
    if (HAS(4)) {
        const float key = HAS(5) ? fabs(side[n]) : fabs(x);
        if (key < gate) gain = key / (gate + 1.0e-6f);
        if (key > ceiling) gain *= ceiling / key;
    }
    if (HAS(6)) gain *= curve[n];
    if (HAS(7)) {
        const float level = fabs(x * gain);
        if (level > 0.5f) gain *= 1.0f - ratio * (level - 0.5f) / level;
    }
    x *= gain;
    if (HAS(8)) {
        const float x2 = x * x;
        x = x * (27.0f + x2) / (27.0f + 9.0f * x2);
    }
    if (HAS(9)) x = soft_knee(x, ceiling, 0.1f);
    if (HAS(10)) x = blend * x + (1.0f - blend) * dry[n];
    if (HAS(11) && muted[n]) x = 0.0f;
    if (!isfinite(x)) {
        x = 0.0f;
        clip = 2;
    }
    if (fabs(x) > 1.0f) {
        x = clamp(x, -1.0f, 1.0f);
        clip = 1;
    }
    meter[n] = fabs(x) * (HAS(12) ? send : 1.0f);
    clipped[n] = clip;
    wet[2 * n] = HAS(13) ? x * (1.0f - pan) : x;
    wet[2 * n + 1] = HAS(13) ? x * pan : x;
}
