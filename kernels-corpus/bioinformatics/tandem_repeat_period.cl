// Best tandem-repeat period of each window by self-comparison at every shift.
__kernel void tandem_repeat_period(__global const uchar *seq, __global uchar4 *result, int window, int maxPeriod)
{
    int g = get_global_id(0), start = g * window;
    float bestRatio = 0;
    int bestPeriod = 0, longest = 0;

    for (int period = 1; period <= maxPeriod; period++) {
        int same = 0, run = 0;
        for (int i = 0; i < window - period; i++) {
            int eq = seq[start + i] == seq[start + i + period];
            same += eq;
            run = eq ? run + 1 : 0;
            longest = max(longest, run);
        }
        float ratio = (float)same / (float)max(window - period, 1);
        if (ratio > bestRatio * 1.05f) {
            bestRatio = ratio;
            bestPeriod = period;
        }
    }
    result[g] = (uchar4)((uchar)bestPeriod, convert_uchar_sat(bestRatio * 255.0f), (uchar)min(longest, 255), 0);
}
