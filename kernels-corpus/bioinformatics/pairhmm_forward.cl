// Pair-HMM forward likelihood of a read against a haplotype, three states in rolling private rows.
#define HAP 32

__kernel void pairhmm_forward(__global const uchar *reads, __global const uchar *quals, __global const uchar *haps,
                              __global float *logLik, const int readLen, const float gapOpen, const float gapExt)
{
    float M[HAP + 1], X[HAP + 1], Y[HAP + 1];
    const int id = get_global_id(0);
    const float mm = 1.0f - 2.0f * gapOpen, gm = 1.0f - gapExt;

    for (int j = 0; j <= HAP; ++j) {
        M[j] = X[j] = 0.0f;
        Y[j] = 1.0f / (float)HAP;
    }
    for (int i = 0; i < readLen; ++i) {
        const uchar b = reads[id * readLen + i];
        const float err = exp10(-0.1f * (float)quals[id * readLen + i]);
        float dm = M[0], dx = X[0], dy = Y[0];
        M[0] = X[0] = Y[0] = 0.0f;
        for (int j = 1; j <= HAP; ++j) {
            const float um = M[j], ux = X[j], uy = Y[j];
            const float e = b == haps[id * HAP + j - 1] ? 1.0f - err : err * 0.33333f;
            M[j] = e * (mm * dm + gm * (dx + dy));
            X[j] = gapOpen * um + gapExt * ux;
            Y[j] = gapOpen * M[j - 1] + gapExt * Y[j - 1];
            dm = um; dx = ux; dy = uy;
        }
    }
    float total = 0.0f;
    for (int j = 1; j <= HAP; ++j)
        total += M[j] + X[j];
    logLik[id] = log10(fmax(total, 1e-37f));
}
