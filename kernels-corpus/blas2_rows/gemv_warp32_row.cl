// Each strip of 32 work-items reduces one matrix row; eight rows a group of 256.
#define STRIP 32
#define ROWS_PER_GROUP 8

__attribute__((reqd_work_group_size(STRIP * ROWS_PER_GROUP, 1, 1)))
kernel void gemv_warp32_row(global const float *A, global const float *x, global float *y,
                            const int M, const int N)
{
	local float red[ROWS_PER_GROUP][STRIP + 1];
	const int lane = get_local_id(0) & (STRIP - 1);
	const int sub = get_local_id(0) / STRIP;
	const int row = get_group_id(0) * ROWS_PER_GROUP + sub;
	float s = 0;

	if (row < M)
		for (int j = lane; j < N; j += STRIP)
			s += A[row * N + j] * x[j];
	red[sub][lane] = s;
	barrier(CLK_LOCAL_MEM_FENCE);

#define FOLD(D) if (lane < D) red[sub][lane] += red[sub][lane + D]; barrier(CLK_LOCAL_MEM_FENCE)
	FOLD(16);
	FOLD(8);
	FOLD(4);
	FOLD(2);
	FOLD(1);
#undef FOLD
	if (lane == 0 && row < M)
		y[row] = red[sub][0];
}
