// Splits 8-byte records into eight byte planes, as done before compressing numbers.
__kernel void bytePlaneShuffle(__global const uchar8 *records, __global uchar *planes, const uint count)
{
    const uint i = get_global_id(0);
    if (i < count)
    {
        const uchar8 r = records[i];
        planes[i]             = r.s0;
        planes[count + i]     = r.s1;
        planes[2 * count + i] = r.s2;
        planes[3 * count + i] = r.s3;
        planes[4 * count + i] = r.s4;
        planes[5 * count + i] = r.s5;
        planes[6 * count + i] = r.s6;
        planes[7 * count + i] = r.s7;
    }
}
