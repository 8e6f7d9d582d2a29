// Waveform overview: minimum, maximum and RMS of the samples under each display column.
typedef struct { short lo, hi; float rms; } Peak;

__kernel void waveform_peaks_zoom(__global const short *samples, __global Peak *columns,
                                  const uint ncolumns, const uint perColumn)
{
    const uint c = get_global_id(0);
    if (c < ncolumns) {
        const __global short *s = samples + (ulong)c * perColumn;
        Peak p = { SHRT_MAX, SHRT_MIN, 0.0f };
        uint k = 0;
        do {
            const short v = s[k];
            p.lo = min(p.lo, v);
            p.hi = max(p.hi, v);
            p.rms += (float)v * (float)v;
        } while (++k < perColumn);
        p.rms = sqrt(p.rms / (float)perColumn);
        columns[c] = p;
    }
}
