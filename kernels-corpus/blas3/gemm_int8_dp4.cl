// Integer matrix product on packed signed bytes, four along k in a char4, 32-bit accumulators.
static int dp4(char4 a, char4 b, int acc)
{
    const int4 p = convert_int4(a) * convert_int4(b);
    return acc + p.s0 + p.s1 + p.s2 + p.s3;
}

__kernel void gemm_int8_dp4(__global const char4 *A, __global const char4 *Bt, __global int *C,
                            const int rows, const int cols, const int kquads)
{
    const int cell = get_global_id(0);
    if (cell >= rows * cols) return;

    __global const char4 *pa = &A[(cell / cols) * kquads];
    __global const char4 *pb = &Bt[(cell % cols) * kquads];
    int acc = 0;
    for (int q = 0; q < kquads; ++q, ++pa, ++pb)
        acc = dp4(*pa, *pb, acc);
    C[cell] = acc;
}
