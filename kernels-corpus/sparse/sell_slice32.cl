// Sliced ELLPACK product: each slice of 32 rows is padded to its own width.
#define SLICE_ROWS 32

__kernel void sellSlice32(__global const int *sliceStart,   /* in units of 32 entries */
                          __global const int *colidx, __global const float *values,
                          __global const float *x, __global float *y, const int numSlices)
{
    const int row = get_global_id(0);
    const int slice = row / SLICE_ROWS;
    const int lane = row % SLICE_ROWS;

    if (slice < numSlices) {
        float sum = 0.0f;
        for (int k = sliceStart[slice]; k < sliceStart[slice + 1]; k++) {
            const int at = k * SLICE_ROWS + lane;
            sum += values[at] * x[colidx[at]];
        }
        y[row] = sum;
    }
}
