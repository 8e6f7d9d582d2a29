// Gaussian elimination, multipliers of one column: each row below the pivot divides by it; rows have a fixed pitch.
__kernel void gaussian_fan1(__global float *m_dev, __global const float *a_dev, const int size, const int pitch,
                            const int t)
{
    int pivot = t % pitch;
    int row = get_global_id(0) + 1;
    if (row < size)
        *(m_dev + pitch * row + pivot) = *(a_dev + pitch * row + pivot) / *(a_dev + pivot);
}
