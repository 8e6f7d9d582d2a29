// Fast Walsh transform, one butterfly a work-item, in place.
__kernel void fwt_pass(__global float *tArray, const int step)
{
    const unsigned int tid = get_global_id(0);
    const unsigned int group = tid % step;
    const unsigned int pair = 2 * step * (tid / step) + group;
    const unsigned int match = pair + step;

    const float T1 = tArray[pair];
    const float T2 = tArray[match];
    tArray[pair] = T1 + T2;
    tArray[match] = T1 - T2;
}
