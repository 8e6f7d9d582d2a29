// One elimination step of Gauss on an augmented matrix: every cell right of the pivot column.
__kernel void gaussRowEliminate(__global float *aug, __global const float *pivotRow, __global const float *factors,
                                const uint pivot, const uint rows, const uint width)
{
    const uint g = get_global_id(0);
    const uint r = g / width;
    const uint c = g % width;

    if (r >= rows || c < pivot || r == pivot)
        return;
    aug[g] -= factors[r] * pivotRow[c];
}
