// Matrix-vector product where a whole work-group shares each row and groups stride over rows.
#ifndef GROUP
#define GROUP 64
#endif

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
__kernel void gemv_group_row(__global const float *mat,
                             __global const float *vecIn,
                             __global float *vecOut,
                             int height,
                             int width)
{
    __local float partial[GROUP];
    const int t = get_local_id(0);

    for (int row = get_group_id(0); row < height; row += get_num_groups(0))
    {
        float mine = 0.0f;
        for (int k = t; k < width; k += GROUP)
        {
            mine += mat[row * width + k] * vecIn[k];
        }
        partial[t] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);

        if (t < 8)
        {
            float s = 0.0f;
            for (int k = 0; k < GROUP / 8; ++k)
            {
                s += partial[t + 8 * k];
            }
            partial[t] = s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        if (t == 0)
        {
            vecOut[row] = partial[0] + partial[1] + partial[2] + partial[3]
                        + partial[4] + partial[5] + partial[6] + partial[7];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
