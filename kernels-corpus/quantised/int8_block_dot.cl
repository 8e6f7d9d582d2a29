// Int8 blocks of 32 with a float scale each: dot product of rows, four multiply-adds at a time.
typedef struct { float scale; char q[32]; } BlockQ8;

__kernel void int8_block_dot(__global const BlockQ8 *w, __global const BlockQ8 *x, __global float *y,
                             const int blocksPerRow, const int rows)
{
    const int row = get_global_id(0);
    if (row >= rows)
        return;
    float acc = 0.0f;
    for (int b = 0; b < blocksPerRow; b++) {
        int s = 0;
        for (int k = 0; k < 32; k += 4) {
            s += w[row * blocksPerRow + b].q[k] * x[b].q[k];
            s += w[row * blocksPerRow + b].q[k + 1] * x[b].q[k + 1];
            s += w[row * blocksPerRow + b].q[k + 2] * x[b].q[k + 2];
            s += w[row * blocksPerRow + b].q[k + 3] * x[b].q[k + 3];
        }
        acc = fma(w[row * blocksPerRow + b].scale * x[b].scale, (float)s, acc);
    }
    y[row] = acc;
}
