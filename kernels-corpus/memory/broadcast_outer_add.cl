// Broadcast of a row vector and a column vector into a full matrix (outer sum and product mixed).
__kernel void broadcast_outer_add(__global const float *colv, __global const float4 *rowv, __global float4 *m,
                                  const int rows, const int cols4)
{
    const int n = rows * cols4;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
    {
        const float c = colv[i / cols4];
        const float4 r = rowv[i % cols4];
        m[i] = mad(r, c, r + c);
    }
}
