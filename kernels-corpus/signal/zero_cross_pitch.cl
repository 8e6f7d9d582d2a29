// Zero-crossing rate, energy and mean period of frames, results in a struct per frame.
struct FrameStats { float energy; float meanPeriod; uint crossings; uint firstCrossing; };

__kernel void zero_cross_pitch(__global const float *wave, __global struct FrameStats *stats,
                               uint frameLen, uint hop, uint frames)
{
    for (uint f = get_global_id(0); f < frames; f += get_global_size(0)) {
        __global const float *w = wave + (size_t)f * hop;
        struct FrameStats st = { 0.0f, 0.0f, 0u, frameLen };
        uint last = 0;
        float before = w[0];
        for (uint k = 1; k < frameLen; ++k) {
            float v = w[k];
            st.energy = mad(v, v, st.energy);
            if (before < 0.0f && v >= 0.0f) {
                if (st.crossings++ == 0)
                    st.firstCrossing = k;
                last = k;
            }
            before = v;
        }
        if (st.crossings > 1)
            st.meanPeriod = (float)(last - st.firstCrossing) / (float)(st.crossings - 1);
        stats[f] = st;
    }
}
