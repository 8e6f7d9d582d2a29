// Products of many 3x3 matrices stored as nine consecutive floats.
typedef struct { float m[9]; } mat3;

__kernel void batched_mm3(__global const mat3 *lhs, __global const mat3 *rhs, __global mat3 *out, int count)
{
    int b = get_global_id(0);
    if (b >= count)
        return;

    mat3 p = lhs[b], q = rhs[b], r;
    #pragma unroll
    for (int i = 0; i < 3; i++)
        #pragma unroll
        for (int j = 0; j < 3; j++)
            r.m[i * 3 + j] = p.m[i * 3] * q.m[j] + p.m[i * 3 + 1] * q.m[3 + j] + p.m[i * 3 + 2] * q.m[6 + j];
    out[b] = r;
}
