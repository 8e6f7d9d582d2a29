// Applies a precomputed chain of Givens rotations to neighbouring columns, one matrix row a work-item.
typedef struct { float c, s; } givens_t;

kernel void givensChainRows(global float *M, global const givens_t *rot, const int rows, const int chain)
{
    const int r = get_global_id(0);
    const int width = chain + 1;

    if (r < rows) {
        global float *row = M + r * width;
        float carry = row[0];
        for (int k = 0; k < chain; ++k) {
            const givens_t g = rot[k];
            const float next = row[k + 1];
            row[k] = g.c * carry + g.s * next;
            carry = g.c * next - g.s * carry;
        }
        row[chain] = carry;
    }
}
