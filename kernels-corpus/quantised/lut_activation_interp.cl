// Sigmoid of Q8 inputs by a 256-entry table with linear interpolation between entries.
__kernel void lut_activation_interp(__global const short *z, __global const ushort *table, __global ushort *out, const uint n)
{
    const uint i = get_global_id(0) * 2;
    if (i + 1 < n) {
        for (uint k = i; k < i + 2; ++k) {
            const int biased = z[k] + 32768;
            const int cell = (biased >> 8) & 255, frac = biased & 255;
            const int a = table[cell], b = table[min(cell + 1, 255)];
            out[k] = (ushort)((a * (256 - frac) + b * frac + 128) >> 8);
        }
    }
}
