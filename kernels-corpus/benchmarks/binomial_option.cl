// Binomial price of a call, a work-group an option: the lattice shrinks in local memory, a level a round.
#define STEPS 256

typedef struct { float s, x, vdt, puByDf, pdByDf, unused0, unused1, unused2; } option_data;

__kernel __attribute__((reqd_work_group_size(STEPS, 1, 1)))
void binomial_option(__global const option_data *options, __global float *price)
{
    __local float call_a[STEPS + 1];
    __local float call_b[STEPS + 1];
    const int tid = get_local_id(0);
    const int opt = get_group_id(0);
    const float s = options[opt].s, x = options[opt].x, vdt = options[opt].vdt;
    const float pu = options[opt].puByDf, pd = options[opt].pdByDf;

    call_a[tid] = fmax(s * exp(vdt * (2.0f * tid - STEPS)) - x, 0.0f);
    if (tid == 0) call_a[STEPS] = fmax(s * exp(vdt * STEPS) - x, 0.0f);
    for (int level = STEPS; level > 0; level -= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tid < level) call_b[tid] = pu * call_a[tid + 1] + pd * call_a[tid];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tid < level - 1) call_a[tid] = pu * call_b[tid + 1] + pd * call_b[tid];
    }
    if (tid == 0) price[opt] = call_a[0];
}
