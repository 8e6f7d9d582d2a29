// Dense matrix-vector product, one row a work-item, inner loop on float4 with a scalar tail.
__kernel void gemv_row_vec4(__global const float *A, __global const float *x,
                            __global float *y, float alpha, float beta,
                            int rows, int cols, int pitch)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;

    /* the pitch may be given shorter than a row: never read past it */
    int width = min(cols, pitch);
    int quads = width >> 2;
    __global const float *row = A + (size_t)r * pitch;
    float4 acc4 = (float4)(0.0f, 0.0f, 0.0f, 0.0f);

    for (int q = 0; q < quads; q++)
        acc4 += vload4(q, row) * vload4(q, x);

    float acc = acc4.s0 + acc4.s1 + acc4.s2 + acc4.s3;
    for (int c = quads * 4; c < width; c++)
        acc += row[c] * x[c];

    y[r] = alpha * acc + beta * y[r];
}
