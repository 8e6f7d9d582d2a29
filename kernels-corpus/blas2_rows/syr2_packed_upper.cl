// Symmetric rank-two update of an upper triangle in packed storage, one column a work-item.
__kernel void syr2PackedUpper(__global float *AP, __global const float *x, __global const float *y,
                              const float alpha, const int n)
{
    const int j = get_global_id(0);
    if (j < n)
    {
        __global float *col = AP + (j * (j + 1)) / 2;
        const float axj = alpha * x[j];
        const float ayj = alpha * y[j];
        int i = 0;

        do
        {
            col[i] += x[i] * ayj + y[i] * axj;
        } while (++i <= j);
    }
}
