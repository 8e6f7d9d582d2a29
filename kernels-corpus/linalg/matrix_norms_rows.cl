// Row sums, row maxima and squared row norms of a matrix in one pass, three outputs.
__kernel void matrixNormsRows(__global const float *A, __global float *oneNorm, __global float *maxNorm,
                              __global float *sq, const int rows, const int cols, const int ld)
{
    const int r = get_global_id(0);
    const int pitch = max(ld, cols);
    if (r < rows)
    {
        float s1 = 0.f, mx = 0.f, s2 = 0.f;
        for (int c = 0; c < cols; ++c)
        {
            const float v = A[r * pitch + c], w = fabs(v);
            s1 += w;
            mx = fmax(mx, w);
            s2 = fma(v, v, s2);
        }
        oneNorm[r] = s1;
        maxNorm[r] = mx;
        sq[r] = s2;
    }
}
