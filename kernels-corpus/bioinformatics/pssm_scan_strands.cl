// Scan a sequence with a position-specific scoring matrix on both strands, matrix staged in local memory.
__kernel void pssm_scan_strands(__global const uchar *seq, __global const float *pssm, __global float *score,
                                __local float *lm, const int motif, const int positions)
{
    for (int i = get_local_id(0); i < motif * 4; i += get_local_size(0))
        lm[i] = pssm[i];
    barrier(CLK_LOCAL_MEM_FENCE);

    const int p = get_global_id(0);
    if (p >= positions)
        return;

    float plus = 0.0f, minus = 0.0f;
    for (int j = 0; j < motif; ++j) {
        const int b = seq[p + j] & 3;
        plus += lm[j * 4 + b];
        minus += lm[(motif - 1 - j) * 4 + (3 - b)];
    }
    score[p] = fmax(plus, minus);
}
