// Latency probe: one dependent FMA chain of 64 steps per loop trip.
#define F1 v = fma(v, a, b);
#define F4 F1 F1 F1 F1
#define F16 F4 F4 F4 F4

__kernel void fma_chain_long(__global float *io, float a, float b, int iters)
{
    size_t g = get_global_id(0);
    float v = io[g];
    while (iters-- > 0) {
        F16 F16 F16 F16
    }
    io[g] = v;
}
