// Adds up partial histograms and normalises each bin to a probability with its entropy term.
kernel void mergePartials(global const uint *partials, global float2 *out,
                          const uint bins, const uint parts, const float invTotal)
{
    const uint b = get_global_id(0);
    if (b < bins) {
        uint s0 = 0, s1 = 0;
        uint p = 0;
        for (; p + 1 < parts; p += 2) {
            s0 += partials[p * bins + b];
            s1 += partials[(p + 1) * bins + b];
        }
        if (p < parts)
            s0 += partials[p * bins + b];
        const float prob = (float)(s0 + s1) * invTotal;
        out[b] = (float2)(prob, prob > 0.0f ? -prob * log2(prob) : 0.0f);
    }
}
