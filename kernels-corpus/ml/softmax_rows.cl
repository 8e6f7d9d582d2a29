// Numerically safe softmax, one row per work-group with local max and sum reductions.
#define WG 128
#define REDUCE(op)                                   \
    for (int s = WG / 2; s > 0; s >>= 1) {           \
        if (tid < s) red[tid] = op(red[tid], red[tid + s]); \
        barrier(CLK_LOCAL_MEM_FENCE);                \
    }
#define ADD(a, b) ((a) + (b))

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void softmax_rows(__global const float *logits, __global float *probs, const int cols, const float temperature)
{
    __local float red[WG];
    const int tid = get_local_id(0);
    __global const float *x = logits + get_group_id(0) * cols;
    __global float *y = probs + get_group_id(0) * cols;
    const float scale = 1.0f / temperature;

    float m = -FLT_MAX;
    for (int c = tid; c < cols; c += WG)
        m = fmax(m, x[c] * scale);
    red[tid] = m;
    barrier(CLK_LOCAL_MEM_FENCE);
    REDUCE(fmax)
    m = red[0];
    barrier(CLK_LOCAL_MEM_FENCE);

    float z = 0.0f;
    for (int c = tid; c < cols; c += WG) {
        float e = exp(x[c] * scale - m);
        y[c] = e;
        z += e;
    }
    red[tid] = z;
    barrier(CLK_LOCAL_MEM_FENCE);
    REDUCE(ADD)
    z = 1.0f / red[0];

    for (int c = tid; c < cols; c += WG)
        y[c] *= z;
}
