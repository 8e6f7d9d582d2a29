// Matrix product with bfloat16 operands kept as ushort bit patterns and float accumulation.
static float from_bf16(ushort b) { return as_float((uint)b << 16); }

static ushort to_bf16(float f)
{
    uint u = as_uint(f);
    return (ushort)((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}

__kernel void gemm_bf16_bits(__global const ushort *A, __global const ushort *B, __global ushort *C,
                             const uint m, const uint n, const uint k)
{
    const uint id = get_global_id(0);
    const uint col = id % n, row = id / n;

    if (row < m) {
        float acc = 0.0f;
        for (uint p = 0; p < k; ++p)
            acc += from_bf16(A[row * k + p]) * from_bf16(B[p * n + col]);
        C[id] = to_bf16(acc);
    }
}
