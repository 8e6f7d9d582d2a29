// Applies a Householder reflector H = I - tau v v^T from the left, one matrix column a work-item.
__kernel void householder_apply(__global float *A, __global const float *v, const float tau,
                                const int rows, const int cols)
{
    const int c = get_global_id(0);
    if (c >= cols) return;

    float w = 0.0f;
    __global float *p = A + c;
    for (int i = 0; i < rows; i++, p += cols)
        w += v[i] * *p;
    w *= tau;
    p = A + c;
    for (int i = 0; i < rows; i++, p += cols)
        *p -= w * v[i];
}
