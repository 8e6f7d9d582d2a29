// Gathers rows of a matrix by an index list and scales them, groups take rows, items take columns.
__kernel void gather_scale_rows(__global const float *mat, __global const uint *rows, __global const float *scale,
                                __global float *packed, const uint nsel, const uint ncols, const uint nrows)
{
    for (uint s = get_group_id(0); s < nsel; s += get_num_groups(0)) {
        const uint src = min(rows[s], nrows - 1);
        const float k = scale[s];
        for (uint c = get_local_id(0); c < ncols; c += get_local_size(0))
            packed[s * ncols + c] = k * mat[src * ncols + c];
    }
}
