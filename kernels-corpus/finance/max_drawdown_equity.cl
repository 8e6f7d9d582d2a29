// Largest drawdown, its length and the ulcer index of every strategy's equity curve.
typedef struct { float depth; float ulcer; int length; int at; } Drawdown;

__kernel void max_drawdown_equity(__global const float *equity, __global Drawdown *out, const int bars)
{
    int s = get_global_id(0);
    __global const float *p = equity + s * bars;
    Drawdown d = { 0.0f, 0.0f, 0, 0 };
    float peak = *p;
    int since = 0;
    for (int b = 0; b < bars; b++) {
        float v = *p++;
        if (v >= peak) {
            peak = v;
            since = 0;
        } else {
            float dd = 1.0f - v / peak;
            since++;
            d.ulcer += dd * dd;
            if (dd > d.depth) {
                d.depth = dd;
                d.at = b;
            }
            if (since > d.length)
                d.length = since;
        }
    }
    d.ulcer = sqrt(d.ulcer / bars);
    out[s] = d;
}
