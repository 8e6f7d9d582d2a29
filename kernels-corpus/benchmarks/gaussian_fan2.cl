// Gaussian elimination, update of what is left of the matrix below its first row, and of the right-hand side.
__kernel void gaussian_fan2(__global const float *m_dev, __global float *a_dev, __global float *b_dev,
                            const int cells, const int size)
{
    const int cell = get_global_id(0) + size;
    if (cell >= cells) return;
    const int row = cell / size;
    const int c = cell % size;
    const float factor = m_dev[size * row];

    a_dev[cell] -= factor * a_dev[c];
    if (c == 0) b_dev[row] -= factor * b_dev[0];
}
