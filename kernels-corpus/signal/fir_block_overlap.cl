// Block FIR with the input span and the coefficients staged in local memory, history before the block.
#define BLOCK 128
#define MAXTAPS 129

kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void fir_block_overlap(global const float *x /* blocks * BLOCK + taps - 1 */, global const float *h,
                       global float *y, const int taps)
{
    local float span[BLOCK + MAXTAPS];
    local float coef[MAXTAPS];
    const int t = get_local_id(0);
    const int nt = clamp(taps, 1, MAXTAPS);
    const int first = get_group_id(0) * BLOCK;

    for (int k = t; k < nt; k += BLOCK)
        coef[k] = h[nt - 1 - k];
    for (int k = t; k < BLOCK + nt - 1; k += BLOCK)
        span[k] = x[first + k];
    barrier(CLK_LOCAL_MEM_FENCE);

    float acc = 0.0f;
    for (int k = 0; k < nt; ++k)
        acc = fma(coef[k], span[t + k], acc);
    y[first + t] = acc;
}
