// Smith-Waterman with affine gaps: query against one subject per work-item, a row of H and E in private memory.
#define QMAX 40
#define GAP_OPEN 11
#define GAP_EXT 1

__kernel void sw_affine_rows(__constant uchar *query, __global const uchar *subjects, __constant char *score24,
                             __global int *best, const int qLen, const int sLen, const int nSubjects)
{
    const int id = get_global_id(0);
    if (id >= nSubjects)
        return;

    short H[QMAX + 1], E[QMAX + 1];
    const int q = min(qLen, QMAX);
    for (int j = 0; j <= QMAX; ++j) {
        H[j] = 0;
        E[j] = -GAP_OPEN;
    }

    short top = 0;
    for (int i = 0; i < sLen; ++i) {
        const int s = subjects[i * nSubjects + id] % 24;
        short diag = 0, F = -GAP_OPEN;
        for (int j = 1; j <= q; ++j) {
            const short up = H[j];
            E[j] = max((short)(E[j] - GAP_EXT), (short)(up - GAP_OPEN));
            F = max((short)(F - GAP_EXT), (short)(H[j - 1] - GAP_OPEN));
            short h = diag + score24[s * 24 + query[j - 1] % 24];
            h = max(max(h, (short)0), max(E[j], F));
            H[j] = h;
            diag = up;
            top = max(top, h);
        }
    }
    best[id] = top;
}
