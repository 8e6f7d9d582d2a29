// Global alignment of many pairs of short sequences, a pair a work-item, two rows of scores in global memory.
__kernel void needleman_row(__global const uchar *seqA, __global const uchar *seqB, __constant int *blosum,
                            __global int *scores, const int pairs, const int len, const int penalty)
{
    const int p = get_global_id(0);
    if (p >= pairs) return;
    __global int *row = scores + p;

    for (int j = 0; j < len; j++) row[j * pairs] = -(j + 1) * penalty;
    for (int i = 0; i < len; i++) {
        int diagonal = -i * penalty;
        int left = -(i + 1) * penalty;
        const int a = seqA[i * pairs + p] % 24;
        for (int j = 0; j < len; j++) {
            const int up = row[j * pairs];
            const int match = diagonal + blosum[a * 24 + seqB[j * pairs + p] % 24];
            left = max(match, max(up, left) - penalty);
            diagonal = up;
            row[j * pairs] = left;
        }
    }
}
