// Classifies CSR rows by length into five bins with local counters, the first pass of a balanced product.
#define NBINS 5

__kernel void csr_row_length_bins(__global const uint *row_ptr, __global uint *bin_count,
                                  __global uchar *bin_of_row, uint num_rows)
{
	__local uint cnt[NBINS];
	uint lid = get_local_id(0);
	uint row = get_global_id(0);

	if (lid < NBINS)
		cnt[lid] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);

	if (row < num_rows) {
		uint len = row_ptr[row + 1] - row_ptr[row];
		uint bin;
		if (len == 0)
			bin = 0;
		else if (len <= 4)
			bin = 1;
		else if (len <= 32)
			bin = 2;
		else if (len <= 256)
			bin = 3;
		else
			bin = 4;
		bin_of_row[row] = (uchar)bin;
		atomic_inc(&cnt[bin]);
	}
	barrier(CLK_LOCAL_MEM_FENCE);

	if (lid < NBINS && cnt[lid] != 0)
		atomic_add(&bin_count[lid], cnt[lid]);
}
