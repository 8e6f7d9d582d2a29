// Matrix-vector product with x staged piecewise in local memory, a row for each work-item.
#define PIECE 256

__kernel void gemvXInLocal(__global const float *mat, __global const float *vec,
                           __global float *res, const uint rows, const uint cols)
{
    __local float piece[PIECE];
    const uint row = get_global_id(0);
    const uint lid = get_local_id(0);
    const uint safeRow = min(row, rows - 1u);
    float sum = 0.0f;

    for (uint base = 0; base < cols; base += PIECE) {
        const uint cnt = min((uint)PIECE, cols - base);
        for (uint k = lid; k < cnt; k += get_local_size(0))
            piece[k] = vec[base + k];
        barrier(CLK_LOCAL_MEM_FENCE);

        __global const float *a = mat + safeRow * cols + base;
        for (uint k = 0; k < cnt; ++k)
            sum += a[k] * piece[k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows)
        res[row] = sum;
}
