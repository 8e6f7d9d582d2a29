// In-place transpose of a square matrix: every pair above the diagonal is swapped by one work-item.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SWAP(T, p, q) { T tmp_ = p; p = q; q = tmp_; }

__kernel void transposeInplaceSquare(__global double *m, const int n)
{
    const int id = get_global_id(0);
    const int r = id / n;
    const int c = id % n;

    if (r < n && c > r)
        SWAP(double, m[r * n + c], m[c * n + r]);
}
