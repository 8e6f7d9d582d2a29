// Converts readings between units by an affine table indexed by a unit code, with optional decibel output.
enum Flags { TO_DB = 1, NEGATE = 2, RECIPROCAL = 4 };

__constant float2 kAffine[8] = {
    (float2)(1.0f, 0.0f), (float2)(0.5555556f, -17.7777786f), (float2)(1.0f, -273.15f), (float2)(0.3048f, 0.0f),
    (float2)(1609.344f, 0.0f), (float2)(0.45359237f, 0.0f), (float2)(6894.757f, 0.0f), (float2)(0.017453293f, 0.0f)
};

__kernel void unit_table_convert(__global const float *value, __global const uchar *unit, __global float *si,
                                 const uint flags, const uint n)
{
    const uint i = get_global_id(0);
    if (i >= n) return;
    const float2 k = kAffine[unit[i] & 7];
    float v = mad(value[i], k.x, k.y);
    if (flags & NEGATE) v = -v;
    if (flags & RECIPROCAL) v = native_recip(v + (v == 0.0f ? 1.0f : 0.0f));
    if (flags & TO_DB) v = 20.0f * log10(fabs(v) + 1e-9f);
    si[i] = v;
}
