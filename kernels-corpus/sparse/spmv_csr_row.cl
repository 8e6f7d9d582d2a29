// Sparse matrix-vector product in CSR layout, one row a work-item.
__kernel void spmv_csr_row(const uint num_rows,
                           __global const uint *row_ptr,
                           __global const uint *col_idx,
                           __global const float *values,
                           __global const float *x,
                           __global float *y)
{
	const uint row = get_global_id(0);

	if (row >= num_rows)
		return;

	const uint end = row_ptr[row + 1];
	float dot_row = 0.0f;

	for (uint p = row_ptr[row]; p < end; p++)
		dot_row = fma(values[p], x[col_idx[p]], dot_row);

	y[row] = dot_row;
}
