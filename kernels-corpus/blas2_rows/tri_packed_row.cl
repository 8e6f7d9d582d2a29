// Multiplies a packed lower-triangular matrix by a vector, row by row.
static inline long tri_base(long row) { return row * (row + 1) / 2; }

__kernel void tri_packed_row(__global const float *L,
                             __global const float *vec,
                             __global float *result,
                             int order,
                             int unit_diag)
{
	int row = (int)get_global_id(0);

	if (row < order) {
		__global const float *lp = &L[tri_base(row)];
		float sum = 0.0f;
		int col = 0;

		while (col < row) {
			sum += lp[col] * vec[col];
			++col;
		}
		sum += (unit_diag & 1) ? vec[row] : lp[row] * vec[row];
		result[row] = sum;
	}
}
