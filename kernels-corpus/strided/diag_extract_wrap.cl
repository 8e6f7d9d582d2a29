// Sums every wrapped diagonal of a rectangular matrix, one diagonal a work-item.
__kernel void diagExtractWrap(__global const float *m, __global float *diagSum, const uint rows, const uint cols)
{
    const uint d = get_global_id(0);
    if (d < cols) {
        float s = 0.0f;
        uint c = d;
        for (uint r = 0; r < rows; r++) {
            s += m[r * cols + c % cols];
            c++;
        }
        diagSum[d] = s;
    }
}
