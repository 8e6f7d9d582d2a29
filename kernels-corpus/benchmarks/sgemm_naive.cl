// Matrix product, one element of C a work-item, A and B by columns; rows and columns of C flattened.
__kernel void sgemm_naive(__global const float *A, __global const float *B, __global float *C, int elements, int m,
                          int k, float alpha, float beta)
{
    const int item = get_global_id(0);
    if (item >= elements) return;
    const int row = item % m;
    const int col = item / m;
    const int n = (elements + m - 1) / m;

    float c = 0.0f;
    for (int i = 0; i < k; ++i) {
        float a = A[row + i * m];
        float b = B[col + i * n];
        c += a * b;
    }
    C[item] = C[item] * beta + alpha * c;
}
