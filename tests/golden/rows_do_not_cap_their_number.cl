// A row of a sparse matrix for 32 lanes: how many rows there are says nothing about how long one is.
__kernel void rows_do_not_cap_their_number(__global const int *start, __global const int *column,
                                           __global const float *x, __global float *y, int rows)
{
    int lane = get_local_id(0) % 32;
    int row = get_global_id(0) / 32;
    if (row < rows) {
        float s = 0.0f;
        for (int j = start[row] + lane; j < start[row + 1]; j += 32) s += x[column[j]];
        y[row * 32 + lane] = s;
    }
}
