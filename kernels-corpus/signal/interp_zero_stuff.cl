// Interpolating FIR: an output belongs to one phase and visits every up-th coefficient only.
__kernel void interp_zero_stuff(__global const float* low, __global const float* coeff, __global float* high,
                                int up, int n, int perPhase)
{
    int j = get_global_id(0);
    int phase = j % up;
    int at = j / up;
    if (at >= n) return;

    float y = 0.0f;
    for (int p = 0; p < perPhase && p <= at; p++)
        y += low[at - p] * coeff[p * up + phase];
    high[at * up + phase] = y * up;
}
