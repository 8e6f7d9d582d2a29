// Peak arithmetic: two chains of sixteen multiply-adds a turn, hardly any memory.
#define MAD4 s = mad(s, s, c); t = mad(t, t, d); s = mad(d, s, t); t = mad(c, t, s);
#define MAD16 MAD4 MAD4 MAD4 MAD4

__kernel void maxflops_mad(__global float *data, const int nIters)
{
    const int gid = get_global_id(0);
    float s = data[gid], t = 10.0f - s;
    const float c = 0.25f, d = 0.123f;
    for (int j = 0; j < nIters; ++j) {
        MAD16
        MAD16
    }
    data[gid] = s + t;
}
