// Row reduction of complex samples: total power, peak magnitude and phase sum, two rows at once.
struct Row { float power, peak, phase; int peakAt; };

__kernel void ComplexPowerRows(__global const float4 *twoRows, __global struct Row *rows, int len)
{
    int r = (int)get_global_id(0);
    struct Row a = { 0, -1, 0, 0 }, b = { 0, -1, 0, 0 };

    for (int i = 0; i < len; i++)
    {
        float4 z = twoRows[r * len + i];
        float pa = dot(z.lo, z.lo), pb = dot(z.hi, z.hi);
        a.power += pa;
        b.power += pb;
        a.phase += atan2(z.y, z.x);
        b.phase += atan2(z.w, z.z);
        if (pa > a.peak) { a.peak = pa; a.peakAt = i; }
        if (pb > b.peak) { b.peak = pb; b.peakAt = i; }
    }
    rows[2 * r] = a;
    rows[2 * r + 1] = b;
}
