// Local clustering coefficient from a dense byte adjacency matrix.
__kernel void ClusteringDense(__global const uchar *A, __global float *coeff, uint N)
{
    uint i = get_global_id(0);
    if (i < N)
    {
        uint links = 0, deg = 0;
        for (uint j = 0; j < N; ++j)
        {
            if (j == i || !A[i * N + j])
                continue;
            ++deg;
            for (uint k = j + 1; k < N; ++k)
                links += (A[i * N + k] & A[j * N + k]) & 1;
        }
        coeff[i] = deg > 1 ? 2.0f * links / ((float)deg * (deg - 1)) : 0.0f;
    }
}
