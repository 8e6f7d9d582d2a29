// One weighted Jacobi sweep on a CSR matrix; the diagonal is met along the row.
__kernel void csrJacobiSweep(__global const int *ia, __global const int *ja, __global const float *aa,
                             __global const float *b, __global const float *xold, __global float *xnew,
                             const float omega, const int n)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
    {
        float diag = 1.0f;
        float sigma = 0.0f;

        for (int p = ia[i]; p < ia[i + 1]; ++p)
        {
            const int j = ja[p];
            if (j == i)
                diag = aa[p];
            else
                sigma += aa[p] * xold[j];
        }
        const float gs = (b[i] - sigma) / (fabs(diag) < 1e-12f ? 1.0f : diag);
        xnew[i] = mix(xold[i], gs, omega);
    }
}
