// One anti-diagonal step of the longest common subsequence table, three rolling diagonals.
__kernel void lcs_antidiagonal(__global const char *a,
                               __global const char *b,
                               __global const ushort *diag2,   /* d - 2, indexed by row */
                               __global const ushort *diag1,   /* d - 1 */
                               __global ushort *diag0,
                               const int lenA,
                               const int lenB,
                               const int d)
{
    /* cell (i, j) with i + j == d, 1-based; row 0 and column 0 are zero */
    const int i = get_global_id(0);
    const int j = d - i;

    if (i > lenA)
        return;
    if (i == 0 || j <= 0 || j > lenB) {
        diag0[i] = 0;
        return;
    }
    diag0[i] = (a[i - 1] == b[j - 1]) ? (ushort)(diag2[i - 1] + 1)
                                      : max(diag1[i - 1], diag1[i]);
}
