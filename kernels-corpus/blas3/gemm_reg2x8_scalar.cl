// Register blocking by hand: each work-item accumulates two rows by eight columns of C.
#define ACC8(sum, w, p) do { sum += (w) * vload8(0, (p)); } while (0)

typedef __global const float *cptr;

__kernel void gemm_reg2x8_scalar(cptr A, cptr B, __global float *C,
                                 const uint pairs, const uint octets, const uint depth)
{
    const uint g = get_global_id(0);
    const uint bi = g / octets, bj = g % octets;
    const uint ldb = octets * 8;

    if (bi < pairs)
    {
        cptr a0 = A + (2 * bi) * depth;
        cptr a1 = a0 + depth;
        cptr b  = B + bj * 8;
        float8 r0 = 0.0f, r1 = 0.0f;

        for (uint k = 0; k < depth; ++k)
        {
            ACC8(r0, a0[k], b + k * ldb);
            ACC8(r1, a1[k], b + k * ldb);
        }
        vstore8(r0, 0, C + (2 * bi) * ldb + bj * 8);
        vstore8(r1, 0, C + (2 * bi + 1) * ldb + bj * 8);
    }
}
