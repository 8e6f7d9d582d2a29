// Double threshold into weak and strong labels, with per-group counts of each class.
enum ELabel { LABEL_NONE = 0, LABEL_WEAK = 1, LABEL_STRONG = 2, NUM_LABELS = 3 };

__kernel void double_threshold(__global const ushort *pwMagnitude,
                               __global uchar *pbLabel,
                               __global uint *pdwGroupCounts,
                               const uint dwPixels,
                               const ushort wLow,
                               const ushort wHigh)
{
    __local uint adwCount[NUM_LABELS];
    const uint uLid = get_local_id(0);
    const uint uGid = get_global_id(0);

    if (uLid < NUM_LABELS)
        adwCount[uLid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (uGid < dwPixels)
    {
        const ushort wMag = pwMagnitude[uGid];
        int eLabel = LABEL_NONE;
        if (wMag >= wHigh)
            eLabel = LABEL_STRONG;
        else if (wMag >= wLow)
            eLabel = LABEL_WEAK;
        pbLabel[uGid] = (uchar)(eLabel * 127);
        atomic_inc(&adwCount[eLabel]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (uLid < NUM_LABELS)
        pdwGroupCounts[get_group_id(0) * NUM_LABELS + uLid] = adwCount[uLid];
}
