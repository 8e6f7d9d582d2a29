// One anti-diagonal of the edit-distance table with separate insertion, deletion and substitution costs.
__kernel void edit_diagonal_weighted(__global const uchar *source, __global const uchar *target,
                                     __global const float *older, __global const float *newer,
                                     __global float *current, int m, int n, int diag,
                                     float insCost, float delCost, float subCost)
{
    int row = get_global_id(0);
    int col = diag - row;
    if (row > m || col < 0 || col > n)
        return;

    float cost;
    if (row == 0)
        cost = col * insCost;
    else if (col == 0)
        cost = row * delCost;
    else {
        float sub = older[row - 1] + (source[row - 1] != target[col - 1] ? subCost : 0.0f);
        float del = newer[row - 1] + delCost;
        float ins = newer[row] + insCost;
        cost = fmin(sub, fmin(del, ins));
    }
    current[row] = cost;
}
