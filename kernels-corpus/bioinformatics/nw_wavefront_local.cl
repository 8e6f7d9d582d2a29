// Needleman-Wunsch of two 64-symbol blocks per work-group: wavefront in local memory over 127 diagonals.
#define B 64

__kernel __attribute__((reqd_work_group_size(B, 1, 1)))
void nw_wavefront_local(__global const uchar *a, __global const uchar *b, __global short *score, const short gap)
{
    __local uchar sb[B];
    __local short diag[3][B + 1];
    const int i = get_local_id(0);
    const int g = get_group_id(0);
    const uchar ca = a[g * B + i];
    sb[i] = b[g * B + i];
    for (int r = 0; r < 3; ++r)
        diag[r][i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int d = 0; d < 2 * B - 1; ++d) {
        const int j = d - i;
        const int now = d % 3, last = (d + 2) % 3, old = (d + 1) % 3;
        if (j >= 0 && j < B) {
            const short nw = (i > 0 && j > 0) ? diag[old][max(i - 1, 0)] : (short)(-gap * abs(i - j));
            const short up = i > 0 ? diag[last][max(i - 1, 0)] : (short)(-gap * (j + 1));
            const short left = j > 0 ? diag[last][i] : (short)(-gap * (i + 1));
            const short hit = nw + (ca == sb[j] ? (short)2 : (short)-1);
            diag[now][i] = max(hit, (short)(max(up, left) - gap));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == B - 1)
        score[g] = diag[(2 * B - 2) % 3][B - 1];
}
