// Trim read ends by the running sum of quality deficits (argmax from the 3' end) and mask short reads.
__kernel void quality_trim_bwa(__global const uchar *__restrict qual, __global ushort *__restrict keepLen,
                               int readLen, int threshold, int minLen)
{
    const int read = get_global_id(0);
    int sum = 0, best = 0, cut = readLen;

    for (int i = readLen - 1; i >= 0; --i) {
        sum += threshold - ((int)qual[read * readLen + i] - 33);
        if (sum < 0)
            break;
        if (sum > best) {
            best = sum;
            cut = i;
        }
    }
    keepLen[read] = cut < minLen ? 0 : (ushort)cut;
}
