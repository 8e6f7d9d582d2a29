// Minkowski distance matrix of order p between rows of two tables.
__kernel void minkowski_matrix(__global const float *left, __global const float *right, __global float *out,
                               int nLeft, int nRight, int features, float p)
{
    for (int cell = get_global_id(0); cell < nLeft * nRight; cell += get_global_size(0)) {
        int i = cell / nRight;
        int j = cell % nRight;
        float acc = 0;
        for (int f = 0; f < features; ++f)
            acc += powr(fabs(left[i * features + f] - right[j * features + f]), p);
        out[cell] = powr(acc, 1.0f / fmax(p, 0.25f));
    }
}
